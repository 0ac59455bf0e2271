/**
 * Maps Jaeger's wire format to the trace model. Order, parents and durations stay as reported; the analysis detects
 * errors in them.
 */
import { runWithoutPause, isEndOfStep } from "@/lib/base/steps";
import type { AttributeValue, Span, SpanEvent, SpanLink, Trace } from "@/lib/model/traces/trace";
import {
  padTraceId,
  toSpanKind,
  toParentId,
  setAttribute,
  toSafeIntegerOrText,
  findServiceName,
  type SpanAttributes,
} from "@/lib/sources/otlp/mapper";
import { toEpochTime } from "@/lib/sources/otlp/epoch-time";
import { toTrace, type TimedSpan } from "@/lib/sources/otlp/timed-span";
import type { LegacySpan, LegacyTag, LegacyTrace } from "./wire";

/** Maps the traces of the legacy API in their order. Traces without spans are dropped. */
export function convertLegacyTraces(traces: readonly LegacyTrace[]): readonly Trace[] {
  return traces.flatMap((trace) => {
    const gathered = createLegacyTraceCollector(trace);
    for (const span of trace.spans) gathered.add(span);
    return runWithoutPause(gathered.trace()) ?? [];
  });
}

/** Collects the spans of one trace one by one and keeps only the needed fields. */
export function createLegacyTraceCollector({
  traceID,
  processes,
}: Pick<LegacyTrace, "traceID" | "processes">) {
  const resources = new Map(
    Object.entries(processes).map(([id, { serviceName, tags }]) => [
      id,
      { ...fromTags(tags ?? []), "service.name": serviceName } satisfies SpanAttributes,
    ]),
  );
  const spans: LegacyTimed[] = [];
  return {
    add: (span: LegacySpan): void => {
      spans.push(timedFromLegacy(span, traceID, resources.get(span.processID) ?? noAttributes));
    },
    /** Returns the collected trace; null if no span was added. */
    *trace(): Generator<void, Trace | null> {
      if (spans.length === 0) return null;
      const traceId = padTraceId(traceID);
      return (yield* toTraceIfNear(traceId, spans)) ?? toTrace(traceId, spans.map(inNanoseconds));
    },
  };
}

const noAttributes: SpanAttributes = {};

/** Span under construction; its times are microseconds since the epoch. */
type LegacyTimed = { -readonly [Key in keyof Span]: Span[Key] };

/** Largest distance between two times, in microseconds, for which nanoseconds are exact numbers. */
const farthestUs = 4_503_599_627_370;

/**
 * Converts the span times in place and returns the trace, if all times are plausible and close together, as they
 * usually are. Otherwise returns null and changes nothing.
 */
function* toTraceIfNear(traceId: string, spans: readonly LegacyTimed[]): Generator<void, Trace | null> {
  let [minUs, maxUs, firstEnd] = [Infinity, -Infinity, Infinity];
  for (const [index, { startNs: startUs, durationNs: durationUs }] of spans.entries()) {
    if (isEndOfStep(index)) yield;
    minUs = Math.min(minUs, startUs);
    maxUs = Math.max(maxUs, startUs, startUs + durationUs);
    firstEnd = Math.min(firstEnd, startUs + durationUs);
  }
  const isNear = maxUs - minUs < farthestUs && minUs - firstEnd < farthestUs;
  if (!isNear || minUs <= 0 || maxUs > Number.MAX_SAFE_INTEGER) return null;
  for (const [index, span] of spans.entries()) {
    if (isEndOfStep(index)) yield;
    span.startNs = (span.startNs - minUs) * 1_000;
    span.durationNs *= 1_000;
    if (span.events.length > 0)
      span.events = span.events.map((event) => ({ ...event, atNs: (event.atNs - minUs) * 1_000 }));
  }
  return {
    traceId,
    startEpochNs: String(BigInt(minUs) * 1_000n),
    durationNs: (maxUs - minUs) * 1_000,
    spans,
  };
}

function inNanoseconds({
  startNs: startUs,
  durationNs: durationUs,
  events,
  ...span
}: LegacyTimed): TimedSpan {
  const start = BigInt(startUs) * 1_000n;
  return {
    ...span,
    startTime: toEpochTime(start),
    endTime: toEpochTime(start + BigInt(durationUs) * 1_000n),
    events: events.map(({ atNs: atUs, ...event }) => ({
      ...event,
      time: toEpochTime(BigInt(atUs) * 1_000n),
    })),
  };
}

/** Tags that the legacy API uses for fields of an OpenTelemetry span. */
const fieldTags: ReadonlySet<string> = new Set([
  "span.kind",
  "otel.scope.name",
  "otel.status_code",
  "otel.status_description",
  "w3c.tracestate",
]);

function timedFromLegacy(span: LegacySpan, traceId: string, resource: SpanAttributes): LegacyTimed {
  const fields: Record<string, AttributeValue> = {};
  const attributes: Record<string, AttributeValue> = {};
  for (const tag of span.tags ?? [])
    setAttribute(fieldTags.has(tag.key) ? fields : attributes, tag.key, readTagValue(tag));
  const scope = fields["otel.scope.name"];
  const message = fields["otel.status_description"] ?? "";
  const traceState = fields["w3c.tracestate"] ?? "";
  const parent = findParentReference(span, traceId);
  const links = listLinks(span, parent);
  // Fields are listed explicitly: a trace may have 50,000 spans, and spreading optional fields dominates the cost.
  const timed: LegacyTimed = {
    spanId: span.spanID,
    parentSpanId: parent === undefined ? null : toParentId(parent.spanID),
    service: findServiceName(resource),
    operation: span.operationName,
    kind: toSpanKind(fields["span.kind"]),
    isError:
      fields["otel.status_code"] === "ERROR" ||
      attributes["error"] === true ||
      attributes["error"] === "true",
    startNs: Math.round(span.startTime),
    durationNs: Math.round(span.duration),
    attributes,
    resource,
    events: span.logs === null || span.logs.length === 0 ? noEvents : span.logs.map(eventFromLegacy),
    scope: typeof scope === "string" ? scope : null,
  };
  const isFollowsFrom = parent?.refType === "FOLLOWS_FROM";
  if (!isFollowsFrom && message === "" && links.length === 0 && traceState === "") return timed;
  return {
    ...timed,
    ...(isFollowsFrom ? { isFollowsFrom: true } : {}),
    ...(message === "" ? {} : { statusMessage: String(message) }),
    ...(links.length === 0 ? {} : { links }),
    ...(traceState === "" ? {} : { traceState: String(traceState) }),
  };
}

const noEvents: readonly SpanEvent[] = [];

function eventFromLegacy({ timestamp, fields }: NonNullable<LegacySpan["logs"]>[number]): SpanEvent {
  const { event, ...rest } = fromTags(fields ?? []);
  return {
    name: typeof event === "string" ? event : "log",
    atNs: Math.round(timestamp),
    attributes: rest,
  };
}

/** Returns the parent among the references. A reference to another trace is a link, not a parent. */
function findParentReference({ references }: LegacySpan, traceId: string): LegacyReference | undefined {
  const isSameTrace = (traceID: string): boolean =>
    traceID === traceId || padTraceId(traceID) === padTraceId(traceId);
  // Most spans have exactly one reference.
  if (references?.length === 1) return isSameTrace(references[0]?.traceID ?? "") ? references[0] : undefined;
  const candidates = (references ?? []).filter(({ traceID }) => isSameTrace(traceID));
  return candidates.find(({ refType }) => refType === "CHILD_OF") ?? candidates[0];
}

/** Returns every reference except the parent. */
function listLinks({ references }: LegacySpan, parent: LegacyReference | undefined): readonly SpanLink[] {
  if (references === null || references.length === 0) return noLinks;
  if (references.length === 1 && references[0] === parent) return noLinks;
  return references
    .filter((reference) => reference !== parent)
    .map(({ traceID, spanID }) => ({ traceId: padTraceId(traceID), spanId: spanID, attributes: {} }));
}

const noLinks: readonly SpanLink[] = [];

type LegacyReference = NonNullable<LegacySpan["references"]>[number];

function fromTags(tags: readonly LegacyTag[]): SpanAttributes {
  const attributes: Record<string, AttributeValue> = {};
  for (const tag of tags) setAttribute(attributes, tag.key, readTagValue(tag));
  return attributes;
}

function readTagValue({ type, value }: LegacyTag): AttributeValue {
  return type === "int64" && typeof value !== "boolean" ? toSafeIntegerOrText(value) : value;
}
