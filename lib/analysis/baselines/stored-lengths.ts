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
 * Returns the length of the baseline's window, then the usual shorter lengths. Lengths of which the window itself
 * contains enough windows are excluded, because a margin is then estimated from the baseline.
 */
export function listStoredLengths(windowMs: number): readonly number[] {
  const shorter = usualLengthsMs.filter(
    (lengthMs) => lengthMs < windowMs && Math.floor(windowMs / lengthMs) < minMarginWindows,
  );
  return [windowMs, ...shorter.toReversed()];
}
