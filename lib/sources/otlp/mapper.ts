/** Maps OTLP spans to the trace model. Parents and order stay as reported. */
import type { AttributeValue, SpanKind, SpanLink, Trace } from "@/lib/model/traces/trace";
import { toTrace, type TimedSpan } from "./timed-span";
import { otlpArray, otlpMap, type OtlpAttributes, type OtlpSpan, type OtlpValue } from "./wire";

/** Attributes of a span or resource, by name. */
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

interface SpanOrigin {
  readonly resource: SpanAttributes;
  readonly scope: string;
}

/**
 * Collects spans one by one and keeps only the needed fields. Groups them by trace, in the order in which each trace
 * first appears.
 */
export function createSpanCollector() {
  const byTrace = new Map<string, TimedSpan[]>();
  let [traceId, traceSpans]: [string, TimedSpan[]] = ["", []];
  return {
    add: (span: OtlpSpan, origin: SpanOrigin): void => {
      // Spans of one trace are usually adjacent.
      if (span.traceId !== traceId) {
        traceId = span.traceId;
        const id = padTraceId(traceId);
        traceSpans = byTrace.get(id) ?? [];
        byTrace.set(id, traceSpans);
      }
      traceSpans.push(timedFromOtlp(span, origin));
    },
    traces: (): readonly Trace[] => [...byTrace].map(([id, spans]) => toTrace(id, spans)),
  };
}

/** Pads a trace id to 32 digits, because some sources omit leading zeros. */
export function padTraceId(traceId: string): string {
  return traceId.toLowerCase().padStart(32, "0");
}

function timedFromOtlp(span: OtlpSpan, { resource, scope }: SpanOrigin): TimedSpan {
  const { code, message } = span.status;
  const timed: TimedSpan = {
    spanId: span.spanId,
    parentSpanId: toParentId(span.parentSpanId),
    service: findServiceName(resource),
    operation: span.name,
    kind: toSpanKind(span.kind),
    isError: code === errorCode || code === "STATUS_CODE_ERROR",
    startTime: span.startTimeUnixNano,
    endTime: span.endTimeUnixNano,
    attributes: convertOtlpAttributes(span.attributes),
    resource,
    events: span.events.map((event) => ({
      name: event.name,
      time: event.timeUnixNano,
      attributes: convertOtlpAttributes(event.attributes),
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
    traceId: padTraceId(traceId),
    spanId,
    ...(traceState === "" ? {} : { traceState }),
    attributes: convertOtlpAttributes(attributes),
  };
}

/** Returns the parent's id. Null for an empty id and for zeros, which some sources send for a span without a parent. */
export function toParentId(id: string): string | null {
  return /^0*$/.test(id) ? null : id;
}

/** Returns the attribute `service.name` of a resource, or a name that marks it as unknown. */
export function findServiceName(resource: SpanAttributes): string {
  const name = resource["service.name"];
  return typeof name === "string" && name !== "" ? name : unknownService;
}

/**
 * Converts the kind of a span, which is a number or a name such as `SPAN_KIND_CLIENT`. `unspecified` for an
 * unknown number.
 */
export function toSpanKind(kind: AttributeValue | undefined): SpanKind {
  if (typeof kind === "number") return spanKinds[kind] ?? "unspecified";
  const name = String(kind ?? "")
    .replace(/^SPAN_KIND_/, "")
    .toLowerCase();
  return spanKinds.find((known) => known === name) ?? "unspecified";
}

/** Converts a list of OTLP attributes into values by name. */
export function convertOtlpAttributes(attributes: OtlpAttributes): SpanAttributes {
  const result: Record<string, AttributeValue> = {};
  for (const { key, value } of attributes) setAttribute(result, key, plainValue(value));
  return result;
}

/** Sets a property safely: names come from outside and may be `__proto__`. */
export function setAttribute(
  target: Record<string, AttributeValue>,
  key: string,
  value: AttributeValue,
): void {
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
  if ("intValue" in value) return toSafeIntegerOrText(value.intValue);
  if ("doubleValue" in value) return finiteOrText(value.doubleValue);
  return value.bytesValue;
}

const deepestMap = 32;

/** Converts nested maps and lists to plain JSON values; values below the depth limit stay in OTLP form. */
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

/** Returns the values of an OTLP array. Null if `value` is not an array of OTLP values. */
function listOf(value: unknown): readonly OtlpValue[] | null {
  const parsed = otlpArray.safeParse(value);
  return parsed.success ? parsed.data.values : null;
}

function asScalar(value: AttributeValue): string | number | boolean {
  return typeof value === "object" ? JSON.stringify(value) : value;
}

/** Returns a number if it is exact, otherwise the digits. */
export function toSafeIntegerOrText(value: string | number): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Parses a finite number, like `toSafeIntegerOrText` but with a fraction. */
function finiteOrText(value: string | number): number | string {
  const number = Number(value);
  return Number.isFinite(number) ? number : String(value);
}
