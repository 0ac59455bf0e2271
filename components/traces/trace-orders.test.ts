import { expect, test } from "vitest";
import type { TraceSummary, TracesResponse } from "@/lib/contracts/traces";
import { sortTraces, perTokenSeconds, slowestTrace } from "./trace-orders";

function trace(traceId: string, parts: Partial<TraceSummary>): TraceSummary {
  return {
    traceId,
    rootService: "gateway",
    rootOperation: "POST",
    startMs: 0,
    durationNs: 1e9,
    spanCount: 3,
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
  limit: 100,
  requested: 100,
  returned: 2,
  isTruncated: false,
  durationMinMs: null,
  durationMinSource: null,
  sentQuery: "",
  filteredOut: 0,
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

test("newest and slowest are the lists as the source was asked for them", () => {
  expect(idsOf("newest")).toEqual(["c", "b"]);
  expect(idsOf("slowest")).toEqual(["a", "b"]);
  expect(sortTraces(data, "slowest")?.sortNote).toBeNull();
});

test("other orders sort all that was read, each once, and leave out who does not tell, which is said", () => {
  expect(idsOf("first-token")).toEqual(["b", "a"]);
  expect(idsOf("per-token")).toEqual(["a", "b"]);
  expect(idsOf("longest-prompt")).toEqual(["b", "a"]);
  expect(idsOf("longest-output")).toEqual(["b", "a"]);
  expect(sortTraces(data, "first-token")?.sortNote).toBe(
    "Sorted by their time to first token are the traces that were read, the newest of the window and the slowest, 2 in all; 1 more do not tell it.",
  );
});

test("time per token is (duration − TTFT) / (tokens − 1), and one token has none", () => {
  expect(perTokenSeconds(long)).toBe(2);
  expect(perTokenSeconds(late)).toBeCloseTo(0.01, 12);
  expect(perTokenSeconds({ ...long, outputTokens: 1 })).toBeNull();
});

test("without an answer there is no list", () => {
  expect(sortTraces({ newest: null, slowest: null }, "first-token")).toBeNull();
  expect(sortTraces({ newest: null, slowest: null }, "newest")).toBeNull();
});

test("the slowest that was read is of both lists: none above a least duration does not mean none at all", () => {
  expect(slowestTrace(data)?.traceId).toBe("a");
  expect(slowestTrace({ ...data, slowest: { retrieval: reading, traces: [] } })?.traceId).toBe("b");
  expect(slowestTrace({ newest: { retrieval: reading, traces: [] }, slowest: null })).toBeNull();
});
