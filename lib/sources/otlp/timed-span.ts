/**
 * From absolute times to a trace of our model. Times become nanoseconds since the trace's earliest span, exact as numbers
 * within 52 days of its median start. A span further away, or one that never told its start or end, cannot be placed: it
 * stands where the trace begins and keeps what it told as text.
 */
import type { Span, SpanEvent, Trace } from "@/lib/model/trace";

/** A span with absolute times, before its trace's start is known. */
export interface TimedSpan extends Omit<Span, "startNs" | "durationNs" | "events" | "impossibleTimes"> {
  readonly startEpochNs: bigint;
  readonly endEpochNs: bigint;
  readonly events: readonly (Omit<SpanEvent, "atNs"> & { readonly atEpochNs: bigint })[];
}

/** 2⁵² ns: two times that are both so near to a third are an exact number of nanoseconds apart. */
const farthestNs = 4_503_599_627_370_496n;

/** `spans` as one trace; what is wrong among them is judged in `lib/analysis/traces`. */
export function toTrace(traceId: string, spans: readonly TimedSpan[]): Trace {
  const middle = medianStart(spans);
  const isNear = (atNs: bigint): boolean => atNs - middle < farthestNs && middle - atNs < farthestNs;
  const isPossible = ({ startEpochNs, endEpochNs }: TimedSpan): boolean =>
    isNear(startEpochNs) && isNear(endEpochNs);
  let start: bigint | null = null;
  let end = middle;
  for (const span of spans) {
    if (!isNear(span.startEpochNs)) continue;
    if (start === null || span.startEpochNs < start) start = span.startEpochNs;
    if (isNear(span.endEpochNs) && span.endEpochNs > end) end = span.endEpochNs;
  }
  const startEpochNs = start ?? middle;
  return {
    traceId,
    startEpochNs: String(startEpochNs),
    durationNs: Number(end - startEpochNs),
    spans: spans.map((span) =>
      isPossible(span) ? placed(span, startEpochNs) : unplaced(span, startEpochNs, isNear),
    ),
  };
}

/** Of the starts that were told; where none was, all are taken as they are. */
function medianStart(spans: readonly TimedSpan[]): bigint {
  const starts = spans.map(({ startEpochNs }) => startEpochNs);
  const told = starts.filter((startNs) => startNs > 0n);
  const sorted = (told.length === 0 ? starts : told).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
}

function placed({ startEpochNs, endEpochNs, events, ...rest }: TimedSpan, traceStart: bigint): Span {
  return {
    ...rest,
    startNs: Number(startEpochNs - traceStart),
    durationNs: Number(endEpochNs - startEpochNs),
    events: events.map((event) => placedEvent(event, traceStart)),
  };
}

function unplaced(
  { startEpochNs, endEpochNs, events, ...rest }: TimedSpan,
  traceStart: bigint,
  isNear: (atNs: bigint) => boolean,
): Span {
  return {
    ...rest,
    startNs: isNear(startEpochNs) ? Number(startEpochNs - traceStart) : 0,
    durationNs: 0,
    impossibleTimes: `${startEpochNs} to ${endEpochNs} ns since 1970`,
    events: events.map((event) =>
      isNear(event.atEpochNs)
        ? placedEvent(event, traceStart)
        : { name: event.name, atNs: 0, attributes: event.attributes },
    ),
  };
}

function placedEvent({ atEpochNs, ...event }: TimedSpan["events"][number], traceStart: bigint): SpanEvent {
  return { ...event, atNs: Number(atEpochNs - traceStart) };
}
