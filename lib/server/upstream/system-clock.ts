/** Time of the upstream code: wall time for display, monotonic time for durations, and one-shot timers. */
import { nowMs } from "@/lib/server/clock";

/** Clock and timers of the process, which tests replace. */
export interface SystemClock {
  readonly nowMs: () => number;
  /** Returns a time that never decreases. Only differences of two such times have a meaning. */
  readonly monotonicMs: () => number;
  /**
   * Runs `run` once after `delayMs`. The returned function cancels it. A pending timer does not keep the process
   * alive.
   */
  readonly scheduleAfter: (delayMs: number, run: () => void) => () => void;
}

/** Clock of the operating system. */
export const systemClock: SystemClock = {
  nowMs,
  monotonicMs: () => performance.now(),
  scheduleAfter: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
