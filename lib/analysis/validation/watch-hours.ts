/** Which windows a watch evaluates: the hours of the validation on each later day. Times are in ms since 1970. */
import { minuteMs } from "@/lib/analysis/statistics/blocks/plan-blocks";
import type { TimeWindow } from "@/lib/model/time-window";
import { dayMs } from "./match-windows";

/** Load may be 20 % lower, so a quarter more time has as many requests. */
const maxExtensionRatio = 0.25;

/** Returns by how much a window may be longer to have as many requests. It does not overlap the window of the next day. */
export function maxExtensionMs({ startMs, endMs }: TimeWindow): number {
  const lengthMs = endMs - startMs;
  return Math.max(
    0,
    Math.min(Math.floor((maxExtensionRatio * lengthMs) / minuteMs) * minuteMs, dayMs - lengthMs),
  );
}

/**
 * Returns the windows that can be evaluated, the oldest first. A window is due when its longest extension has passed, so
 * that its result does not depend on when it is evaluated.
 */
export function listDueWindows(validated: TimeWindow, nowMs: number): readonly TimeWindow[] {
  const extensionMs = maxExtensionMs(validated);
  const windows: TimeWindow[] = [];
  for (let day = 1; ; day += 1) {
    const window = { startMs: validated.startMs + day * dayMs, endMs: validated.endMs + day * dayMs };
    if (window.endMs + extensionMs > nowMs) return windows;
    windows.push(window);
  }
}

/** Returns the time at which the window after the given number of due windows is due. */
export function nextDueMs(validated: TimeWindow, dueCount: number): number {
  return validated.endMs + (dueCount + 1) * dayMs + maxExtensionMs(validated);
}

/**
 * Returns the window with enough time for `neededCount` observations at the rate of the window, in full minutes, and at most
 * with the longest extension.
 */
export function extendWindow(
  window: TimeWindow,
  { count, neededCount }: { readonly count: number; readonly neededCount: number },
): TimeWindow {
  if (count >= neededCount) return window;
  const lengthMs = window.endMs - window.startMs;
  const neededMs = count > 0 ? (lengthMs * neededCount) / count - lengthMs : Infinity;
  // One minute more, because the rate varies.
  const extensionMs = Math.min(Math.ceil(neededMs / minuteMs + 1) * minuteMs, maxExtensionMs(window));
  return { startMs: window.startMs, endMs: window.endMs + extensionMs };
}
