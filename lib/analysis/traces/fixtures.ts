/** Spans and traces for tests: drawn by name and time, and random graphs with every defect that a source can send. */
import fc from "fast-check";
import type { Span, Trace } from "@/lib/model/traces/trace";

/** The fields of a test span that matter. The other fields have defaults. */
export type SpanInput = Partial<Span> & Pick<Span, "spanId">;

/** Returns a span of 10 ns at the trace's start with overrides from the sketch; without a parent it is a root. */
export function createSpan(sketch: SpanInput): Span {
  return {
    parentSpanId: null,
    service: "chat",
    operation: sketch.spanId,
    kind: "internal",
    isError: false,
    startNs: 0,
    durationNs: 10,
    attributes: {},
    resource: {},
    events: [],
    scope: null,
    ...sketch,
  };
}

/** Returns a trace that starts at time 0 and lasts until the end of its last span. */
export function createTrace(spans: readonly Span[]): Trace {
  return {
    traceId: "a".padStart(32, "0"),
    startEpochNs: "1790000000000000000",
    durationNs: spans.reduce((max, span) => Math.max(max, span.startNs + span.durationNs), 0),
    spans,
  };
}

/**
 * Parses a drawing with 1 ns per character: the indent of a lane gives its parent, the bar its time. A lane is `name
 * |..====..`, with two spaces of indent per level.
 */
export function createDrawnTrace(drawing: string): Trace {
  const lanes = drawing.split("\n").filter((line) => line.trim() !== "");
  const minIndent = Math.min(...lanes.map((line) => line.search(/\S/)));
  const above: string[] = [];
  return createTrace(
    lanes.map((line) => {
      const [, name = "", bar = ""] = /^\s*(\S+)\s+\|(.*)$/.exec(line) ?? [];
      const depth = (line.search(/\S/) - minIndent) / 2;
      above[depth] = name;
      return createSpan({
        spanId: name,
        parentSpanId: depth === 0 ? null : (above[depth - 1] ?? null),
        startNs: bar.search(/=/),
        durationNs: bar.replaceAll(/[^=]/g, "").length,
      });
    }),
  );
}

const ids = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;

/** Many spans with few ids: shared ids, duplicates, self-parents, cycles, missing parents and several roots. */
export const arbitrarySpanGraph: fc.Arbitrary<readonly Span[]> = fc
  .array(
    fc.record({
      spanId: fc.constantFrom(...ids),
      parentSpanId: fc.constantFrom(null, "lost", "gone", ...ids),
      service: fc.constantFrom("gateway", "chat"),
      operation: fc.constantFrom("work", "wait"),
      startNs: fc.integer({ min: -5, max: 30 }),
      durationNs: fc.integer({ min: -5, max: 30 }),
      attributes: fc.constantFrom({}, { n: 1 }, { n: 2, text: "x" }),
    }),
    { maxLength: 24 },
  )
  .chain((sketches) => {
    const spans = sketches.map((sketch) => createSpan(sketch));
    const again = fc.subarray(spans);
    return again.map((copies) => [...spans, ...copies.map((span) => ({ ...span }))]);
  });

/** The same spans in two orders, for tests that the order has no effect. */
export interface ShuffledSpanGraph {
  readonly spans: readonly Span[];
  readonly shuffled: readonly Span[];
}

/** A graph, and the same spans in another order. */
export const arbitraryShuffledSpanGraph: fc.Arbitrary<ShuffledSpanGraph> = arbitrarySpanGraph.chain((spans) =>
  fc
    .shuffledSubarray([...spans.keys()], { minLength: spans.length })
    .map((order) => ({ spans, shuffled: order.flatMap((index) => spans[index] ?? []) })),
);
