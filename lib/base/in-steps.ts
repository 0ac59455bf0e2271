/** Long work in steps, so that the other callers of this process are answered between them; or at once, where it is short. */

/** The result of `steps`. Throws the reason of `signal` once its caller has gone. */
export async function inSteps<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T> {
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
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
