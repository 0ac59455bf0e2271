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
  const middle = middleStart(spans);
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

/**
 * A start that all others are near to, or as many as can be: where they are near to one another, any of them, else the median.
 * Of the starts that were told; where none was, all are taken as they are.
 */
function middleStart(spans: readonly TimedSpan[]): bigint {
  const starts = spans.map(({ startEpochNs }) => startEpochNs);
  const told = starts.filter((startNs) => startNs > 0n);
  const known = told.length === 0 ? starts : told;
  let [least, most] = [known[0] ?? 0n, known[0] ?? 0n];
  for (const startNs of known) {
    if (startNs < least) least = startNs;
    else if (startNs > most) most = startNs;
  }
  if (most - least < farthestNs) return least;
  const sorted = known.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n;
}

/** Field by field: a trace may have 50,000 spans, and taking the rest of an object by name costs ten times as much. */
function placed(span: TimedSpan, traceStart: bigint): Span {
  const own: Span = {
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    service: span.service,
    operation: span.operation,
    kind: span.kind,
    isError: span.isError,
    startNs: Number(span.startEpochNs - traceStart),
    durationNs: Number(span.endEpochNs - span.startEpochNs),
    attributes: span.attributes,
    resource: span.resource,
    events: span.events.length === 0 ? noEvents : span.events.map((event) => placedEvent(event, traceStart)),
    scope: span.scope,
  };
  const { isFollowing, statusMessage, links, traceState } = span;
  const isPlain = isFollowing !== true && statusMessage === undefined;
  if (isPlain && links === undefined && traceState === undefined) return own;
  return {
    ...own,
    ...(links === undefined ? {} : { links }),
    ...(traceState === undefined ? {} : { traceState }),
    ...(isFollowing === true ? { isFollowing: true } : {}),
    ...(statusMessage === undefined ? {} : { statusMessage }),
  };
}

const noEvents: readonly SpanEvent[] = [];

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
