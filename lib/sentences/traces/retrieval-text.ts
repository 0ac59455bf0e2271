/** Describes how the traces were read: limits, exclusions, truncation and reasons. */
import type { StudyRetrieval, TraceStudy } from "@/lib/contracts/traces/trace-study";
import type { TimeWindow } from "@/lib/model/time-window";
import { formatCount } from "@/lib/format/number";
import { formatElapsed } from "@/lib/format/elapsed";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { tracedShareText } from "./traced-share";

const endReasons: { readonly [E in NonNullable<StudyRetrieval["stoppedBy"]>]: string } = {
  "max-traces": "trace limit reached",
  "max-spans": "span limit reached",
  "max-queries": "query limit reached",
  time: "time limit reached",
  failure: "the source failed",
};

/** Returns which requests were read and why requests are missing, as sentences, most important first. */
export function retrievalSentences(
  retrieval: StudyRetrieval,
  metrics: TraceStudy["metrics"],
  window: TimeWindow,
): readonly string[] {
  const {
    requestedCount,
    returnedCount,
    analysedRequestCount,
    startupTraceCount,
    filteredOutCount,
    unreadIntervalCount,
    queryCount,
  } = retrieval;
  const coverage = coverageText(retrieval, window);
  return [
    // If traces are missing, the coverage is stated first.
    ...(retrieval.isTruncated ? [coverage] : []),
    `Read ${countWithNoun(returnedCount, "trace")} with ${countWithNoun(queryCount, "query", "queries")} (limit ${formatCount(requestedCount)} traces). ${formatCount(analysedRequestCount)} of these traces ${singularOrPlural(analysedRequestCount, "was analysed as a request", "were analysed as requests")}.`,
    ...(startupTraceCount > 0
      ? [
          `Of the read traces, ${countWithNoun(startupTraceCount, "server start-up trace is", "server start-up traces are")} excluded.`,
        ]
      : []),
    ...(filteredOutCount > 0
      ? [
          `${countWithNoun(filteredOutCount, "further trace does not match the filters and is", "further traces do not match the filters and are")} excluded.`,
        ]
      : []),
    ...(retrieval.isTruncated ? [] : [coverage]),
    ...(unreadIntervalCount > 0
      ? [
          `${countWithNoun(unreadIntervalCount, "interval has", "intervals have")} more traces than the source returns at once, so some traces are missing.`,
        ]
      : []),
    tracedShareText(metrics),
  ];
}

/** Returns which part of the window the read requests cover, as a sentence. */
export function coverageText(
  { isTruncated, coveredWindow, stoppedBy, failure }: StudyRetrieval,
  window: TimeWindow,
): string {
  const length = (span: TimeWindow): string => formatElapsed(span.endMs - span.startMs);
  if (!isTruncated) return `The complete window of ${length(window)} was read.`;
  if (stoppedBy === null)
    return `The complete window of ${length(window)} was searched, but not all of its traces were read.`;
  const why = failure === null ? endReasons[stoppedBy] : `${endReasons[stoppedBy]}: ${failure.detail}`;
  return `The numbers include only the last ${length(coveredWindow)} of the ${length(window)} window (${why}). Older traces are not included.`;
}
