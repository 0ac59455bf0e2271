/** Pitfalls of Triton: microseconds and milliseconds, cancellations among failures, and means without percentiles. */
import { expect, test } from "vitest";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { evaluateToNumber, compileTestPlan, evaluateToQuantile } from "@/tests/support/histories/engine-plan";
import { triton } from "./index";
import { tritonTrtllm } from "@/lib/engines/triton-trtllm";

test("computes mean seconds from microseconds and requests, and explains why there is no percentile", () => {
  expect(evaluateToNumber(compileTestPlan(triton, "e2e", "mean"), [2_500_000, 2])).toBeCloseTo(1.25, 12);
  expect(compileTestPlan(triton, "e2e", "p95")).toMatchObject({
    kind: "absent",
    reason: "not-exposed",
    detail:
      "Triton exposes this time as a counter without buckets. There is a mean, but there are no percentiles.",
  });
});

test("computes the share of queueing in end-to-end time with equal units", () => {
  expect(
    evaluateToNumber(compileTestPlan(triton, "queue-time", "share-of-e2e"), [1_000_000, 4_000_000]),
  ).toBeCloseTo(0.25, 12);
});

test("converts bucket edges from milliseconds to seconds", () => {
  const quantile = evaluateToQuantile(compileTestPlan(triton, "ttft", "p50"), {
    "100": 0,
    "500": 8,
    "2000": 8,
    "+Inf": 8,
  });
  expect(quantile.value).toBeCloseTo(0.3, 12);
  expect(quantile.lower).toBeCloseTo(0.1, 12);
  expect(quantile.upper).toBeCloseTo(0.5, 12);
});

test("counts successes and failures as requests, and a cancellation as an abort instead of an error", () => {
  expect(listPlanQueries(compileTestPlan(triton, "requests", "rate"))).toEqual([
    'sum(rate(nv_inference_request_success{model="m",job="j"}[60s])) + sum(rate(nv_inference_request_failure{model="m",job="j"}[60s]))',
  ]);
  expect(listPlanQueries(compileTestPlan(triton, "errors", "rate"))[0]).toContain('reason!="CANCELED"');
  expect(listPlanQueries(compileTestPlan(triton, "aborts", "rate"))[0]).toContain('reason="CANCELED"');
});

test("reports running and waiting requests and KV usage from the batch manager with TensorRT-LLM", () => {
  const query = (signal: "running" | "waiting" | "kv-usage"): string | undefined =>
    listPlanQueries(compileTestPlan(tritonTrtllm, signal, "value"))[0];
  expect(query("running")).toContain(
    'nv_trt_llm_request_metrics{model="m",job="j",request_type="scheduled"}',
  );
  expect(query("waiting")).toContain('request_type="waiting"');
  expect(query("kv-usage")).toBe(
    'max(avg_over_time(nv_trt_llm_kv_cache_block_metrics{model="m",job="j",kv_cache_block_type="fraction"}[60s]))',
  );
});
