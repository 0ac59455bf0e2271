/** From OTLP's spans to ours. Parents and order stay as the source told them. */
import type { AttributeValue, SpanKind, SpanLink, Trace } from "@/lib/model/trace";
import { toTrace, type TimedSpan } from "./timed-span";
import type { ResourceSpans } from "./groups";
import { otlpArray, otlpMap, type OtlpAttributes, type OtlpSpan, type OtlpValue } from "./wire";

export type SpanAttributes = Readonly<Record<string, AttributeValue>>;

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

/** Several traces may stand in one list; they come out in the order in which each first appears. */
export function tracesFromOtlp(resourceSpans: ResourceSpans): readonly Trace[] {
  const gathered = gatherSpans();
  for (const { resource, scopeSpans } of resourceSpans) {
    const attributes = fromOtlp(resource.attributes);
    for (const { scope, spans } of scopeSpans) {
      for (const span of spans) gathered.add(span, { resource: attributes, scope: scope.name });
    }
  }
  return gathered.traces();
}

export interface SpanOrigin {
  readonly resource: SpanAttributes;
  readonly scope: string;
}

/** Takes spans one after another and keeps of each what a trace needs. */
export function gatherSpans() {
  const byTrace = new Map<string, TimedSpan[]>();
  let [traceId, traceSpans]: [string, TimedSpan[]] = ["", []];
  const addRead = (
    span: Omit<OtlpSpan, "attributes">,
    attributes: SpanAttributes,
    origin: SpanOrigin,
  ): void => {
    // Those of one trace mostly stand together.
    if (span.traceId !== traceId) {
      traceId = span.traceId;
      const id = fullTraceId(traceId);
      traceSpans = byTrace.get(id) ?? [];
      byTrace.set(id, traceSpans);
    }
    traceSpans.push(timedFromOtlp(span, attributes, origin));
  };
  return {
    add: (span: OtlpSpan, origin: SpanOrigin): void => addRead(span, fromOtlp(span.attributes), origin),
    /** One whose attributes are read already. */
    addRead,
    traces: (): readonly Trace[] => [...byTrace].map(([id, spans]) => toTrace(id, spans)),
  };
}

/** Some write the id without an upper half of zeros. */
export function fullTraceId(traceId: string): string {
  return traceId.toLowerCase().padStart(32, "0");
}

function timedFromOtlp(
  span: Omit<OtlpSpan, "attributes">,
  attributes: SpanAttributes,
  { resource, scope }: SpanOrigin,
): TimedSpan {
  const { code, message } = span.status;
  const timed: TimedSpan = {
    spanId: span.spanId,
    parentSpanId: parentId(span.parentSpanId),
    service: serviceOf(resource),
    operation: span.name,
    kind: kindOf(span.kind),
    isError: code === errorCode || code === "STATUS_CODE_ERROR",
    startTime: span.startTimeUnixNano,
    endTime: span.endTimeUnixNano,
    attributes,
    resource,
    events: span.events.map((event) => ({
      name: event.name,
      time: event.timeUnixNano,
      attributes: fromOtlp(event.attributes),
    })),
    scope: scope === "" ? null : scope,
  };
  if (message === "" && span.traceState === "" && span.links.length === 0) return timed;
  return {
    ...timed,
    ...(message === "" ? {} : { statusMessage: message }),
    ...(span.traceState === "" ? {} : { traceState: span.traceState }),
    ...(span.links.length === 0 ? {} : { links: span.links.map(linkFromOtlp) }),
  };
}

function linkFromOtlp({ traceId, spanId, traceState, attributes }: OtlpSpan["links"][number]): SpanLink {
  return {
    traceId: fullTraceId(traceId),
    spanId,
    ...(traceState === "" ? {} : { traceState }),
    attributes: fromOtlp(attributes),
  };
}

/** Null for an id of zeros, by which some say that there is no parent. */
export function parentId(id: string): string | null {
  return /^0*$/.test(id) ? null : id;
}

export function serviceOf(resource: SpanAttributes): string {
  const name = resource["service.name"];
  return typeof name === "string" && name !== "" ? name : unknownService;
}

export function kindOf(kind: AttributeValue | undefined): SpanKind {
  if (typeof kind === "number") return spanKinds[kind] ?? "unspecified";
  const name = String(kind ?? "")
    .replace(/^SPAN_KIND_/, "")
    .toLowerCase();
  return spanKinds.find((known) => known === name) ?? "unspecified";
}

export function fromOtlp(attributes: OtlpAttributes): SpanAttributes {
  const result: Record<string, AttributeValue> = {};
  for (const { key, value } of attributes) put(result, key, plainValue(value));
  return result;
}

/** Names come from outside: one of them may be that of a prototype. */
export function put(target: Record<string, AttributeValue>, key: string, value: AttributeValue): void {
  if (key !== "__proto__") target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

function plainValue(value: OtlpValue): AttributeValue {
  if ("arrayValue" in value) {
    const list = listOf(value.arrayValue);
    return list === null ? JSON.stringify(value.arrayValue) : list.map(plainValue).map(asScalar);
  }
  if ("kvlistValue" in value) return JSON.stringify(jsonOf(value, deepestMap));
  if ("stringValue" in value) return value.stringValue;
  if ("boolValue" in value) return value.boolValue;
  if ("intValue" in value) return safeInteger(value.intValue);
  if ("doubleValue" in value) return finite(value.doubleValue);
  return value.bytesValue;
}

const deepestMap = 32;

/** Maps and lists as their sender had them, without OTLP's words for kinds; what lies deeper stays as it came. */
function jsonOf(value: OtlpValue, depth: number): unknown {
  if ("kvlistValue" in value) {
    const parsed = otlpMap.safeParse(value.kvlistValue);
    if (!parsed.success || depth === 0) return value.kvlistValue;
    return Object.fromEntries(parsed.data.values.map((entry) => [entry.key, jsonOf(entry.value, depth - 1)]));
  }
  if ("arrayValue" in value) {
    const list = depth === 0 ? null : listOf(value.arrayValue);
    return list === null ? value.arrayValue : list.map((entry) => jsonOf(entry, depth - 1));
  }
  return plainValue(value);
}

/** Null for what is no list of values. */
function listOf(value: unknown): readonly OtlpValue[] | null {
  const parsed = otlpArray.safeParse(value);
  return parsed.success ? parsed.data.values : null;
}

function asScalar(value: AttributeValue): string | number | boolean {
  return typeof value === "object" ? JSON.stringify(value) : value;
}

/** A number where one can hold it exactly, else its digits. */
export function safeInteger(value: string | number): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** As `safeInteger`, for numbers that need not be whole. */
export function finite(value: string | number): number | string {
  const number = Number(value);
  return Number.isFinite(number) ? number : String(value);
}
