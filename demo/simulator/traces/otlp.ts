/** The subset of OTLP JSON that the simulator sends: hex ids, and times as decimal strings of nanoseconds. */

export type AttributeValue = string | number | boolean;

export interface SpanPlan {
  readonly service: string;
  readonly name: string;
  readonly kind: "internal" | "server" | "client";
  readonly startMs: number;
  readonly endMs: number;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly scope?: string;
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
  readonly isError?: boolean;
}

const kinds = { internal: 1, server: 2, client: 3 } as const;
const errorStatus = 2;

function toNanoseconds(ms: number): string {
  const integerMs = Math.floor(ms);
  return String(BigInt(integerMs) * 1_000_000n + BigInt(Math.round((ms - integerMs) * 1_000_000)));
}

function toAttribute([key, value]: readonly [string, AttributeValue]) {
  if (typeof value === "string") return { key, value: { stringValue: value } };
  if (typeof value === "boolean") return { key, value: { boolValue: value } };
  return { key, value: Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value } };
}

function toSpan(traceId: string, span: SpanPlan) {
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
export function toResourceSpans(traceId: string, spans: readonly SpanPlan[]): readonly object[] {
  const groups = Map.groupBy(spans, (span) => `${span.service} ${span.scope ?? ""}`);
  return [...groups.values()].map((group) => ({
    resource: { attributes: [toAttribute(["service.name", group[0]?.service ?? ""])] },
    scopeSpans: [
      {
        scope: { name: group[0]?.scope ?? "ridgepoint.demo" },
        spans: group.map((span) => toSpan(traceId, span)),
      },
    ],
  }));
}
