/**
 * Shares reads in flight: a caller that needs the result of a running read waits for it instead of querying again. A
 * failed read rejects every waiting caller once. Cancelling one caller does not affect the others. When the last
 * caller cancels, a read that is still queued is cancelled too. A read that was already sent completes, so that the
 * next caller finds its result, however slow the source.
 */

export interface InFlightRead<Request> {
  readonly request: Request;
}

interface OpenRead<Request, Result> extends InFlightRead<Request> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
  readonly progress: { isSent: boolean };
}

/** Performs a read. It calls `onSent` when `signal` can no longer cancel it. */
export type ReadTask<Result> = (signal: AbortSignal, onSent: () => void) => Promise<Result>;

export interface InFlightReads<Request, Result> {
  /** Returns a read under `key` that `fits`. Wait for it with `join`. */
  readonly find: (key: string, fits: (request: Request) => boolean) => InFlightRead<Request> | undefined;
  /** Starts a read. It does not run before the caller can join. */
  readonly start: (key: string, request: Request, run: ReadTask<Result>) => InFlightRead<Request>;
  readonly join: (read: InFlightRead<Request>, signal: AbortSignal | undefined) => Promise<Result>;
}

export function createInFlightReads<Request, Result>(): InFlightReads<Request, Result> {
  const byKey = new Map<string, Set<OpenRead<Request, Result>>>();
  const openReads = new WeakMap<InFlightRead<Request>, OpenRead<Request, Result>>();

  const remove = (key: string, read: OpenRead<Request, Result>): void => {
    const flights = byKey.get(key);
    flights?.delete(read);
    if (flights?.size === 0) byKey.delete(key);
  };

  return {
    find: (key, fits) => {
      for (const read of byKey.get(key) ?? []) if (fits(read.request)) return read;
      return undefined;
    },
    start: (key, request, run) => {
      const controller = new AbortController();
      const progress = { isSent: false };
      const read: OpenRead<Request, Result> = {
        request,
        controller,
        waiting: 0,
        progress,
        result: run(controller.signal, () => {
          progress.isSent = true;
        }).finally(() => remove(key, read)),
      };
      // Joined callers receive the error. Without callers, a failure is ignored.
      read.result.catch(() => undefined);
      // A cancelled read must not be joined.
      controller.signal.addEventListener("abort", () => remove(key, read), { once: true });
      byKey.set(key, (byKey.get(key) ?? new Set()).add(read));
      openReads.set(read, read);
      return read;
    },
    join: (wanted, signal) => {
      const read = openReads.get(wanted);
      if (read === undefined) throw new TypeError("not a read of this registry");
      return joinRead(read, signal);
    },
  };
}

function joinRead<Request, Result>(
  read: OpenRead<Request, Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  read.waiting += 1;
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      read.waiting -= 1;
      if (read.waiting === 0 && !read.progress.isSent) read.controller.abort(signal?.reason);
      reject(signal?.reason);
    };
    if (signal?.aborted === true) {
      leave();
      return;
    }
    signal?.addEventListener("abort", leave, { once: true });
    const settle =
      <Value>(then: (value: Value) => void) =>
      (value: Value): void => {
        signal?.removeEventListener("abort", leave);
        then(value);
      };
    read.result.then(settle(resolve), settle(reject));
  });
}
