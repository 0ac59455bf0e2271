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
 * Returns the window lengths for which a baseline stores spreads: the length of its window, then the usual shorter
 * lengths. A length is excluded if the baseline itself contains enough windows of this length to estimate the margin.
 */
export function listStoredLengths(windowMs: number): readonly number[] {
  const shorter = usualLengthsMs.filter(
    (lengthMs) => lengthMs < windowMs && Math.floor(windowMs / lengthMs) < minMarginWindows,
  );
  return [windowMs, ...shorter.toReversed()];
}
