/**
 * Limits the number of concurrent reads per source; the others wait in order. A fleet overview sends more queries at
 * once than the source's queue accepts, and refusals would be caused by Ridgepoint itself.
 */
import { AppError } from "@/lib/model/app-error";

export interface ConcurrencyLimiter {
  readonly run: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

export interface ConcurrencyLimits {
  readonly maxConcurrent: number;
  /** With more waiting tasks than this, the results would arrive too late to be used. */
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
      throw new AppError("source-slow", `${queue.length} queries are already waiting for this source`);
    await new Promise<void>((resolve, reject) => {
      const start = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        queue.splice(queue.indexOf(start), 1);
        reject(
          signal?.reason instanceof Error
            ? signal.reason
            : new AppError("timeout", "the request was cancelled"),
        );
      };
      queue.push(start);
      signal?.addEventListener("abort", leave, { once: true });
    });
  };

  const release = (): void => {
    const next = queue.shift();
    // Hands the slot to the next task, so that no other task can take it in between.
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
