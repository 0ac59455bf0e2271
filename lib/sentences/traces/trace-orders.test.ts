import { expect, test } from "vitest";
import type { TraceSummary, TracesResponse } from "@/lib/contracts/traces/traces";
import { sortTraces, perTokenSeconds, findSlowestTrace } from "./trace-orders";

function trace(traceId: string, parts: Partial<TraceSummary>): TraceSummary {
  return {
    traceId,
    rootService: "gateway",
    rootOperation: "POST",
    startMs: 0,
    durationNs: 1e9,
    spanCount: 3,
    outcome: "success",
    errorSpanCount: 0,
    services: [],
    promptTokens: null,
    outputTokens: null,
    ttftSeconds: null,
    ...parts,
  };
}

const reading = {
  service: "gateway",
  maxTraces: 100,
  requestedCount: 100,
  returnedCount: 2,
  isTruncated: false,
  durationMinMs: null,
  durationMinSource: null,
  sentQuery: "",
  filteredOutCount: 0,
  truncationReason: null,
  nearAttributes: [],
  nearOperations: [],
};

const long = trace("a", { durationNs: 9e9, ttftSeconds: 1, outputTokens: 5, promptTokens: 100 });
const late = trace("b", { durationNs: 4e9, ttftSeconds: 3, outputTokens: 101, promptTokens: 900 });
const silent = trace("c", {});
const data: Pick<TracesResponse, "newest" | "slowest"> = {
  newest: { retrieval: reading, traces: [silent, late] },
  slowest: { retrieval: reading, traces: [long, late] },
};
const idsOf = (order: Parameters<typeof sortTraces>[1]): readonly string[] =>
  sortTraces(data, order)?.traces.map(({ traceId }) => traceId) ?? [];

test("keeps the newest and slowest lists as the source returned them", () => {
  expect(idsOf("newest")).toEqual(["c", "b"]);
  expect(idsOf("slowest")).toEqual(["a", "b"]);
  expect(sortTraces(data, "slowest")?.sortNote).toBeNull();
});

test("sorts each trace once by other values and counts traces without the value", () => {
  expect(idsOf("first-token")).toEqual(["b", "a"]);
  expect(idsOf("per-token")).toEqual(["a", "b"]);
  expect(idsOf("longest-prompt")).toEqual(["b", "a"]);
  expect(idsOf("longest-output")).toEqual(["b", "a"]);
  expect(sortTraces(data, "first-token")?.sortNote).toBe(
    "Sorted by time to first token: 2 traces from the newest and slowest lists. 1 more does not report this value.",
  );
});

test("computes time per token as (duration − TTFT) / (tokens − 1), and none for one token", () => {
  expect(perTokenSeconds(long)).toBe(2);
  expect(perTokenSeconds(late)).toBeCloseTo(0.01, 12);
  expect(perTokenSeconds({ ...long, outputTokens: 1 })).toBeNull();
});

test("returns no list without a response", () => {
  expect(sortTraces({ newest: null, slowest: null }, "first-token")).toBeNull();
  expect(sortTraces({ newest: null, slowest: null }, "newest")).toBeNull();
});

test("finds the slowest trace in both lists", () => {
  expect(findSlowestTrace(data)?.traceId).toBe("a");
  expect(findSlowestTrace({ ...data, slowest: { retrieval: reading, traces: [] } })?.traceId).toBe("b");
  expect(findSlowestTrace({ newest: { retrieval: reading, traces: [] }, slowest: null })).toBeNull();
});
