/** Spans and traces for tests: drawn ones by name and time, and random graphs with everything wrong that a source can send. */
import fc from "fast-check";
import type { Span, Trace } from "@/lib/model/trace";

export type SpanSketch = Partial<Span> & Pick<Span, "spanId">;

/** A span of 10 ns at the trace's start unless the sketch says otherwise; without a parent it is a root. */
export function spanOf(sketch: SpanSketch): Span {
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

export function traceOf(spans: readonly Span[]): Trace {
  return {
    traceId: "a".padStart(32, "0"),
    startEpochNs: "1790000000000000000",
    durationNs: spans.reduce((max, span) => Math.max(max, span.startNs + span.durationNs), 0),
    spans,
  };
}

/**
 * Lanes of characters on a ruler of 1 ns each: a lane's indent says what it hangs from, its bar when it ran. A lane is
 * `name  ..====..`, two spaces deeper for each generation.
 */
export function drawnTrace(drawing: string): Trace {
  const lanes = drawing.split("\n").filter((line) => line.trim() !== "");
  const minIndent = Math.min(...lanes.map((line) => line.search(/\S/)));
  const above: string[] = [];
  return traceOf(
    lanes.map((line) => {
      const [, name = "", bar = ""] = /^\s*(\S+)\s+\|(.*)$/.exec(line) ?? [];
      const depth = (line.search(/\S/) - minIndent) / 2;
      above[depth] = name;
      return spanOf({
        spanId: name,
        parentSpanId: depth === 0 ? null : (above[depth - 1] ?? null),
        startNs: bar.search(/=/),
        durationNs: bar.replaceAll(/[^=]/g, "").length,
      });
    }),
  );
}

const ids = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;

/** Few ids for many spans: repeated ids, spans sent twice, self-parents, rings, missing parents, several roots. */
export const anyGraph: fc.Arbitrary<readonly Span[]> = fc
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
    const spans = sketches.map((sketch) => spanOf(sketch));
    const again = fc.subarray(spans);
    return again.map((copies) => [...spans, ...copies.map((span) => ({ ...span }))]);
  });

export interface Shuffled {
  readonly spans: readonly Span[];
  readonly shuffled: readonly Span[];
}

/** A graph and the same spans in another order. */
export const anyShuffledGraph: fc.Arbitrary<Shuffled> = anyGraph.chain((spans) =>
  fc
    .shuffledSubarray([...spans.keys()], { minLength: spans.length })
    .map((order) => ({ spans, shuffled: order.flatMap((index) => spans[index] ?? []) })),
);
