import { expect, test } from "vitest";
import { drawnSpan, drawnTrace } from "@/tests/support/traces/drawn-trace";
import { createTraceView } from "@/tests/support/traces/trace-view";
import { findGapPhase } from "./gap-phase";
import { gapText } from "./waterfall-text";

const ms = 1_000_000;
const call = { parent: "g", service: "gateway", operation: "proxy to engine", kind: "client" as const };
const spans = [
  {
    id: "g",
    service: "gateway",
    operation: "POST /v1/chat/completions",
    kind: "server" as const,
    at: [0, 1_000] as const,
  },
  { id: "a", parent: "g", service: "gateway", operation: "admission", at: [0, 5] as const },
  { id: "c", ...call, at: [100, 995] as const },
  {
    id: "e",
    parent: "c",
    service: "engine",
    operation: "llm_request",
    kind: "server" as const,
    at: [400, 695] as const,
  },
];

test("counts a gap next to the called span as network time, and other gaps as unknown", () => {
  const trace = createTraceView(drawnTrace(spans.map((span) => drawnSpan(span, ms))), "raw");
  const described = trace.gaps.row.map((_, gap) => [findGapPhase(trace, gap), gapText(trace, gap)]);
  expect(described).toEqual([
    [null, expect.stringMatching(/^95\sms gap between admission and proxy to engine$/)],
    ["network", expect.stringMatching(/^300\sms network time before llm_request$/)],
    ["network", expect.stringMatching(/^300\sms network time after llm_request$/)],
  ]);
});

test("counts the time before the first span below a call as network time, even if another service answers", () => {
  const features = {
    id: "f",
    parent: "c",
    service: "feature-store",
    operation: "retrieve features",
    kind: "server" as const,
    at: [350, 390] as const,
  };
  const trace = createTraceView(drawnTrace([...spans, features].map((span) => drawnSpan(span, ms))), "raw");
  const described = trace.gaps.row.map((_, gap) => gapText(trace, gap).replaceAll(/\s/g, " "));
  expect(described).toContain("250 ms network time before retrieve features");
  const alone = createTraceView(
    drawnTrace([...spans.slice(0, 3), features].map((span) => drawnSpan(span, ms))),
    "raw",
  );
  expect(alone.gaps.row.map((_, gap) => findGapPhase(alone, gap))).toEqual(alone.gaps.row.map(() => null));
});

test("returns null for a call without a span of the called service", () => {
  const connect = { id: "k", parent: "c", service: "gateway", operation: "connect", at: [120, 200] as const };
  const untraced = [...spans.slice(0, 3), connect].map((span) => drawnSpan(span, ms));
  const trace = createTraceView(drawnTrace(untraced), "raw");
  expect(trace.gaps.row.length).toBeGreaterThan(0);
  expect(trace.gaps.row.map((_, gap) => findGapPhase(trace, gap))).toEqual(trace.gaps.row.map(() => null));
});
