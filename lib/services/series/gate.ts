/**
 * Lets so many reads of one source begin at a time; the others wait their turn, in order. A fleet's overview asks more at once
 * than a source's own queue takes, and being refused there would be our own doing.
 */
import { AppError } from "@/lib/model/app-error";

export interface Gate {
  readonly run: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

export interface GateLimits {
  readonly atOnce: number;
  /** More than this waiting means that nobody reads the answers any more. */
  readonly waiting: number;
}

export function createGate({ atOnce, waiting }: GateLimits): Gate {
  let running = 0;
  const queue: (() => void)[] = [];

  const enter = async (signal: AbortSignal | undefined): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (queue.length >= waiting)
      throw new AppError("source-slow", `${queue.length} questions already wait for this source`);
    await new Promise<void>((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = (): void => {
        queue.splice(queue.indexOf(go), 1);
        reject(
          signal?.reason instanceof Error ? signal.reason : new AppError("timeout", "the reader has gone"),
        );
      };
      queue.push(go);
      signal?.addEventListener("abort", leave, { once: true });
    });
  };

  const exit = (): void => {
    const next = queue.shift();
    // The place passes on; nobody can slip in between.
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    run: async (work, signal) => {
      await enter(signal);
      try {
        return await work();
      } finally {
        exit();
      }
    },
  };
}
