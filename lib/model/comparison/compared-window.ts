/**
 * The window that the current window is compared with: the preceding window, the same days a week earlier, a window that began
 * a fixed time earlier, or a window with a chosen start.
 */
import type { TimeWindow } from "../time-window";

/**
 * Pattern of the URL parameter for a comparison window: `previous`; `weekday`; `earlier:<seconds>`, which
 * moves with a live window; or its fixed start in epoch milliseconds.
 */
export const comparisonPattern = /^(?:previous|weekday|earlier:[1-9]\d{0,8}|\d{12,14})$/;
/**
 * Format of the URL parameter. Error messages about an invalid comparison window contain it after the
 * parameter's name.
 */
export const comparisonFormatHint =
  "must be previous, weekday (one week earlier), earlier:<seconds>, or the start of the other window in epoch milliseconds";

/** Window with which the current window is compared. */
export interface ComparisonWindow {
  readonly window: TimeWindow;
  /** Time from a point of `window` to the matching point of the current window. */
  readonly shiftMs: number;
}

/** Comparison with the same time of the previous day. */
export const oneDayEarlier = "earlier:86400";

const minuteMs = 60_000;
const weekMs = 7 * 86_400_000;
const alignmentsInWindow = 100;

/**
 * Returns the comparison window for the URL parameter `comparison`, exact to the millisecond. It is as long as the
 * current window. Returns null if the two windows overlap.
 */
export function resolveComparisonWindow(
  currentWindow: TimeWindow,
  comparison: string,
): ComparisonWindow | null {
  const lengthMs = currentWindow.endMs - currentWindow.startMs;
  const shiftMs = shiftOf(currentWindow, comparison);
  if (shiftMs < lengthMs) return null;
  return {
    window: { startMs: currentWindow.startMs - shiftMs, endMs: currentWindow.endMs - shiftMs },
    shiftMs,
  };
}

/**
 * Returns the comparison window for overlaid charts, rounded to a hundredth of its length, so that a live window does
 * not reload its comparison with every refresh. The rounded window may end earlier than the exact one, by at most this
 * hundredth.
 */
export function resolveAlignedComparisonWindow(
  currentWindow: TimeWindow,
  comparison: string,
): ComparisonWindow | null {
  const before = resolveComparisonWindow(currentWindow, comparison);
  if (before === null || isInstant(comparison)) return before;
  const lengthMs = currentWindow.endMs - currentWindow.startMs;
  const grainMs = Math.max(1, Math.round(lengthMs / alignmentsInWindow / minuteMs)) * minuteMs;
  const startMs = Math.floor(before.window.startMs / grainMs) * grainMs;
  return { window: { startMs, endMs: startMs + lengthMs }, shiftMs: before.shiftMs };
}

function shiftOf({ startMs, endMs }: TimeWindow, comparison: string): number {
  if (isInstant(comparison)) return startMs - Number(comparison);
  const shiftMs = parseEarlierMs(comparison);
  if (shiftMs !== null) return shiftMs;
  return comparison === "weekday" ? weekMs : endMs - startMs;
}

/**
 * Returns the time shift of `earlier:<seconds>` in milliseconds. Null for a comparison that is not `earlier:<seconds>`.
 */
export function parseEarlierMs(comparison: string): number | null {
  const seconds = /^earlier:(\d{1,9})$/.exec(comparison)?.[1];
  return seconds === undefined ? null : Number(seconds) * 1_000;
}

function isInstant(comparison: string): boolean {
  return /^\d+$/.test(comparison);
}
