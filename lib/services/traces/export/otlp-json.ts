/** Exports a trace as OTLP JSON by the OpenTelemetry specification, with nanosecond precision. */
import type { AttributeValue, Span, SpanKind, SpanLink, Trace } from "@/lib/model/traces/trace";
import {
  groupByResource,
  toEpochNs,
  joinJson,
  filterExportedAttributes,
  type ExportAttributes,
  type ExportOptions,
} from "./export-spans";

const kindNumbers: { readonly [K in SpanKind]: number } = {
  unspecified: 0,
  internal: 1,
  server: 2,
  client: 3,
  producer: 4,
  consumer: 5,
};
const errorCode = 2;

/** Writes a trace as OTLP JSON, in steps. */
export function* serializeOtlpJson(trace: Trace, options: ExportOptions): Generator<void, string> {
  const groups: string[] = [];
  for (const [resource, spans] of groupByResource(trace.spans)) {
    const scopes: string[] = [];
    for (const [scope, scopeSpans] of Map.groupBy(spans, (span) => span.scope ?? "")) {
      const spansJson = yield* joinJson(scopeSpans, (span) => writeSpan(trace, span, options));
      scopes.push(`{"scope":${JSON.stringify({ name: scope })},"spans":[${spansJson}]}`);
    }
    const attributes = JSON.stringify({ attributes: toOtlpAttributes(resource, options) });
    groups.push(`{"resource":${attributes},"scopeSpans":[${scopes.join(",")}]}`);
  }
  return `{"resourceSpans":[${groups.join(",")}]}`;
}

function writeSpan(trace: Trace, span: Span, options: ExportOptions): unknown {
  return {
    traceId: trace.traceId,
    spanId: span.spanId,
    ...(span.traceState === undefined ? {} : { traceState: span.traceState }),
    ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
    name: span.operation,
    kind: kindNumbers[span.kind],
    startTimeUnixNano: String(toEpochNs(trace, span.startNs)),
    endTimeUnixNano: String(toEpochNs(trace, span.startNs + span.durationNs)),
    attributes: toOtlpAttributes(span.attributes, options),
    events: span.events.map((event) => ({
      timeUnixNano: String(toEpochNs(trace, event.atNs)),
      name: event.name,
      attributes: toOtlpAttributes(event.attributes, options),
    })),
    ...(span.links === undefined ? {} : { links: span.links.map((link) => writeLink(link, options)) }),
    status: {
      ...(span.isError ? { code: errorCode } : {}),
      ...(span.statusMessage === undefined ? {} : { message: span.statusMessage }),
    },
  };
}

function writeLink({ attributes, ...link }: SpanLink, options: ExportOptions): unknown {
  return { ...link, attributes: toOtlpAttributes(attributes, options) };
}

function toOtlpAttributes(attributes: ExportAttributes, options: ExportOptions): readonly unknown[] {
  return filterExportedAttributes(attributes, options).map(([key, value]) => ({
    key,
    value: otlpValue(value),
  }));
}

function otlpValue(value: AttributeValue): unknown {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number")
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  return { arrayValue: { values: value.map(otlpValue) } };
}
