/**
 * Random traces as sources may send them: orphans, cycles, duplicate ids, inconsistent times, known and unknown
 * names.
 */
import fc from "fast-check";
import type { Span, Trace } from "@/lib/model/traces/trace";
import { drawnTrace } from "./drawn-trace";

const operations = [
  "POST /v1/chat/completions",
  "llm_request",
  "vllm_queue",
  "tokenize",
  "decode_output",
  "model_generate",
  "proxy to engine",
  "retrieve features",
  "SELECT 1",
  "work",
  "stream to client",
  "serialize",
] as const;

const attributes = fc.record(
  {
    "gen_ai.latency.time_to_first_token": fc.integer({ min: -5, max: 60 }).map((ns) => ns * 1e-9),
    "gen_ai.latency.time_in_queue": fc.integer({ min: -5, max: 40 }).map((ns) => ns * 1e-9),
    "gen_ai.latency.time_in_model_prefill": fc.integer({ min: 0, max: 40 }).map((ns) => ns * 1e-9),
    "gen_ai.latency.time_in_model_decode": fc.integer({ min: 0, max: 40 }).map((ns) => ns * 1e-9),
    "gen_ai.usage.prompt_tokens": fc.nat(4000),
    instance: fc.constantFrom("a", "b"),
  },
  { requiredKeys: [] },
);

const kinds = ["internal", "server", "client", "producer", "consumer", "unspecified"] as const;

const anySpan: fc.Arbitrary<Span> = fc
  .record({
    id: fc.integer({ min: 0, max: 13 }),
    parent: fc.option(fc.integer({ min: 0, max: 15 }), { freq: 6 }),
    startNs: fc.nat(100),
    durationNs: fc.integer({ min: -5, max: 100 }),
    operation: fc.constantFrom(...operations),
    service: fc.constantFrom("gateway", "api", "engine", "feature-store"),
    kind: fc.constantFrom(...kinds),
    isError: fc.boolean(),
    attributes,
  })
  .map(({ id, parent, attributes: given, ...rest }) => ({
    ...rest,
    spanId: String(id),
    parentSpanId: parent === null ? null : String(parent),
    attributes: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    resource: {},
    events: [],
    scope: null,
  }));

export const anyTrace: fc.Arbitrary<Trace> = fc
  .array(anySpan, { minLength: 1, maxLength: 14 })
  .map((spans) => drawnTrace(spans));

/** Connected spans that only nest, all of one kind, as sent by a well-behaved service. */
export const anyTidyTrace: fc.Arbitrary<Trace> = fc
  .array(fc.tuple(fc.nat(1000), fc.nat(1000), fc.nat(1000)), { maxLength: 14 })
  .map((draws) => {
    const spans: Span[] = [tidy("0", null, 0, 1000)];
    for (const [index, [where, from, to]] of draws.entries()) {
      const parent = spans[where % spans.length] ?? tidy("0", null, 0, 1000);
      const inside = (draw: number): number => parent.startNs + (draw % (parent.durationNs + 1));
      const [start, end] = [inside(from), inside(to)].toSorted((a, b) => a - b);
      spans.push(tidy(String(index + 1), parent.spanId, start ?? 0, (end ?? 0) - (start ?? 0)));
    }
    return drawnTrace(spans);
  });

function tidy(spanId: string, parentSpanId: string | null, startNs: number, durationNs: number): Span {
  return {
    spanId,
    parentSpanId,
    startNs,
    durationNs,
    service: "api",
    operation: "work",
    kind: "internal",
    isError: false,
    attributes: {},
    resource: {},
    events: [],
    scope: null,
  };
}
