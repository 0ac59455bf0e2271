/** The custom service's names, stated independently of the implementation, and its counts. */
import { expect, test } from "vitest";
import { listBucketEdges, outline, valueOf } from "@/tests/support/histories/exposition-text";
import { answeredCount, runRequests } from "@/tests/support/traces/run-requests";
import { customMetrics } from "./custom-metrics";

const { families, requests } = runRequests([customMetrics]);

test("exposes the families, types and labels", () => {
  expect(outline(families)).toEqual([
    "llm_ttft_seconds histogram",
    "llm_tpot_seconds histogram",
    "llm_memory_usage_megabytes gauge memory_type",
    "llm_requests_total counter",
    "llm_errors_total counter",
  ]);
});

test("uses the edges of Python's client library", () => {
  const edges = "0.005 0.01 0.025 0.05 0.075 0.1 0.25 0.5 0.75 1 2.5 5 7.5 10";
  expect(listBucketEdges(families, "llm_ttft_seconds").join(" ")).toBe(edges);
  expect(listBucketEdges(families, "llm_tpot_seconds").join(" ")).toBe(edges);
});

test("counts equal the recorded events; a response of one token has no time per token", () => {
  expect(valueOf(families, "llm_requests_total")).toBe(requests.length);
  expect(valueOf(families, "llm_errors_total")).toBe(2);
  expect(valueOf(families, "llm_ttft_seconds_count")).toBe(answeredCount + 1);
  expect(valueOf(families, "llm_tpot_seconds_count")).toBe(answeredCount - 1);
  const megabytes = valueOf(families, "llm_memory_usage_megabytes", { memory_type: "vram" });
  expect(megabytes).toBeGreaterThan(30_000);
  expect(megabytes).toBeLessThan(48_000);
});
