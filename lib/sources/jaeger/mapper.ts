/** From the wire's spans to ours. Order, parents and lengths stay as the source told them: what is wrong is judged later. */
import type { AttributeValue, SpanLink, Trace } from "@/lib/model/trace";
import {
  fullTraceId,
  kindOf,
  parentId,
  put,
  safeInteger,
  serviceOf,
  tracesFromOtlp,
  type Attributes,
} from "@/lib/sources/otlp/mapper";
import { toTrace, type TimedSpan } from "@/lib/sources/otlp/timed-span";
import type { OldSpan, OldTag, OldTrace, V3Traces } from "./wire";

/** The newer API sends all traces of an answer in one list. */
export function tracesFromV3({ result }: V3Traces): readonly Trace[] {
  return tracesFromOtlp(result.resourceSpans);
}

/** Traces of the older API, in its order; one without spans is left out. */
export function tracesFromOld(traces: readonly OldTrace[]): readonly Trace[] {
  return traces.flatMap((trace) => {
    const gathered = gatherOld(trace);
    for (const span of trace.spans) gathered.add(span);
    return gathered.trace() ?? [];
  });
}

/** Takes the spans of one trace one after another and keeps of each what a trace needs. */
export function gatherOld({ traceID, processes }: Pick<OldTrace, "traceID" | "processes">) {
  const resources = new Map(
    Object.entries(processes).map(([id, { serviceName, tags }]) => [
      id,
      { ...fromTags(tags ?? []), "service.name": serviceName } satisfies Attributes,
    ]),
  );
  const spans: TimedSpan[] = [];
  return {
    add: (span: OldSpan): void => {
      spans.push(timedFromOld(span, traceID, resources.get(span.processID) ?? {}));
    },
    /** Null without a span. */
    trace: (): Trace | null => (spans.length === 0 ? null : toTrace(fullTraceId(traceID), spans)),
  };
}

/** Tags by which the older API tells what is a field of its own in OpenTelemetry. */
const fieldTags: ReadonlySet<string> = new Set([
  "span.kind",
  "otel.scope.name",
  "otel.status_code",
  "otel.status_description",
  "w3c.tracestate",
]);

function timedFromOld(span: OldSpan, traceId: string, resource: Attributes): TimedSpan {
  const fields: Record<string, AttributeValue> = {};
  const attributes: Record<string, AttributeValue> = {};
  for (const tag of span.tags ?? []) put(fieldTags.has(tag.key) ? fields : attributes, tag.key, valueOf(tag));
  const scope = fields["otel.scope.name"];
  const message = fields["otel.status_description"] ?? "";
  const start = microseconds(span.startTime);
  const traceState = fields["w3c.tracestate"] ?? "";
  const parent = parentOf(span, traceId);
  const links = linksOf(span, parent);
  return {
    spanId: span.spanID,
    parentSpanId: parent === undefined ? null : parentId(parent.spanID),
    ...(parent?.refType === "FOLLOWS_FROM" ? { isFollowing: true } : {}),
    service: serviceOf(resource),
    operation: span.operationName,
    kind: kindOf(fields["span.kind"]),
    isError:
      fields["otel.status_code"] === "ERROR" ||
      attributes["error"] === true ||
      attributes["error"] === "true",
    ...(message === "" ? {} : { statusMessage: String(message) }),
    ...(links.length === 0 ? {} : { links }),
    ...(traceState === "" ? {} : { traceState: String(traceState) }),
    startEpochNs: start,
    endEpochNs: start + microseconds(span.duration),
    attributes,
    resource,
    events: (span.logs ?? []).map(({ timestamp, fields: own }) => {
      const { event, ...rest } = fromTags(own ?? []);
      return {
        name: typeof event === "string" ? event : "log",
        atEpochNs: microseconds(timestamp),
        attributes: rest,
      };
    }),
    scope: typeof scope === "string" ? scope : null,
  };
}

/** The older API names parents among references; a reference into another trace is a link, not a parent. */
function parentOf({ references }: OldSpan, traceId: string): OldReference | undefined {
  const own = (references ?? []).filter(
    ({ traceID }) => traceID === traceId || fullTraceId(traceID) === fullTraceId(traceId),
  );
  return own.find(({ refType }) => refType === "CHILD_OF") ?? own[0];
}

/** Every reference but the one that is its parent. */
function linksOf({ references }: OldSpan, parent: OldReference | undefined): readonly SpanLink[] {
  return (references ?? [])
    .filter((reference) => reference !== parent)
    .map(({ traceID, spanID }) => ({ traceId: fullTraceId(traceID), spanId: spanID, attributes: {} }));
}

type OldReference = NonNullable<OldSpan["references"]>[number];

function microseconds(value: number): bigint {
  return BigInt(Math.round(value)) * 1_000n;
}

function fromTags(tags: readonly OldTag[]): Attributes {
  const told: Record<string, AttributeValue> = {};
  for (const tag of tags) put(told, tag.key, valueOf(tag));
  return told;
}

function valueOf({ type, value }: OldTag): AttributeValue {
  return type === "int64" && typeof value !== "boolean" ? safeInteger(value) : value;
}
