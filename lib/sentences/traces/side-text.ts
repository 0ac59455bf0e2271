/** Describes the requests of one side: their means, their time ranges, and how completely they were read. */
import type { ComparedSide } from "@/lib/contracts/traces/trace-comparison";
import type { TimeWindow } from "@/lib/model/time-window";
import { formatCount, formatNumber, thinSpace } from "@/lib/format/number";
import { formatElapsed } from "@/lib/format/elapsed";
import { formatClock, formatDateTime, formatNanoseconds, formatTimeZoneName } from "@/lib/format/time";
import { countWithNoun } from "@/lib/format/agreement";

type SideReading = NonNullable<ComparedSide["retrieval"]>;

const endReasons: { readonly [E in NonNullable<SideReading["stoppedBy"]>]: string } = {
  "max-traces": "trace limit reached",
  "max-spans": "span limit reached",
  "max-queries": "query limit reached",
  time: "time limit reached",
  failure: "the source failed",
};

/**
 * Formats the means of a group of requests: "mean 2.47 s, full request mean 12 s, prompt 5,020 tokens,
 * output 180 tokens". Unavailable and repeated values are omitted.
 */
export function meansText({
  meanNs,
  meanRequestNs,
  meanPromptTokens,
  meanOutputTokens,
  n,
}: ComparedSide): string {
  const mean = n === 1 ? "" : "mean ";
  return [
    ...(meanNs === null ? [] : [`${mean}${formatNanoseconds(meanNs)}`]),
    ...(meanRequestNs === null || meanRequestNs === meanNs
      ? []
      : [`full request ${mean}${formatNanoseconds(meanRequestNs)}`]),
    ...(meanPromptTokens === null ? [] : [`prompt ${countWithNoun(meanPromptTokens, "token")}`]),
    ...(meanOutputTokens === null ? [] : [`output ${countWithNoun(meanOutputTokens, "token")}`]),
  ].join(", ");
}

const namedWindows = 3;
const minuteMs = 60_000;
const shortMs = 10 * minuteMs;
const dayMs = 86_400_000;

const needsSeconds = (...timesMs: readonly number[]): boolean => timesMs.some((ms) => ms % minuteMs !== 0);

/** Formats time ranges: "Thu 19 Nov, 13:30 to 14:30 UTC". Lists the first few and the number of others. */
export function windowsText(windows: readonly TimeWindow[], timeZone: string): string {
  const [first] = windows;
  if (first === undefined) return "";
  const named = windows.slice(0, namedWindows).map(({ startMs, endMs }, index) => {
    const isLong = endMs - startMs >= dayMs;
    // Without seconds, a range shorter than a minute would look empty.
    const seconds = endMs - startMs < shortMs && needsSeconds(startMs, endMs);
    const from =
      index === 0 ? formatDateTime(startMs, timeZone, seconds) : formatClock(startMs, timeZone, seconds);
    return `${from} to ${isLong ? formatDateTime(endMs, timeZone) : formatClock(endMs, timeZone, seconds)}`;
  });
  const more = windows.length - named.length;
  return `${named.join("; ")}${more > 0 ? ` and ${more} more` : ""} ${formatTimeZoneName(first.startMs, timeZone)}`;
}

/**
 * Describes how the requests of a group were read: number, limit, exclusions and reasons. Empty for a single
 * trace.
 */
export function retrievalText(side: ComparedSide): string {
  const { retrieval, metricRequestCount, missingFirstTokenCount } = side;
  if (retrieval === null) return "";
  const { requestedCount, returnedCount, startupTraceCount, filteredOutCount, unreadIntervalCount } =
    retrieval;
  const sentences = [
    `Read ${countWithNoun(returnedCount, "trace")} (limit ${formatCount(requestedCount)})${metricsText(returnedCount, metricRequestCount)}.`,
    ...(missingFirstTokenCount > 0
      ? [
          `Of these, ${countWithNoun(missingFirstTokenCount, "trace is excluded, because it does not report its first token", "traces are excluded, because they do not report their first token")}.`,
        ]
      : []),
    ...(startupTraceCount > 0
      ? [
          `Of the read traces, ${countWithNoun(startupTraceCount, "server start-up trace is", "server start-up traces are")} excluded.`,
        ]
      : []),
    ...(filteredOutCount > 0
      ? [
          `${countWithNoun(filteredOutCount, "further trace does not have the compared value and is", "further traces do not have the compared value and are")} excluded.`,
        ]
      : []),
    ...(retrieval.stoppedBy === null ? [] : [cutText(side, retrieval, retrieval.stoppedBy)]),
    ...(unreadIntervalCount > 0
      ? [
          `${countWithNoun(unreadIntervalCount, "interval has", "intervals have")} more traces than the source returns at once, so some traces are missing.`,
        ]
      : []),
  ];
  return sentences.join(" ");
}

function metricsText(got: number, requests: number | null): string {
  if (requests === null || requests <= 0) return "";
  const percent = (got / requests) * 100;
  const count = `the ${countWithNoun(requests, "request")} that the metrics count`;
  return percent > 100
    ? `. The metrics count ${countWithNoun(requests, "request")}`
    : `, ${formatNumber(percent)}${thinSpace}% of ${count}`;
}

function cutText(
  { windows }: ComparedSide,
  { coveredWindow, failure }: SideReading,
  stoppedBy: keyof typeof endReasons,
): string {
  const why = endReasons[stoppedBy];
  const because = failure === null ? why : `${why}: ${failure.detail}`;
  const window = windows.at(-1);
  if (window === undefined || windows.length > 1)
    return `In each time range, only the newest traces were read (${because}).`;
  const length = ({ startMs, endMs }: TimeWindow): string => formatElapsed(endMs - startMs);
  return `Only traces of the last ${length(coveredWindow)} of ${length(window)} were read (${because}).`;
}
