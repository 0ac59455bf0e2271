/** Time as the upstream code sees it: wall time for what people read, monotonic time for durations, one-shot timers. */
import { nowMs } from "@/lib/server/clock";

export interface Timekeeper {
  readonly nowMs: () => number;
  /** Never goes backwards; its zero means nothing. */
  readonly monotonicMs: () => number;
  /** Runs `run` once after `delayMs`; the returned function takes it back. A waiting timer never keeps a process alive. */
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
