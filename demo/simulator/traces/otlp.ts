/** The subset of OTLP JSON that the simulator sends: hex ids, and times as decimal strings of nanoseconds. */

export type SpanAttributeValue = string | number | boolean;

/** One span before its conversion to OTLP. */
export interface SimulatedSpan {
  readonly service: string;
  readonly name: string;
  readonly kind: "internal" | "server" | "client";
  readonly startMs: number;
  readonly endMs: number;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly instrumentationScope?: string;
  readonly attributes?: Readonly<Record<string, SpanAttributeValue>>;
  readonly isError?: boolean;
}

const kinds = { internal: 1, server: 2, client: 3 } as const;
const errorStatus = 2;

function toNanoseconds(ms: number): string {
  const integerMs = Math.floor(ms);
  return String(BigInt(integerMs) * 1_000_000n + BigInt(Math.round((ms - integerMs) * 1_000_000)));
}

function toAttribute([key, value]: readonly [string, SpanAttributeValue]) {
  if (typeof value === "string") return { key, value: { stringValue: value } };
  if (typeof value === "boolean") return { key, value: { boolValue: value } };
  return { key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } };
}

function toSpan(traceId: string, span: SimulatedSpan) {
  return {
    traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: toNanoseconds(span.startMs),
    endTimeUnixNano: toNanoseconds(span.endMs),
    attributes: Object.entries(span.attributes ?? {}).map(toAttribute),
    ...(span.isError === true ? { status: { code: errorStatus } } : {}),
  };
}

/** Returns one trace as resource spans, grouped by service and scope. */
export function toResourceSpans(traceId: string, spans: readonly SimulatedSpan[]): readonly object[] {
  const groups = Map.groupBy(spans, (span) => `${span.service} ${span.instrumentationScope ?? ""}`);
  return [...groups.values()].map((group) => ({
    resource: { attributes: [toAttribute(["service.name", group[0]?.service ?? ""])] },
    scopeSpans: [
      {
        scope: { name: group[0]?.instrumentationScope ?? "ridgepoint.demo" },
        spans: group.map((span) => toSpan(traceId, span)),
      },
    ],
  }));
}
