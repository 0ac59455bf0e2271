/**
 * Long work that can be paused: a generator that yields wherever other tasks may run. The caller decides whether to
 * run it in one go or with pauses.
 */

/**
 * Generator that computes a result and yields after every small step, so that long work can be interrupted.
 */
export type Steps<Result> = Generator<void, Result, void>;

/**
 * Number of items between two yields of a generator whose items need little work. A step then takes a few
 * milliseconds.
 */
export const itemsPerStep = 4_096;

/** Returns whether a generator should yield after the item at `index`. */
export function isEndOfStep(index: number): boolean {
  return index % itemsPerStep === itemsPerStep - 1;
}

/** Runs a generator to its end without a pause and returns its result. */
export function runWithoutPause<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Runs a generator on the server, with a pause after each step for other requests, and returns its result.
 * Throws the reason of `signal` once it is aborted.
 */
export async function runInSteps<Result>(steps: Steps<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = steps.next();
    if (done === true) return value;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

/** How often the work of a generator is paused, and how. */
export interface ChunkOptions {
  /** A chunk ends with the first step after this time. */
  readonly chunkMs: number;
  /** A monotonic clock. */
  readonly nowMs: () => number;
  /** Waits until other tasks have run. Resolves to "end" when the result is no longer needed. */
  readonly pause: () => Promise<"continue" | "end">;
}

/**
 * Runs a generator in chunks of `chunkMs`, with a pause before each one. Returns undefined when `pause`
 * resolved to "end".
 */
export async function runInChunks<Result>(
  steps: Steps<Result>,
  { chunkMs, nowMs, pause }: ChunkOptions,
): Promise<Result | undefined> {
  for (;;) {
    if ((await pause()) === "end") return undefined;
    const startedMs = nowMs();
    do {
      const { done, value } = steps.next();
      if (done === true) return value;
    } while (nowMs() - startedMs < chunkMs);
  }
}
