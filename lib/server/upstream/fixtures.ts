/** Fake time that advances only when a test advances it. */
import type { SystemClock } from "./system-clock";

/** A clock that a test advances. Timers run only then. */
export interface FakeClock extends SystemClock {
  /** Advances the time, runs due timers, and lets promises settle after each. */
  readonly advance: (ms: number) => Promise<void>;
}

/** Returns a clock that starts at `startMs` and advances only when a test calls `advance`. */
export function createFakeClock(startMs = 1_800_000_000_000): FakeClock {
  let elapsedMs = 0;
  let timers: { readonly atMs: number; readonly run: () => void }[] = [];
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    nowMs: () => startMs + elapsedMs,
    monotonicMs: () => elapsedMs,
    scheduleAfter: (delayMs, run) => {
      const timer = { atMs: elapsedMs + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    advance: async (ms) => {
      const untilMs = elapsedMs + ms;
      await settle();
      for (;;) {
        const [next] = timers
          .filter(({ atMs }) => atMs <= untilMs)
          .sort((left, right) => left.atMs - right.atMs);
        if (next === undefined) break;
        timers = timers.filter((each) => each !== next);
        elapsedMs = next.atMs;
        next.run();
        await settle();
      }
      elapsedMs = untilMs;
    },
  };
}
