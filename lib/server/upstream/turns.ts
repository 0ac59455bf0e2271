/** Lets tasks use a resource one after the other. */

/** Exclusive use of the resource by one task. */
export interface Turn {
  /** Resolves when the turn starts. Undefined if it has started. */
  readonly start: Promise<void> | undefined;
  /** Ends the turn. Must be called even if the turn did not start. */
  readonly end: () => void;
}

/** Queue of turns. One turn is active at a time, in the order in which they were requested. */
export interface TurnQueue {
  /** Requests a turn. Its `start` rejects with `createError()` if `signal` aborts before the turn starts. */
  readonly take: (signal: AbortSignal, createError: () => Error) => Turn;
}

/** Creates an empty queue of turns. */
export function createTurnQueue(): TurnQueue {
  const queue = new Set<() => void>();

  return {
    take: (signal, createError) => {
      const started = Promise.withResolvers<void>();
      const begin = (): void => {
        signal.removeEventListener("abort", giveUp);
        started.resolve();
      };
      const end = (): void => {
        signal.removeEventListener("abort", giveUp);
        const [current] = queue;
        if (queue.delete(begin) && current === begin) startNext();
      };
      const giveUp = (): void => {
        end();
        started.reject(createError());
      };
      const startNext = (): void => {
        const [next] = queue;
        next?.();
      };
      queue.add(begin);
      if (queue.size === 1) return { start: undefined, end };
      signal.addEventListener("abort", giveUp, { once: true });
      return { start: started.promise, end };
    },
  };
}
