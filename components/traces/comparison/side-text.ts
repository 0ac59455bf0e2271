/** Where the requests of one side are from and how complete they are, in words. */
import type { ComparedSide } from "@/lib/contracts/trace-comparison";
import type { TimeWindow } from "@/lib/model/time-window";
import { formatCount, formatNumber, thinSpace } from "@/lib/format/number";
import { formatElapsed } from "@/lib/format/elapsed";
import { formatClock, formatDateTime, formatNanoseconds, formatZone } from "@/lib/format/time";

type SideReading = NonNullable<ComparedSide["retrieval"]>;

const endReasons: { readonly [E in NonNullable<SideReading["stoppedBy"]>]: string } = {
  "max-traces": "as many as asked for",
  "max-spans": "as many spans as are read for one question",
  "max-queries": "as many questions as are put to the source",
  time: "as long as is waited for the source",
  failure: "the source failed",
};

/** "mean 2.47 s, whole request 12 s, prompt 5,020 tokens, output 180 tokens"; what is not told is left out, and nothing is told twice. */
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
      : [`whole request ${mean}${formatNanoseconds(meanRequestNs)}`]),
    ...(meanPromptTokens === null ? [] : [`prompt ${formatCount(meanPromptTokens)} tokens`]),
    ...(meanOutputTokens === null ? [] : [`output ${formatCount(meanOutputTokens)}`]),
  ].join(", ");
}

const namedWindows = 3;
const minuteMs = 60_000;
const shortMs = 10 * minuteMs;
const dayMs = 86_400_000;

const needsSeconds = (...timesMs: readonly number[]): boolean => timesMs.some((ms) => ms % minuteMs !== 0);

/** "Thu 19 Nov, 13:30 to 14:30 UTC"; of many, the first few and how many more. */
export function windowsText(windows: readonly TimeWindow[], timeZone: string): string {
  const [first] = windows;
  if (first === undefined) return "";
  const named = windows.slice(0, namedWindows).map(({ startMs, endMs }, index) => {
    const isLong = endMs - startMs >= dayMs;
    // A part of a minute would read as no time at all.
    const seconds = endMs - startMs < shortMs && needsSeconds(startMs, endMs);
    const from =
      index === 0 ? formatDateTime(startMs, timeZone, seconds) : formatClock(startMs, timeZone, seconds);
    return `${from} to ${isLong ? formatDateTime(endMs, timeZone) : formatClock(endMs, timeZone, seconds)}`;
  });
  const more = windows.length - named.length;
  return `${named.join("; ")}${more > 0 ? ` and ${more} more` : ""} ${formatZone(first.startMs, timeZone)}`;
}

/** How the requests came to be these: asked, got, left out, cut and why. Empty for a trace by its id. */
export function readingText(side: ComparedSide): string {
  const { retrieval, requestsInMetrics, missingFirstToken } = side;
  if (retrieval === null) return "";
  const { requested, returned, startupTraces, filteredOut, unreadIntervals } = retrieval;
  const sentences = [
    `${formatCount(returned)} traces read${metricsText(returned, requestsInMetrics)}, up to ${formatCount(requested)} asked for.`,
    ...(missingFirstToken > 0
      ? [`${formatCount(missingFirstToken)} do not tell their first token and are left out.`]
      : []),
    ...(startupTraces > 0
      ? [`${formatCount(startupTraces)} tell of a server's start and are left out.`]
      : []),
    ...(filteredOut > 0 ? [`${formatCount(filteredOut)} came without that value.`] : []),
    ...(retrieval.isTruncated ? [cutText(side, retrieval)] : []),
    ...(unreadIntervals > 0
      ? [`${formatCount(unreadIntervals)} stretches had more than the source gives at once.`]
      : []),
  ];
  return sentences.join(" ");
}

function metricsText(got: number, requests: number | null): string {
  if (requests === null || requests <= 0) return "";
  const percent = (got / requests) * 100;
  const count = ` of ${formatCount(requests)} requests that the metrics count`;
  return percent > 100 ? count : `${count}, ${formatNumber(percent)}${thinSpace}%`;
}

function cutText({ windows }: ComparedSide, { covered, stoppedBy, failure }: SideReading): string {
  const why = stoppedBy === null ? "the source gave no more" : endReasons[stoppedBy];
  const because = failure === null ? why : `${why}: ${failure.detail}`;
  const window = windows.at(-1);
  if (window === undefined || windows.length > 1) return `Each part was read from its end (${because}).`;
  const length = ({ startMs, endMs }: TimeWindow): string => formatElapsed(endMs - startMs);
  return `Only the last ${length(covered)} of ${length(window)} were read (${because}).`;
}
