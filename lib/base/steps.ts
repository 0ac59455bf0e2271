/**
 * Work that can be paused: a generator that yields wherever it can wait. The caller decides whether to run it in one
 * go or in chunks, between which other tasks run.
 */

/** Yields after every small step and returns the result. */
export type Steps<Result> = Generator<void, Result, void>;

/** Runs the work without a pause and returns its result. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

export interface ChunkOptions {
  /** A chunk ends with the first step after this time. */
  readonly chunkMs: number;
  /** A monotonic clock. */
  readonly nowMs: () => number;
  /** Waits until other tasks have run. Resolves to "end" when the result is no longer needed. */
  readonly pause: () => Promise<"continue" | "end">;
}

/** Runs the work in chunks, with a pause before each one. Returns undefined when `pause` resolved to "end". */
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
