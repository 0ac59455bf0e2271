/** Runs a generator of work steps to completion without pauses, for tests. */

export function runToCompletion<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
