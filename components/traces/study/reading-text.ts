/** How the traces came to be these, in words: what was asked, got, left out and cut, and why. */
import type { StudyRetrieval, TraceStudy } from "@/lib/contracts/trace-study";
import type { TimeWindow } from "@/lib/model/time-window";
import { formatCount } from "@/lib/format/number";
import { formatElapsed } from "@/lib/format/elapsed";
import { tracedShareText } from "@/components/traces/traced-share";

const endReasons: { readonly [E in NonNullable<StudyRetrieval["stoppedBy"]>]: string } = {
  "max-traces": "as many as asked for",
  "max-spans": "as many spans as are read for one question",
  "max-queries": "as many questions as are put to the source",
  time: "as long as is waited for the source",
  failure: "the source failed",
};

/** Sentences, the most important first. */
export function readingSentences(
  reading: StudyRetrieval,
  metrics: TraceStudy["metrics"],
  window: TimeWindow,
): readonly string[] {
  const { requested, returned, requests, startupTraces, filteredOut, unreadIntervals, queryCount } = reading;
  const coverage = coverageText(reading, window);
  return [
    // What the numbers do not speak for comes before what they do.
    ...(reading.isTruncated ? [coverage] : []),
    `Asked for up to ${formatCount(requested)} traces in ${queryCount === 1 ? "one question" : `${formatCount(queryCount)} questions`}; got ${formatCount(returned)}, of which ${formatCount(requests)} are requests.`,
    ...(startupTraces > 0
      ? [
          `${formatCount(startupTraces)} ${startupTraces === 1 ? "tells" : "tell"} of a server's start, which nobody waited for, and ${startupTraces === 1 ? "is" : "are"} in no number.`,
        ]
      : []),
    ...(filteredOut > 0 ? [`${formatCount(filteredOut)} came that do not meet the conditions.`] : []),
    ...(reading.isTruncated ? [] : [coverage]),
    ...(unreadIntervals > 0
      ? [
          `${formatCount(unreadIntervals)} ${unreadIntervals === 1 ? "stretch" : "stretches"} of it had more than the source gives at once: some of their traces are missing.`,
        ]
      : []),
    tracedShareText(metrics),
  ];
}

/** Which part of the window the numbers speak for. */
export function coverageText(
  { isTruncated, covered, stoppedBy, failure }: StudyRetrieval,
  window: TimeWindow,
): string {
  const length = (span: TimeWindow): string => formatElapsed(span.endMs - span.startMs);
  if (!isTruncated || stoppedBy === null) return `The whole window of ${length(window)} was read.`;
  const why = failure === null ? endReasons[stoppedBy] : `${endReasons[stoppedBy]}: ${failure.detail}`;
  return `These numbers are of the last ${length(covered)} of the window's ${length(window)} (${why}); older traces are in none of them.`;
}
