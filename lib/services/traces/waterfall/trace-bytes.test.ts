import { expect, test } from "vitest";
import { estimateHeapBytes } from "@/lib/base/estimate-heap-bytes";
import type { Span, Trace } from "@/lib/model/traces/trace";
import { estimateTraceBytes } from "./trace-bytes";

const span = (id: number, more: Partial<Span> = {}): Span => ({
  spanId: id.toString(16).padStart(16, "0"),
  parentSpanId: null,
  service: "gateway",
  operation: "POST /v1/completions",
  kind: "server",
  isError: false,
  startNs: id,
  durationNs: 7,
  attributes: { "http.route": `/v1/completions/${id}`, "gen_ai.usage.output_tokens": id },
  resource: {},
  events: [],
  scope: null,
  ...more,
});
const traceOf = (spans: readonly Span[]): Trace => ({
  traceId: "1".padStart(32, "0"),
  startEpochNs: "0",
  durationNs: 1,
  spans,
});
const longText = "x".repeat(1_000_000);

test("is about the memory of small spans", () => {
  const trace = traceOf(Array.from({ length: 1_000 }, (_, id) => span(id)));
  const ratio = estimateTraceBytes(trace) / estimateHeapBytes(trace);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test.each<[string, Partial<Span>]>([
  ["an attribute", { attributes: { prompt: longText } }],
  ["a list", { attributes: { prompts: [longText, "short"] } }],
  ["a resource", { resource: { "process.command_line": longText } }],
  ["an event", { events: [{ name: "exception", atNs: 0, attributes: { stacktrace: longText } }] }],
  ["a link", { links: [{ traceId: "1", spanId: "2", attributes: { reason: longText } }] }],
  ["a status", { statusMessage: longText }],
])("counts the text of %s", (_name, more) => {
  expect(estimateTraceBytes(traceOf([span(1, more)]))).toBeGreaterThan(1_000_000);
});

test("counts a resource that spans share once", () => {
  const resource = { "process.command_line": longText };
  const trace = traceOf(Array.from({ length: 100 }, (_, id) => span(id, { resource })));
  expect(estimateTraceBytes(trace)).toBeLessThan(1_200_000);
});
