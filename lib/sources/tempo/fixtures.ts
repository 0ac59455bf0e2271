/** Response bodies of Tempo for tests, in protobuf JSON: ids in base64 and enumerations by name. */

export interface TempoSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly service: string;
  readonly name: string;
  readonly startNs: bigint;
  readonly durationNs: bigint;
  readonly isError?: boolean;
}

/** Returns the spans as a trace response of Tempo. */
export function makeTraceBody(
  spans: readonly TempoSpan[],
  listName: "batches" | "resourceSpans" = "batches",
): string {
  const groups = [...Map.groupBy(spans, ({ service }) => service)];
  const groupsJson = groups.map(([service, serviceSpans]) => ({
    resource: { attributes: [{ key: "service.name", value: { stringValue: service } }] },
    scopeSpans: [{ scope: { name: "sdk" }, spans: serviceSpans.map(wireSpan) }],
  }));
  return JSON.stringify(
    listName === "batches" ? { batches: groupsJson } : { trace: { resourceSpans: groupsJson } },
  );
}

/** Returns a search response of Tempo that lists these traces. */
export function makeSearchBody(traceIds: readonly string[]): string {
  return JSON.stringify({
    traces: traceIds.map((traceID) => ({ traceID: traceID.replace(/^0+/, ""), rootServiceName: "gateway" })),
    metrics: { inspectedTraces: traceIds.length },
  });
}

function wireSpan({ traceId, spanId, parentSpanId, name, startNs, durationNs, isError }: TempoSpan): unknown {
  return {
    traceId: base64(traceId),
    spanId: base64(spanId),
    ...(parentSpanId === undefined ? {} : { parentSpanId: base64(parentSpanId) }),
    name,
    kind: "SPAN_KIND_SERVER",
    startTimeUnixNano: String(startNs),
    endTimeUnixNano: String(startNs + durationNs),
    attributes: [],
    status: isError === true ? { code: "STATUS_CODE_ERROR" } : {},
  };
}

function base64(hex: string): string {
  return Buffer.from(hex, "hex").toString("base64");
}
