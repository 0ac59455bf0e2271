/**
 * Reads under way, shared: whoever wants what a read will bring waits for it instead of asking again. A failed read fails
 * all who wait, once. A reader who leaves takes nothing away from the others. When the last one leaves, a read that still
 * waits for its turn is cancelled; one that was sent is brought home, so that who asks next finds it instead of sending it
 * again, however slow the source.
 */

export interface Flight<What> {
  readonly what: What;
}

interface OpenFlight<What, Result> extends Flight<What> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
  readonly progress: { isBegun: boolean };
}

/** Reads; calls `begun` when `signal` means nothing any more. */
export type Run<Result> = (signal: AbortSignal, begun: () => void) => Promise<Result>;

export interface Flights<What, Result> {
  /** A read under `key` that `fits`, to be waited for with `join`. */
  readonly find: (key: string, fits: (what: What) => boolean) => Flight<What> | undefined;
  /** Starts a read; it does not begin to run before somebody can join. */
  readonly start: (key: string, what: What, run: Run<Result>) => Flight<What>;
  readonly join: (flight: Flight<What>, signal: AbortSignal | undefined) => Promise<Result>;
}

export function createFlights<What, Result>(): Flights<What, Result> {
  const byKey = new Map<string, Set<OpenFlight<What, Result>>>();
  const all = new WeakMap<Flight<What>, OpenFlight<What, Result>>();

  const land = (key: string, flight: OpenFlight<What, Result>): void => {
    const flights = byKey.get(key);
    flights?.delete(flight);
    if (flights?.size === 0) byKey.delete(key);
  };

  return {
    find: (key, fits) => {
      for (const flight of byKey.get(key) ?? []) if (fits(flight.what)) return flight;
      return undefined;
    },
    start: (key, what, run) => {
      const controller = new AbortController();
      const progress = { isBegun: false };
      const flight: OpenFlight<What, Result> = {
        what,
        controller,
        waiting: 0,
        progress,
        result: run(controller.signal, () => {
          progress.isBegun = true;
        }).finally(() => land(key, flight)),
      };
      // Those who join are told; a read that everybody has left may fail unheard.
      flight.result.catch(() => undefined);
      // Nobody may join what is being cancelled.
      controller.signal.addEventListener("abort", () => land(key, flight), { once: true });
      byKey.set(key, (byKey.get(key) ?? new Set()).add(flight));
      all.set(flight, flight);
      return flight;
    },
    join: (wanted, signal) => {
      const flight = all.get(wanted);
      if (flight === undefined) throw new TypeError("not a flight of ours");
      return joinFlight(flight, signal);
    },
  };
}

function joinFlight<What, Result>(
  flight: OpenFlight<What, Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  flight.waiting += 1;
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      flight.waiting -= 1;
      if (flight.waiting === 0 && !flight.progress.isBegun) flight.controller.abort(signal?.reason);
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
    flight.result.then(settle(resolve), settle(reject));
  });
}
