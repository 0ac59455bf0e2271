/**
 * From the wire's spans to ours. Times become nanoseconds since the trace's earliest span, exact as numbers for traces of
 * up to 104 days; the absolute start is kept as decimal text. Order, parents and lengths stay as the source told them:
 * what is wrong with them is judged in `lib/analysis/traces`.
 */
import type { AttributeValue, Span, SpanEvent, SpanKind, Trace } from "@/lib/model/trace";
import {
  otlpArray,
  type OldSpan,
  type OldTag,
  type OldTrace,
  type OtlpAttributes,
  type OtlpSpan,
  type OtlpValue,
  type V3Traces,
} from "./wire";

/** A span with absolute times, before its trace's start is known. */
interface TimedSpan extends Omit<Span, "startNs" | "durationNs" | "events"> {
  readonly startEpochNs: bigint;
  readonly endEpochNs: bigint;
  readonly events: readonly (Omit<SpanEvent, "atNs"> & { readonly atEpochNs: bigint })[];
}

type Attributes = Readonly<Record<string, AttributeValue>>;

const spanKinds: readonly SpanKind[] = [
  "unspecified",
  "internal",
  "server",
  "client",
  "producer",
  "consumer",
];
const errorCode = 2;
const unknownService = "unknown service";

/** The newer API sends all traces of an answer in one list; they come out in the order in which each first appears. */
export function tracesFromV3({ result }: V3Traces): readonly Trace[] {
  const byTrace = new Map<string, TimedSpan[]>();
  for (const { resource, scopeSpans } of result.resourceSpans) {
    const attributes = fromOtlp(resource.attributes);
    for (const { scope, spans } of scopeSpans) {
      for (const span of spans) {
        const traceId = fullTraceId(span.traceId);
        const own = byTrace.get(traceId) ?? [];
        own.push(timedFromOtlp(span, attributes, scope.name));
        byTrace.set(traceId, own);
      }
    }
  }
  return [...byTrace].map(([traceId, spans]) => toTrace(traceId, spans));
}

/** Traces of the older API, in its order; one without spans is left out. */
export function tracesFromOld(traces: readonly OldTrace[]): readonly Trace[] {
  return traces
    .filter(({ spans }) => spans.length > 0)
    .map(({ traceID, spans, processes }) => {
      const resources = new Map(
        Object.entries(processes).map(([id, { serviceName, tags }]) => [
          id,
          { ...fromTags(tags ?? []), "service.name": serviceName } satisfies Attributes,
        ]),
      );
      const timed = spans.map((span) => timedFromOld(span, traceID, resources.get(span.processID) ?? {}));
      return toTrace(fullTraceId(traceID), timed);
    });
}

/** The older API leaves out an upper half of zeros. */
export function fullTraceId(traceId: string): string {
  return traceId.toLowerCase().padStart(32, "0");
}

function toTrace(traceId: string, spans: readonly TimedSpan[]): Trace {
  let start = spans[0]?.startEpochNs ?? 0n;
  let end = start;
  for (const { startEpochNs, endEpochNs } of spans) {
    if (startEpochNs < start) start = startEpochNs;
    if (endEpochNs > end) end = endEpochNs;
  }
  return {
    traceId,
    startEpochNs: String(start),
    durationNs: Number(end - start),
    spans: spans.map(({ startEpochNs, endEpochNs, events, ...rest }) => ({
      ...rest,
      startNs: Number(startEpochNs - start),
      durationNs: Number(endEpochNs - startEpochNs),
      events: events.map(({ atEpochNs, ...event }) => ({ ...event, atNs: Number(atEpochNs - start) })),
    })),
  };
}

function timedFromOtlp(span: OtlpSpan, resource: Attributes, scope: string): TimedSpan {
  return {
    spanId: span.spanId,
    parentSpanId: parentId(span.parentSpanId),
    service: serviceOf(resource),
    operation: span.name,
    kind: kindOf(span.kind),
    isError: span.status.code === errorCode || span.status.code === "STATUS_CODE_ERROR",
    startEpochNs: span.startTimeUnixNano,
    endEpochNs: span.endTimeUnixNano,
    attributes: fromOtlp(span.attributes),
    resource,
    events: span.events.map(({ name, timeUnixNano, attributes }) => ({
      name,
      atEpochNs: timeUnixNano,
      attributes: fromOtlp(attributes),
    })),
    scope: scope === "" ? null : scope,
  };
}

/** Tags by which the older API tells what is a field of its own in OpenTelemetry. */
const fieldTags: ReadonlySet<string> = new Set(["span.kind", "otel.scope.name", "otel.status_code"]);

function timedFromOld(span: OldSpan, traceId: string, resource: Attributes): TimedSpan {
  const tags = fromTags(span.tags ?? []);
  const scope = tags["otel.scope.name"];
  const start = microseconds(span.startTime);
  return {
    spanId: span.spanID,
    parentSpanId: parentOf(span, traceId),
    service: serviceOf(resource),
    operation: span.operationName,
    kind: kindOf(tags["span.kind"]),
    isError: tags["otel.status_code"] === "ERROR" || tags["error"] === true || tags["error"] === "true",
    startEpochNs: start,
    endEpochNs: start + microseconds(span.duration),
    attributes: Object.fromEntries(Object.entries(tags).filter(([key]) => !fieldTags.has(key))),
    resource,
    events: (span.logs ?? []).map(({ timestamp, fields }) => {
      const { event, ...attributes } = fromTags(fields ?? []);
      return {
        name: typeof event === "string" ? event : "log",
        atEpochNs: microseconds(timestamp),
        attributes,
      };
    }),
    scope: typeof scope === "string" ? scope : null,
  };
}

/** The older API names parents among references; a reference into another trace is a link, not a parent. */
function parentOf({ references }: OldSpan, traceId: string): string | null {
  const own = (references ?? []).filter(({ traceID }) => fullTraceId(traceID) === fullTraceId(traceId));
  const parent = own.find(({ refType }) => refType === "CHILD_OF") ?? own[0];
  return parent === undefined ? null : parentId(parent.spanID);
}

function parentId(id: string): string | null {
  return /^0*$/.test(id) ? null : id;
}

function microseconds(value: number): bigint {
  return BigInt(Math.round(value)) * 1_000n;
}

function serviceOf(resource: Attributes): string {
  const name = resource["service.name"];
  return typeof name === "string" && name !== "" ? name : unknownService;
}

function kindOf(kind: AttributeValue | undefined): SpanKind {
  if (typeof kind === "number") return spanKinds[kind] ?? "unspecified";
  const name = String(kind ?? "")
    .replace(/^SPAN_KIND_/, "")
    .toLowerCase();
  return spanKinds.find((known) => known === name) ?? "unspecified";
}

function fromOtlp(attributes: OtlpAttributes): Attributes {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, plainValue(value)]));
}

function plainValue(value: OtlpValue): AttributeValue {
  if ("arrayValue" in value) {
    const parsed = otlpArray.safeParse(value.arrayValue);
    return parsed.success
      ? parsed.data.values.map(plainValue).map(asScalar)
      : JSON.stringify(value.arrayValue);
  }
  if ("kvlistValue" in value) return JSON.stringify(value.kvlistValue);
  if ("stringValue" in value) return value.stringValue;
  if ("boolValue" in value) return value.boolValue;
  if ("intValue" in value) return safeInteger(value.intValue);
  if ("doubleValue" in value) return finite(value.doubleValue);
  return value.bytesValue;
}

function asScalar(value: AttributeValue): string | number | boolean {
  return typeof value === "object" ? JSON.stringify(value) : value;
}

/** A number where one can hold it exactly, else its digits. */
function safeInteger(value: string | number): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function finite(value: string | number): number | string {
  const number = Number(value);
  return Number.isFinite(number) ? number : String(value);
}

function fromTags(tags: readonly OldTag[]): Attributes {
  return Object.fromEntries(
    tags.map(({ key, type, value }) => [
      key,
      type === "int64" && typeof value !== "boolean" ? safeInteger(value) : value,
    ]),
  );
}
