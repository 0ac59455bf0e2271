/** The window that another is compared with: the one before it, the same days a week earlier, or one from a chosen instant. */
import type { TimeWindow } from "./time-window";

/** `previous`, `weekday`, or the epoch milliseconds at which it begins. */
export const comparisonPattern = /^(?:previous|weekday|\d{12,14})$/;

export interface WindowBefore {
  readonly window: TimeWindow;
  /** How far before a point of the shown window its counterpart lies. */
  readonly shiftMs: number;
}

const minuteMs = 60_000;
const weekMs = 7 * 86_400_000;
const alignmentsInWindow = 100;

/**
 * Window of the same length that `comparison` means. It moves in hundredths of its length, so that a past window is not read anew
 * with every refresh. Null when it would overlap the shown one.
 */
export function windowBefore(shown: TimeWindow, comparison: string): WindowBefore | null {
  const lengthMs = shown.endMs - shown.startMs;
  if (/^\d+$/.test(comparison)) {
    const startMs = Number(comparison);
    if (startMs + lengthMs > shown.startMs) return null;
    return { window: { startMs, endMs: startMs + lengthMs }, shiftMs: shown.startMs - startMs };
  }
  const shiftMs = comparison === "weekday" ? weekMs : lengthMs;
  if (shiftMs < lengthMs) return null;
  const grainMs = Math.max(1, Math.round(lengthMs / alignmentsInWindow / minuteMs)) * minuteMs;
  const startMs = Math.floor((shown.startMs - shiftMs) / grainMs) * grainMs;
  return { window: { startMs, endMs: startMs + lengthMs }, shiftMs };
}
