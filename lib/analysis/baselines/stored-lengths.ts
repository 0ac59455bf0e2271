/** Lengths of windows whose variation is stored with a baseline. */
import { minMarginWindows } from "@/lib/analysis/statistics/verdict/margin";

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const usualLengthsMs = [
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
  2 * dayMs,
  3 * dayMs,
  7 * dayMs,
];

/**
 * Returns the window lengths, in milliseconds, for which a baseline stores the variation between windows:
 * its length and the usual shorter lengths. A length is omitted if the baseline itself contains enough
 * windows of that length.
 */
export function listStoredSpreadLengthsMs(windowMs: number): readonly number[] {
  const shorter = usualLengthsMs.filter(
    (lengthMs) => lengthMs < windowMs && Math.floor(windowMs / lengthMs) < minMarginWindows,
  );
  return [windowMs, ...shorter.toReversed()];
}
