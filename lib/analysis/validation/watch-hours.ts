/** Which windows a watch evaluates: the hours of the validation on each later day. Times are in ms since 1970. */
import { minuteMs } from "@/lib/analysis/statistics/blocks/plan-blocks";
import type { TimeWindow } from "@/lib/model/time-window";
import { dayMs } from "./match-windows";

/**
 * Largest extension of a window, as a fraction of its length. The load may be 20 % lower, so a quarter more time
 * contains as many requests.
 */
const maxExtensionRatio = 0.25;

/**
 * Returns by how much a watched window may be extended to contain enough requests. The extended window does
 * not overlap the window of the next day.
 */
export function maxExtensionMs({ startMs, endMs }: TimeWindow): number {
  const lengthMs = endMs - startMs;
  return Math.max(
    0,
    Math.min(Math.floor((maxExtensionRatio * lengthMs) / minuteMs) * minuteMs, dayMs - lengthMs),
  );
}

/** The validated window, and the time at which its watch started. */
export interface WatchHours {
  readonly validated: TimeWindow;
  /**
   * Start of the watch. Windows that ended earlier are not evaluated: a validation may be stored long after its window.
   */
  readonly startedAtMs: number;
}

/**
 * Returns the windows that can be evaluated, the oldest first. A window is due when its longest extension has passed, so
 * that its result does not depend on when it is evaluated.
 */
export function listDueWindows(hours: WatchHours, nowMs: number): readonly TimeWindow[] {
  const { validated } = hours;
  const extensionMs = maxExtensionMs(validated);
  const windows: TimeWindow[] = [];
  for (let day = findFirstDay(hours); ; day += 1) {
    const window = { startMs: validated.startMs + day * dayMs, endMs: validated.endMs + day * dayMs };
    if (window.endMs + extensionMs > nowMs) return windows;
    windows.push(window);
  }
}

/** Returns the time from which the next window can be evaluated, after `dueCount` earlier windows. */
export function nextDueMs(hours: WatchHours, dueCount: number): number {
  const { validated } = hours;
  return validated.endMs + (findFirstDay(hours) + dueCount) * dayMs + maxExtensionMs(validated);
}

/**
 * Returns the day of the first window that ends after the start of the watch, as a number of days after the validation.
 */
function findFirstDay({ validated, startedAtMs }: WatchHours): number {
  return Math.max(1, Math.floor((startedAtMs - validated.endMs) / dayMs) + 1);
}

/**
 * Returns the window, extended until `neededCount` observations are expected at its present rate, and at most by the
 * longest extension. The length of an extended window is a multiple of `blockMs`, because an incomplete block at its
 * end would not be measured.
 */
export function extendWindow(
  window: TimeWindow,
  {
    count,
    neededCount,
    blockMs,
  }: { readonly count: number; readonly neededCount: number; readonly blockMs: number },
): TimeWindow {
  if (count >= neededCount) return window;
  const { startMs, endMs } = window;
  const lengthMs = endMs - startMs;
  // One minute more, because the rate varies.
  const neededMs = count > 0 ? (lengthMs * neededCount) / count + minuteMs : Infinity;
  const longestMs = Math.floor((lengthMs + maxExtensionMs(window)) / blockMs) * blockMs;
  const extendedMs = Math.min(Math.ceil(neededMs / blockMs) * blockMs, longestMs);
  return { startMs, endMs: Math.max(endMs, startMs + extendedMs) };
}
