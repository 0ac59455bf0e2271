/** The window that another is compared with: the one before it, the same days a week earlier, or one from a chosen instant. */
import type { TimeWindow } from "./time-window";

/** `previous`, `weekday`, or the epoch milliseconds at which it begins. */
export const comparisonPattern = /^(?:previous|weekday|\d{12,14})$/;
/** What it wants, for a person. */
export const comparisonRule =
  "must be previous, weekday, or when the other window begins in milliseconds since 1970";

export interface ComparisonWindow {
  readonly window: TimeWindow;
  /** How far before a point of the shown window its counterpart lies. */
  readonly shiftMs: number;
}

const minuteMs = 60_000;
const weekMs = 7 * 86_400_000;
const alignmentsInWindow = 100;

/** Window of the same length that `comparison` means, to the millisecond. Null when it would overlap the shown one. */
export function comparisonWindow(currentWindow: TimeWindow, comparison: string): ComparisonWindow | null {
  const lengthMs = currentWindow.endMs - currentWindow.startMs;
  const shiftMs = shiftOf(currentWindow, comparison);
  if (shiftMs < lengthMs) return null;
  return {
    window: { startMs: currentWindow.startMs - shiftMs, endMs: currentWindow.endMs - shiftMs },
    shiftMs,
  };
}

/**
 * The same where lines of metrics lie over each other: a window that follows the shown one moves in hundredths of its length, so
 * that it is not read anew with every refresh, and may end that much earlier.
 */
export function alignedComparisonWindow(
  currentWindow: TimeWindow,
  comparison: string,
): ComparisonWindow | null {
  const before = comparisonWindow(currentWindow, comparison);
  if (before === null || isInstant(comparison)) return before;
  const lengthMs = currentWindow.endMs - currentWindow.startMs;
  const grainMs = Math.max(1, Math.round(lengthMs / alignmentsInWindow / minuteMs)) * minuteMs;
  const startMs = Math.floor(before.window.startMs / grainMs) * grainMs;
  return { window: { startMs, endMs: startMs + lengthMs }, shiftMs: before.shiftMs };
}

function shiftOf({ startMs, endMs }: TimeWindow, comparison: string): number {
  if (isInstant(comparison)) return startMs - Number(comparison);
  return comparison === "weekday" ? weekMs : endMs - startMs;
}

function isInstant(comparison: string): boolean {
  return /^\d+$/.test(comparison);
}
