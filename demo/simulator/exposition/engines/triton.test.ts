/** Triton's names, stated independently of the implementation, and its counts. */
import { expect, test } from "vitest";
import { listBucketEdges, outline, valueOf } from "@/tests/support/histories/exposition-text";
import { answeredCount, runRequests, sumOf } from "@/tests/support/traces/run-requests";
import { triton, tritonTrtllm } from "./triton";

const played = runRequests([tritonTrtllm]);
const { families, answered } = played;
const plain = runRequests([triton]).families;

const common = [
  "nv_inference_request_success counter model,version",
  "nv_inference_request_failure counter model,reason,version",
  "nv_inference_count counter model,version",
  "nv_inference_exec_count counter model,version",
  "nv_inference_request_duration_us counter model,version",
  "nv_inference_queue_duration_us counter model,version",
  "nv_inference_compute_infer_duration_us counter model,version",
  "nv_inference_pending_request_count gauge model,version",
  "nv_gpu_utilization gauge gpu_uuid",
  "nv_gpu_memory_total_bytes gauge gpu_uuid",
  "nv_gpu_memory_used_bytes gauge gpu_uuid",
  "nv_gpu_power_usage gauge gpu_uuid",
  "nv_energy_consumption counter gpu_uuid",
  "nv_cpu_utilization gauge",
];

test("with TensorRT-LLM: exposes Triton's families, types and labels", () => {
  expect(outline(families).toSorted()).toEqual(
    [
      ...common,
      "nv_inference_first_response_histogram_ms histogram model,version",
      "nv_trt_llm_request_metrics gauge model,request_type,version",
      "nv_trt_llm_runtime_memory_metrics gauge memory_type,model,version",
      "nv_trt_llm_kv_cache_block_metrics gauge kv_cache_block_type,model,version",
      "nv_trt_llm_inflight_batcher_metrics gauge inflight_batcher_specific_metric,model,version",
    ].toSorted(),
  );
});

test("without TensorRT-LLM: exposes summaries on request, and no LLM metrics", () => {
  expect(outline(plain).toSorted()).toEqual(
    [
      ...common,
      "nv_inference_request_summary_us summary model,version",
      "nv_inference_queue_summary_us summary model,version",
    ].toSorted(),
  );
});

test("the first response has four edges, in milliseconds, written without a decimal point", () => {
  expect(listBucketEdges(families, "nv_inference_first_response_histogram_ms")).toEqual([
    100, 500, 2000, 5000,
  ]);
  expect(played.texts[0]).toContain('version="1",le="100"} ');
});

const totalMicroseconds = sumOf(answered, (one) => Math.round((one.finishedMs! - one.arrivalMs) * 1000));

test.each([
  ["nv_inference_request_success", {}, answeredCount],
  ["nv_inference_count", {}, answeredCount],
  ["nv_inference_request_failure", { reason: "CANCELED" }, 1],
  ["nv_inference_request_failure", { reason: "BACKEND" }, 1],
  ["nv_inference_request_failure", { reason: "OTHER" }, 0],
  ["nv_inference_request_duration_us", {}, totalMicroseconds],
  ["nv_inference_exec_count", {}, played.steps.filter((step) => step.prefillTokens > 0).length],
  ["nv_inference_first_response_histogram_ms_count", {}, answeredCount + 1],
  ["nv_trt_llm_request_metrics", { request_type: "max" }, 64],
  ["nv_trt_llm_kv_cache_block_metrics", { kv_cache_block_type: "tokens_per" }, 16],
  ["nv_trt_llm_kv_cache_block_metrics", { kv_cache_block_type: "fraction" }, 0],
])("%s %j equals the recorded events", (name, labels, expected) => {
  expect(valueOf(families, name, labels)).toBe(expected);
});

test("a summary's sum and count cover all responses, and its quantiles increase", () => {
  expect(valueOf(plain, "nv_inference_request_summary_us_count")).toBe(answeredCount);
  expect(valueOf(plain, "nv_inference_request_summary_us_sum")).toBe(totalMicroseconds);
  const of = (quantile: string): number => valueOf(plain, "nv_inference_request_summary_us", { quantile });
  expect(of("0.5")).toBeGreaterThan(0);
  expect(of("0.5")).toBeLessThanOrEqual(of("0.95"));
  expect(of("0.95")).toBeLessThanOrEqual(of("0.999"));
});
