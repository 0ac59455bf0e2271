/** How the traces came to be these, in words: what was asked, got, left out and cut, and why. */
import type { StudyReading, TraceStudy } from "@/lib/contracts/trace-study";
import type { TimeWindow } from "@/lib/model/time-window";
import { formatCount } from "@/lib/format/number";
import { formatLength } from "@/lib/format/length";
import { tracedShareWords } from "@/components/traces/traced-share";

const endings: { readonly [E in NonNullable<StudyReading["endedBy"]>]: string } = {
  most: "as many as asked for",
  spans: "as many spans as are read for one question",
  questions: "as many questions as are put to the source",
  time: "as long as is waited for the source",
  failure: "the source failed",
};

/** Sentences, the most important first. */
export function readingWords(
  reading: StudyReading,
  metrics: TraceStudy["metrics"],
  window: TimeWindow,
): readonly string[] {
  const { asked, got, requests, startUps, filteredOut, unreadSlices, slices } = reading;
  const coverage = coverageWords(reading, window);
  return [
    // What the numbers do not speak for comes before what they do.
    ...(reading.cut ? [coverage] : []),
    `Asked for up to ${formatCount(asked)} traces in ${slices === 1 ? "one question" : `${formatCount(slices)} questions`}; got ${formatCount(got)}, of which ${formatCount(requests)} are requests.`,
    ...(startUps > 0
      ? [
          `${formatCount(startUps)} ${startUps === 1 ? "tells" : "tell"} of a server's start, which nobody waited for, and ${startUps === 1 ? "is" : "are"} in no number.`,
        ]
      : []),
    ...(filteredOut > 0 ? [`${formatCount(filteredOut)} came that do not meet the conditions.`] : []),
    ...(reading.cut ? [] : [coverage]),
    ...(unreadSlices > 0
      ? [
          `${formatCount(unreadSlices)} ${unreadSlices === 1 ? "stretch" : "stretches"} of it had more than the source gives at once: some of their traces are missing.`,
        ]
      : []),
    tracedShareWords(metrics),
  ];
}

/** Which part of the window the numbers speak for. */
export function coverageWords({ cut, covered, endedBy, failure }: StudyReading, window: TimeWindow): string {
  const length = (span: TimeWindow): string => formatLength(span.endMs - span.startMs);
  if (!cut || endedBy === null) return `The whole window of ${length(window)} was read.`;
  const why = failure === null ? endings[endedBy] : `${endings[endedBy]}: ${failure.detail}`;
  return `These numbers are of the last ${length(covered)} of the window's ${length(window)} (${why}); older traces are in none of them.`;
}
