/**
 * Limits concurrent work. Work above the limit waits, first in, first out. If too much work waits, further work is
 * refused at once, because its result would arrive after its client has disconnected.
 */
import { AppError } from "@/lib/model/app-error";

/** Maximum number of tasks that run and that wait. */
export interface ConcurrencyLimitOptions {
  readonly maxConcurrent: number;
  readonly maxWaiting: number;
}

/** Limit on how many tasks run at once. Further tasks wait. */
export interface ConcurrencyLimit {
  /**
   * Returns the result of `work`, which starts as soon as the limit allows. Rejects with source-slow if too much work
   * waits, and with the reason of `signal` if it aborts before the start.
   */
  readonly run: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  readonly countTasks: () => { readonly running: number; readonly waiting: number };
}

/** Creates a limit on concurrent tasks. Waiting tasks start in order. */
export function createConcurrencyLimit({
  maxConcurrent,
  maxWaiting,
}: ConcurrencyLimitOptions): ConcurrencyLimit {
  const waiting = new Set<() => void>();
  let running = 0;

  const waitForStart = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const start = (): void => {
        waiting.delete(start);
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        waiting.delete(start);
        reject(signal?.reason);
      };
      waiting.add(start);
      signal?.addEventListener("abort", leave, { once: true });
    });

  const end = (): void => {
    const [next] = waiting;
    // The next work starts in place of this one, so that no other work can start in between.
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    countTasks: () => ({ running, waiting: waiting.size }),
    run: async (work, signal) => {
      signal?.throwIfAborted();
      if (running < maxConcurrent) running += 1;
      else {
        assertQueueHasSpace(waiting.size, maxWaiting);
        await waitForStart(signal);
      }
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}

/** Throws source-slow if `waitingCount` has reached `maxWaiting`. */
export function assertQueueHasSpace(waitingCount: number, maxWaiting: number): void {
  if (waitingCount < maxWaiting) return;
  throw new AppError("source-slow", `${waitingCount} queries are already waiting for this source`);
}
