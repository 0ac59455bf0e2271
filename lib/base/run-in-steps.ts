/** Long work in steps, so that the other callers of this process are answered between them; or at once, where it is short. */

/** Of long lists whose items are only looked at: so many between two steps take a few milliseconds, in a process just begun as well. */
const itemsPerStep = 4_096;

/** Whether a step ends with the item of this place. */
export function isEndOfStep(index: number): boolean {
  return index % itemsPerStep === itemsPerStep - 1;
}

/** The result of `steps`. Throws the reason of `signal` once its caller has gone. */
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

/** The result of `steps`, without a pause. */
export function runAtOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
