/** Sentences of the scatter plot. */
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { formatCount } from "@/lib/format/number";
import { formatClock, formatNanoseconds } from "@/lib/format/time";
import { countWithNoun } from "@/lib/format/agreement";

/** Returns a note if the traces of the chart are older than those of the list, which is refreshed more often. */
export function olderThanListText(
  asOfMs: number,
  listAsOfMs: number | null,
  timeZone: string,
): readonly string[] {
  if (listAsOfMs === null || listAsOfMs - asOfMs < sameReadingMs) return [];
  return [`These requests were loaded at ${formatClock(asOfMs, timeZone, true)}, before the trace list.`];
}
const sameReadingMs = 5_000;

/**
 * Describes the requests of the scatter chart: their number, errors and aborts. `slowestListedNs` is the duration in the
 * headline of the page; null if the page has none. The chart and the list read different traces of a window.
 */
export function scatterSentence(
  { points }: Pick<TraceStudy, "points">,
  hasConditions: boolean,
  slowestListedNs: number | null = null,
): string {
  if (points.length === 0)
    return `No request was found in this window${hasConditions ? " that matches the filters" : ""}.`;
  const errors = points.filter(({ outcome }) => outcome === "error").length;
  const aborts = points.filter(({ outcome }) => outcome === "abort").length;
  const longest = points.reduce((longestSoFar, { durationNs }) => Math.max(longestSoFar, durationNs), 0);
  const failed =
    errors === 0
      ? "none failed"
      : `${formatCount(errors)} failed, drawn as ${errors === 1 ? "a cross" : "crosses"}`;
  return `Start and duration of ${countWithNoun(points.length, "request")}, ${failed}${aborts === 0 ? "" : `, ${formatCount(aborts)} aborted by clients`}. ${longestText(longest, slowestListedNs)}`;
}

function longestText(longestNs: number, slowestListedNs: number | null): string {
  const [longest, listed] = [
    formatNanoseconds(longestNs),
    slowestListedNs === null ? null : formatNanoseconds(slowestListedNs),
  ];
  if (slowestListedNs === null || listed === longest) return `The longest took ${longest}.`;
  return slowestListedNs > longestNs
    ? `The longest took ${longest}. The slowest trace of the list (${listed}) is not among them.`
    : `The longest took ${longest}. It is not in the list, whose slowest trace took ${listed}.`;
}
