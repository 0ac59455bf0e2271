/** What the scatter of a window's requests says of itself. */
import type { TraceStudy } from "@/lib/contracts/trace-study";
import { formatCount } from "@/lib/format/number";
import { formatClock, formatNanoseconds } from "@/lib/format/time";

/** A list is read again sooner than thousands of traces are. */
export function olderThanListText(
  asOfMs: number,
  listAsOfMs: number | null,
  timeZone: string,
): readonly string[] {
  if (listAsOfMs === null || listAsOfMs - asOfMs < sameReadingMs) return [];
  return [`Read at ${formatClock(asOfMs, timeZone, true)}, before the list.`];
}
const sameReadingMs = 5_000;

export function scatterSentence({ points }: Pick<TraceStudy, "points">, isConditioned: boolean): string {
  if (points.length === 0)
    return `No request lies in this window${isConditioned ? " that meets the conditions" : ""}.`;
  const errors = points.filter(({ isError }) => isError).length;
  const longest = points.reduce((longestSoFar, { durationNs }) => Math.max(longestSoFar, durationNs), 0);
  const failed =
    errors === 0
      ? "none with an error"
      : `${formatCount(errors)} with an error, drawn as ${errors === 1 ? "a cross" : "crosses"}`;
  return `${formatCount(points.length)} requests by when they began and how long they took, ${failed}; the longest took ${formatNanoseconds(longest)}.`;
}
