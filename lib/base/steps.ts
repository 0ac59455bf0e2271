/**
 * Work that may be paused: a generator that yields wherever it can wait, so that who runs it decides whether it is done at once or
 * in slices between which others have their turn.
 */

/** Yields after every small step; returns the result. */
export type Steps<Result> = Generator<void, Result, void>;

/** Does all of it without a pause. */
export function runToEnd<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

export interface ChunkOptions {
  /** A slice ends with the first step after this. */
  readonly chunkMs: number;
  /** A clock that only runs forward. */
  readonly nowMs: () => number;
  /** Waits until others had their turn; "end" when nobody waits for the result any more. */
  readonly pause: () => Promise<"continue" | "end">;
}

/** Begins with a pause and takes one after each slice. Undefined when it was told to end. */
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
