/** Traces for tests, drawn as text: one line per span, with its depth as indentation and its duration as a bar. */
import type { AttributeValue, Span, SpanKind, Trace } from "@/lib/model/traces/trace";

export interface DrawnSpan {
  readonly id: string;
  readonly parent?: string | null;
  /** [start, end) in units of the drawing. */
  readonly at: readonly [number, number];
  readonly operation?: string;
  readonly service?: string;
  readonly kind?: SpanKind;
  readonly isError?: boolean;
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
  readonly resource?: Readonly<Record<string, AttributeValue>>;
}

export function drawnSpan({ id, parent = null, at: [from, to], ...rest }: DrawnSpan, unitNs = 1): Span {
  return {
    spanId: id,
    parentSpanId: parent,
    service: rest.service ?? "api",
    operation: rest.operation ?? id,
    kind: rest.kind ?? "internal",
    isError: rest.isError ?? false,
    startNs: from * unitNs,
    durationNs: (to - from) * unitNs,
    attributes: rest.attributes ?? {},
    resource: rest.resource ?? {},
    events: [],
    scope: null,
  };
}

export function drawnTrace(spans: readonly Span[], traceId = "1"): Trace {
  const ends = spans.map(({ startNs, durationNs }) => startNs + Math.max(0, durationNs));
  return {
    traceId,
    startEpochNs: "1780000000000000000",
    durationNs: Math.max(0, ...ends),
    spans,
  };
}

/**
 * Parses lanes of text: the name, then a bar of "─" from start to end. A span indented by two more blanks is a child
 * of the nearest less indented span above.
 */
export function traceFromLanes(lanes: string, unitNs = 1): Trace {
  const lines = lanes.split("\n").filter((line) => line.trim() !== "");
  const open: { readonly depth: number; readonly id: string }[] = [];
  const margin = Math.min(...lines.map((line) => line.search(/\S/)));
  const spans = lines.map((line) => {
    const depth = line.search(/\S/) - margin;
    const operation = line.trim().replace(/\s*\|.*$/, "");
    const bar = line.slice(line.indexOf("|") + 1);
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const parent = open.at(-1)?.id ?? null;
    open.push({ depth, id: operation });
    return drawnSpan({ id: operation, parent, at: [bar.indexOf("─"), bar.lastIndexOf("─") + 1] }, unitNs);
  });
  return drawnTrace(spans);
}
