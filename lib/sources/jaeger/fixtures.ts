/** Response bodies of both Jaeger APIs for tests, and an upstream that answers from memory. */
import type { Upstream, UpstreamRequest } from "@/lib/model/sources/upstream";

/** A test span, from which the bodies of both Jaeger APIs are written. */
export interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly service: string;
  readonly name: string;
  readonly startMicroseconds: number;
  readonly durationMicroseconds: number;
  readonly kind?: "internal" | "server" | "client";
  readonly isError?: boolean;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  readonly event?: string;
}

const kindNumbers = { internal: 1, server: 2, client: 3 } as const;

/** Returns the spans as a response of Jaeger's API v3. */
export function makeV3Body(spans: readonly WireSpan[]): string {
  const resourceSpans = [...Map.groupBy(spans, ({ service }) => service)].map(([service, group]) => ({
    resource: { attributes: [otlpAttribute("service.name", service)] },
    scopeSpans: [{ scope: { name: "sdk" }, spans: group.map(otlpSpan) }],
  }));
  return JSON.stringify({ result: { resourceSpans } });
}

/** Returns the spans as a response of Jaeger's earlier HTTP API. */
export function makeLegacyBody(spans: readonly WireSpan[]): string {
  const data = [...Map.groupBy(spans, ({ traceId }) => traceId)].map(([traceId, group]) => ({
    traceID: traceId.replace(/^0{16}/, ""),
    spans: group.map(legacySpan),
    processes: Object.fromEntries(
      group.map(({ service }) => [`p-${service}`, { serviceName: service, tags: [] }]),
    ),
    warnings: null,
  }));
  return JSON.stringify({ data, total: 0, limit: 0, offset: 0, errors: null });
}

/** Response of Jaeger's API v3 for an unknown trace. */
export const v3NotFoundBody = JSON.stringify({ error: { httpCode: 404, message: "No traces found" } });
/** Response of Jaeger's earlier HTTP API for an unknown trace. */
export const legacyNotFoundBody = JSON.stringify({
  data: null,
  total: 0,
  limit: 0,
  offset: 0,
  errors: [{ code: 404, msg: "trace not found" }],
});

function otlpAttribute(key: string, value: string | number | boolean): unknown {
  if (typeof value === "string") return { key, value: { stringValue: value } };
  if (typeof value === "boolean") return { key, value: { boolValue: value } };
  return { key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } };
}

function otlpSpan(span: WireSpan): unknown {
  const start = BigInt(span.startMicroseconds) * 1_000n;
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: kindNumbers[span.kind ?? "internal"],
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt(span.durationMicroseconds) * 1_000n),
    attributes: Object.entries(span.attributes ?? {}).map(([key, value]) => otlpAttribute(key, value)),
    ...(span.event === undefined
      ? {}
      : { events: [{ timeUnixNano: String(start), name: span.event, attributes: [] }] }),
    status: span.isError === true ? { code: 2, message: "failed" } : {},
  };
}

function legacyTag(key: string, value: string | number | boolean): unknown {
  if (typeof value === "string") return { key, type: "string", value };
  if (typeof value === "boolean") return { key, type: "bool", value };
  return { key, type: Number.isInteger(value) ? "int64" : "float64", value };
}

function legacySpan(span: WireSpan): unknown {
  const { traceId: traceID, parentSpanId } = span;
  return {
    traceID,
    spanID: span.spanId,
    operationName: span.name,
    references: parentSpanId === undefined ? [] : [{ refType: "CHILD_OF", traceID, spanID: parentSpanId }],
    startTime: span.startMicroseconds,
    duration: span.durationMicroseconds,
    tags: [
      ...Object.entries(span.attributes ?? {}).map(([key, value]) => legacyTag(key, value)),
      legacyTag("span.kind", span.kind ?? "internal"),
      legacyTag("otel.scope.name", "sdk"),
      ...(span.isError === true
        ? [legacyTag("otel.status_code", "ERROR"), legacyTag("otel.status_description", "failed")]
        : []),
    ],
    logs:
      span.event === undefined
        ? []
        : [{ timestamp: span.startMicroseconds, fields: [legacyTag("event", span.event)] }],
    processID: `p-${span.service}`,
    warnings: null,
  };
}

/** A response that the fake source returns. */
export interface PreparedTraceResponse {
  readonly status?: number;
  readonly contentType?: string;
  readonly body: string;
}

/** Answers every request with `answer` and records the requests. It has no network, limits or circuit breaker. */
export function createMemoryTraceUpstream(
  answer: (request: UpstreamRequest) => PreparedTraceResponse,
): Upstream & { readonly requests: readonly UpstreamRequest[] } {
  const requests: UpstreamRequest[] = [];
  return {
    requests,
    read: async (request, interpret) => {
      requests.push(request);
      const { status = 200, contentType = "text/plain", body } = answer(request);
      return interpret({ status, contentType, body: new TextEncoder().encode(body), latencyMs: 1 });
    },
  };
}
