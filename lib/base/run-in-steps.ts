/** Runs long work in steps, so that the process serves other requests between them. Short work can run in one go. */

/**
 * Number of items between two steps, for lists whose items need little work. A step then takes a few milliseconds,
 * also in a process that has just started.
 */
const itemsPerStep = 4_096;

/** Returns whether a step ends after the item at `index`. */
export function isEndOfStep(index: number): boolean {
  return index % itemsPerStep === itemsPerStep - 1;
}

/** Runs `steps` and returns their result. Throws the reason of `signal` once it is aborted. */
export async function runInSteps<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    const step = steps.next();
    if (step.done === true) return step.value;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** Runs `steps` without a pause and returns their result. */
export function runAtOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
