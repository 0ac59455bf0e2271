/**
 * Limits a source to `count` concurrent requests and `queueLimit` waiting ones, first in, first out. A full queue
 * refuses at once, because later results would arrive after their readers have left.
 */
import { AppError } from "@/lib/model/app-error";

export interface Slots {
  /** Resolves with the function that releases the slot. Rejects when the queue is full or `signal` aborts. */
  readonly take: (signal: AbortSignal) => Promise<() => void>;
  readonly counts: () => { readonly running: number; readonly waiting: number };
}

export function createSlots(count: number, queueLimit: number): Slots {
  const waiting = new Set<() => void>();
  let running = 0;

  const releaseOnce = (): (() => void) => {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const [next] = waiting;
      if (next === undefined) running -= 1;
      else next();
    };
  };

  return {
    counts: () => ({ running, waiting: waiting.size }),
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason);
          return;
        }
        if (running < count) {
          running += 1;
          resolve(releaseOnce());
          return;
        }
        if (waiting.size >= queueLimit) {
          reject(new AppError("source-slow", `${queueLimit} queries already wait for this source`));
          return;
        }
        const enter = (): void => {
          waiting.delete(enter);
          signal.removeEventListener("abort", leave);
          resolve(releaseOnce());
        };
        const leave = (): void => {
          waiting.delete(enter);
          reject(signal.reason);
        };
        waiting.add(enter);
        signal.addEventListener("abort", leave, { once: true });
      }),
  };
}
