/** Turns that are taken one after the other. */

/** One turn. */
export interface Turn {
  /** Resolves when the turn starts. Undefined if it has started. */
  readonly start: Promise<void> | undefined;
  /** Must be called at the end of the turn, also if it did not start. */
  readonly end: () => void;
}

/** Gives one turn at a time, in the order of the requests. */
export interface Turns {
  /** The start rejects with `createError()` when `signal` aborts before it. */
  readonly take: (signal: AbortSignal, createError: () => Error) => Turn;
}

/** Returns turns of which one at a time is taken. */
export function createTurns(): Turns {
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
