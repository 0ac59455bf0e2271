/** Names the last minutes of a window that ended before now. Alone, "last 5 min" means the time before now. */
import type { TimeWindow } from "@/lib/model/time-window";

/** A window that ended at most this long before the answer was read is live. */
const maxLiveDelayMs = 60_000;

/** Window of an answer and the time of its newest values. */
export interface AnswerTimes {
  readonly window: TimeWindow;
  readonly asOfMs: number;
}

/** Returns " of the window" to follow "last 5 min" in a past window; empty for a live window. */
export function pastWindowSuffix({ window, asOfMs }: AnswerTimes): string {
  return asOfMs - window.endMs > maxLiveDelayMs ? " of the window" : "";
}
