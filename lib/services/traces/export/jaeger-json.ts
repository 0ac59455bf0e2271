/**
 * Exports a trace as Jaeger JSON, like the download of the Jaeger UI. Times are truncated to microseconds, like in
 * Jaeger.
 */
import type { AttributeValue, Span, Trace } from "@/lib/model/traces/trace";
import {
  groupByResource,
  toEpochNs,
  joinJson,
  filterExportedAttributes,
  type ExportAttributes,
  type ExportOptions,
} from "./export-spans";

/** Writes a trace as JSON of the Jaeger UI, in steps. */
export function* serializeJaegerJson(trace: Trace, options: ExportOptions): Generator<void, string> {
  const groups = groupByResource(trace.spans);
  const processOf = new Map<Span, string>();
  const processes: Record<string, unknown> = {};
  for (const [index, [resource, spans]] of groups.entries()) {
    const id = `p${index + 1}`;
    const { "service.name": serviceName, ...rest } = resource;
    processes[id] = { serviceName, tags: tagsOf(rest, options) };
    for (const span of spans) processOf.set(span, id);
  }
  const spans = yield* joinJson(trace.spans, (span) =>
    writeSpan(trace, span, processOf.get(span) ?? "", options),
  );
  const head = `"traceID":${JSON.stringify(trace.traceId)},"spans":[${spans}]`;
  return `{"data":[{${head},"processes":${JSON.stringify(processes)},"warnings":null}],"total":0,"limit":0,"offset":0,"errors":null}`;
}

function writeSpan(trace: Trace, span: Span, processID: string, options: ExportOptions): unknown {
  return {
    traceID: trace.traceId,
    spanID: span.spanId,
    operationName: span.operation,
    references: referencesOf(trace, span),
    startTime: toMicroseconds(toEpochNs(trace, span.startNs)),
    duration: toMicroseconds(BigInt(Math.round(span.durationNs))),
    tags: [...tagsOf(span.attributes, options), ...fieldTags(span)],
    logs: span.events.map((event) => ({
      timestamp: toMicroseconds(toEpochNs(trace, event.atNs)),
      fields: [{ key: "event", type: "string", value: event.name }, ...tagsOf(event.attributes, options)],
    })),
    processID,
    warnings: null,
  };
}

/**
 * Returns the references, parent first: readers take the first reference within the trace as parent. Link attributes
 * are not supported.
 */
function referencesOf(
  { traceId }: Trace,
  { parentSpanId, isFollowsFrom, links = [] }: Span,
): readonly unknown[] {
  const refType = isFollowsFrom === true ? "FOLLOWS_FROM" : "CHILD_OF";
  return [
    ...(parentSpanId === null ? [] : [{ refType, traceID: traceId, spanID: parentSpanId }]),
    ...links.map((link) => ({ refType: "FOLLOWS_FROM", traceID: link.traceId, spanID: link.spanId })),
  ];
}

const nanosecondsPerUs = 1_000n;

/** Truncates start and duration separately. */
function toMicroseconds(ns: bigint): number {
  return Number(ns / nanosecondsPerUs);
}

interface Tag {
  readonly key: string;
  readonly type: "string" | "bool" | "int64" | "float64";
  readonly value: string | number | boolean;
}

/** Returns OpenTelemetry fields as tags. */
function fieldTags(span: Span): readonly Tag[] {
  const texts: readonly (readonly [string, string])[] = [
    ["span.kind", span.kind === "unspecified" ? "" : span.kind],
    ["otel.scope.name", span.scope ?? ""],
    ["otel.status_code", span.isError ? "ERROR" : ""],
    ["otel.status_description", span.statusMessage ?? ""],
    ["w3c.tracestate", span.traceState ?? ""],
  ];
  return texts.filter(([, value]) => value !== "").map(([key, value]) => ({ key, type: "string", value }));
}

function tagsOf(attributes: ExportAttributes, options: ExportOptions): readonly Tag[] {
  return filterExportedAttributes(attributes, options).map(([key, value]) => tagOf(key, value));
}

function tagOf(key: string, value: AttributeValue): Tag {
  if (typeof value === "string") return { key, type: "string", value };
  if (typeof value === "boolean") return { key, type: "bool", value };
  if (typeof value === "number")
    return { key, type: Number.isSafeInteger(value) ? "int64" : "float64", value };
  return { key, type: "string", value: JSON.stringify(value) };
}
