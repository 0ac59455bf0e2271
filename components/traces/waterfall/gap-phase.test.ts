import { expect, test } from "vitest";
import { drawnSpan, drawnTrace } from "@/tests/support/drawn-trace";
import { viewOf } from "@/tests/support/trace-view";
import { gapPhase } from "./gap-phase";
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

test("what lies beside the called span within a call is the network's; a gap elsewhere is nobody's", () => {
  const trace = viewOf(drawnTrace(spans.map((span) => drawnSpan(span, ms))), "raw");
  const told = trace.gaps.row.map((_, gap) => [gapPhase(trace, gap), gapText(trace, gap)]);
  expect(told).toEqual([
    [null, expect.stringMatching(/^95\sms gap between admission and proxy to engine$/)],
    ["network", expect.stringMatching(/^300\sms on the network before llm_request$/)],
    ["network", expect.stringMatching(/^300\sms on the network after llm_request$/)],
  ]);
});

test("the way to the first that a call asks is the network's as well, though another service answers the call itself", () => {
  const features = {
    id: "f",
    parent: "c",
    service: "feature-store",
    operation: "retrieve features",
    kind: "server" as const,
    at: [350, 390] as const,
  };
  const trace = viewOf(drawnTrace([...spans, features].map((span) => drawnSpan(span, ms))), "raw");
  const told = trace.gaps.row.map((_, gap) => gapText(trace, gap).replaceAll(/\s/g, " "));
  expect(told).toContain("250 ms on the network before retrieve features");
  const alone = viewOf(
    drawnTrace([...spans.slice(0, 3), features].map((span) => drawnSpan(span, ms))),
    "raw",
  );
  expect(alone.gaps.row.map((_, gap) => gapPhase(alone, gap))).toEqual(alone.gaps.row.map(() => null));
});

test("a call whose other side nobody traced explains nothing", () => {
  const connect = { id: "k", parent: "c", service: "gateway", operation: "connect", at: [120, 200] as const };
  const untraced = [...spans.slice(0, 3), connect].map((span) => drawnSpan(span, ms));
  const trace = viewOf(drawnTrace(untraced), "raw");
  expect(trace.gaps.row.length).toBeGreaterThan(0);
  expect(trace.gaps.row.map((_, gap) => gapPhase(trace, gap))).toEqual(trace.gaps.row.map(() => null));
});
