/**
 * Converts absolute times to the trace model: nanoseconds since the trace's earliest span, exact within 52 days of the
 * median start. A span that is further away, or that lacks a start or an end, is drawn at the start of the trace, and
 * its reported times are stored as text.
 */
import type { Span, SpanEvent, Trace } from "@/lib/model/traces/trace";
import { epochZero, toEpochNs, countNsBetween, type EpochTime } from "./epoch-time";

/** Span with absolute times, before the start of its trace is known. */
export interface TimedSpan extends Omit<Span, "startNs" | "durationNs" | "events" | "impossibleTimes"> {
  readonly startTime: EpochTime;
  readonly endTime: EpochTime;
  readonly events: readonly (Omit<SpanEvent, "atNs"> & { readonly time: EpochTime })[];
}

/** 2⁵² ns: two times this close to a third time differ by an exact number of nanoseconds. */
const farthestNs = 4_503_599_627_370_496;

/** Builds a trace from `spans`. Errors in the spans are detected in `lib/analysis/traces`. */
export function toTrace(traceId: string, spans: readonly TimedSpan[]): Trace {
  const middle = middleStart(spans);
  let start: EpochTime | null = null;
  let end = middle;
  for (const { startTime, endTime } of spans) {
    if (!isNear(middle, startTime)) continue;
    if (start === null || countNsBetween(start, startTime) < 0) start = startTime;
    if (countNsBetween(end, endTime) > 0 && isNear(middle, endTime)) end = endTime;
  }
  const traceStart = start ?? middle;
  return {
    traceId,
    startEpochNs: String(toEpochNs(traceStart)),
    durationNs: countNsBetween(traceStart, end),
    spans: spans.map((span) =>
      isNear(middle, span.startTime) && isNear(middle, span.endTime)
        ? toRelativeSpan(span, traceStart)
        : toImpossibleSpan(span, traceStart, middle),
    ),
  };
}

function isNear(middle: EpochTime, at: EpochTime): boolean {
  return Math.abs(countNsBetween(middle, at)) < farthestNs;
}

/**
 * Returns a start that is close to the other starts: any start if all starts are close together, else the median. Unset
 * starts are ignored unless all are unset.
 */
function middleStart(spans: readonly TimedSpan[]): EpochTime {
  const starts = spans.map(({ startTime }) => startTime);
  const reported = starts.filter((time) => countNsBetween(epochZero, time) > 0);
  const known = reported.length === 0 ? starts : reported;
  let [earliest, latest] = [known[0] ?? epochZero, known[0] ?? epochZero];
  for (const time of known) {
    if (countNsBetween(earliest, time) < 0) earliest = time;
    else if (countNsBetween(latest, time) > 0) latest = time;
  }
  if (countNsBetween(earliest, latest) < farthestNs) return earliest;
  const sorted = known.toSorted((a, b) => countNsBetween(b, a));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? epochZero;
}

/** Fields are listed explicitly: a trace may have 50,000 spans, and rest destructuring costs ten times as much. */
function toRelativeSpan(span: TimedSpan, traceStart: EpochTime): Span {
  const relative: Span = {
    spanId: span.spanId,
    parentSpanId: span.parentSpanId,
    service: span.service,
    operation: span.operation,
    kind: span.kind,
    isError: span.isError,
    startNs: countNsBetween(traceStart, span.startTime),
    durationNs: countNsBetween(span.startTime, span.endTime),
    attributes: span.attributes,
    resource: span.resource,
    events:
      span.events.length === 0 ? noEvents : span.events.map((event) => toRelativeEvent(event, traceStart)),
    scope: span.scope,
  };
  const { isFollowsFrom, statusMessage, links, traceState } = span;
  const isPlain = isFollowsFrom !== true && statusMessage === undefined;
  if (isPlain && links === undefined && traceState === undefined) return relative;
  return {
    ...relative,
    ...(links === undefined ? {} : { links }),
    ...(traceState === undefined ? {} : { traceState }),
    ...(isFollowsFrom === true ? { isFollowsFrom: true } : {}),
    ...(statusMessage === undefined ? {} : { statusMessage }),
  };
}

const noEvents: readonly SpanEvent[] = [];

function toImpossibleSpan(
  { startTime, endTime, events, ...rest }: TimedSpan,
  traceStart: EpochTime,
  middle: EpochTime,
): Span {
  return {
    ...rest,
    startNs: isNear(middle, startTime) ? countNsBetween(traceStart, startTime) : 0,
    durationNs: 0,
    impossibleTimes: `${toEpochNs(startTime)} to ${toEpochNs(endTime)} ns since 1970`,
    events: events.map((event) =>
      isNear(middle, event.time)
        ? toRelativeEvent(event, traceStart)
        : { name: event.name, atNs: 0, attributes: event.attributes },
    ),
  };
}

function toRelativeEvent({ time, ...event }: TimedSpan["events"][number], traceStart: EpochTime): SpanEvent {
  return { ...event, atNs: countNsBetween(traceStart, time) };
}
