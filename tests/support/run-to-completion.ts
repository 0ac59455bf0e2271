/** Work in steps, done without a pause: for tests, which have nobody waiting. */

export function runToCompletion<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
