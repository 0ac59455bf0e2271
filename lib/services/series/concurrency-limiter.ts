/**
 * Lets so many reads of one source begin at a time; the others wait their turn, in order. A fleet's overview asks more at once
 * than a source's own queue takes, and being refused there would be our own doing.
 */
import { AppError } from "@/lib/model/app-error";

export interface ConcurrencyLimiter {
  readonly run: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

export interface ConcurrencyLimits {
  readonly maxConcurrent: number;
  /** More than this waiting means that nobody reads the answers any more. */
  readonly maxWaiting: number;
}

export function createConcurrencyLimiter({
  maxConcurrent,
  maxWaiting,
}: ConcurrencyLimits): ConcurrencyLimiter {
  let running = 0;
  const queue: (() => void)[] = [];

  const acquire = async (signal: AbortSignal | undefined): Promise<void> => {
    if (running < maxConcurrent) {
      running += 1;
      return;
    }
    if (queue.length >= maxWaiting)
      throw new AppError("source-slow", `${queue.length} questions already wait for this source`);
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        queue.splice(queue.indexOf(start), 1);
        reject(
          signal?.reason instanceof Error ? signal.reason : new AppError("timeout", "the reader has gone"),
        );
      };
      queue.push(start);
      signal?.addEventListener("abort", leave, { once: true });
    });
  };

  const release = (): void => {
    const next = queue.shift();
    // The place passes on; nobody can slip in between.
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    run: async (work, signal) => {
      await acquire(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
