/** Time of the upstream code: wall time for display, monotonic time for durations, and one-shot timers. */
import { nowMs } from "@/lib/server/clock";

export interface Timekeeper {
  readonly nowMs: () => number;
  /** Never decreases. Its zero has no meaning. */
  readonly monotonicMs: () => number;
  /**
   * Runs `run` once after `delayMs`. The returned function cancels it. A pending timer does not keep the process
   * alive.
   */
  readonly after: (delayMs: number, run: () => void) => () => void;
}

export const systemTime: Timekeeper = {
  nowMs,
  monotonicMs: () => performance.now(),
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
