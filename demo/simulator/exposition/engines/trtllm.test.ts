/** trtllm-serve's names, stated independently of the implementation, and its counts. */
import { expect, test } from "vitest";
import { listBucketEdges, outline, valueOf } from "@/tests/support/histories/exposition-text";
import {
  answeredCount,
  cachedTokens,
  outputTokens,
  runRequests,
  promptTokens,
  sumOf,
} from "@/tests/support/traces/run-requests";
import { trtllm } from "./trtllm";

const played = runRequests([trtllm]);
const { families, answered } = played;
const own = "engine_type,model_name";
const request = "0.3 0.5 0.8 1 1.5 2 2.5 5 10 15 20 30 40 50 60 120 240 480 960 1920 7680";
const published: Readonly<Record<string, string>> = {
  time_to_first_token:
    "0.001 0.005 0.01 0.02 0.04 0.06 0.08 0.1 0.25 0.5 0.75 1 2.5 5 7.5 10 20 40 80 160 640 2560",
  time_per_output_token: "0.01 0.025 0.05 0.075 0.1 0.15 0.2 0.3 0.4 0.5 0.75 1 2.5 5 7.5 10 20 40 80",
  e2e_request_latency: request,
  request_queue_time: request,
  request_decode_time: request,
  request_inference_time: request,
  request_prefill_time: "0.001 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 20 40 80 160 640 2560",
};

test("is scraped at the real product's path", () => {
  expect(trtllm.path).toBe("/prometheus/metrics");
  expect(played.deployment.listTargets()[0]?.path).toBe("/targets/toy-0/trtllm/prometheus/metrics");
});

test("exposes trtllm-serve's families, types and labels", () => {
  const gauges = [
    "num_requests_running num_requests_waiting num_paused_requests kv_cache_utilization kv_cache_hit_rate",
    "kv_cache_max_blocks kv_cache_used_blocks kv_cache_tokens_per_block iteration_latency_seconds",
    "gpu_memory_usage_bytes",
  ]
    .join(" ")
    .split(" ");
  const counters = [
    "kv_cache_reused_blocks kv_cache_missed_blocks prompt_tokens generation_tokens prompt_cached_tokens",
    "num_requests_completed spec_decode_num_draft_tokens spec_decode_num_accepted_tokens",
  ]
    .join(" ")
    .split(" ");
  expect(outline(families).toSorted()).toEqual(
    [
      ...Object.keys(published).map((name) => `trtllm_${name}_seconds histogram ${own}`),
      ...gauges.map((name) => `trtllm_${name} gauge ${own}`),
      ...counters.map((name) => `trtllm_${name}_total counter ${own}`),
      "trtllm_request_success_total counter engine_type,finished_reason,model_name",
      "trtllm_request_error_total counter engine_type,http_code,model_name",
      "trtllm_model_config_info gauge dtype,engine_type,model_name,model_type,tensor_parallel_size",
    ].toSorted(),
  );
});

test.each(Object.entries(published))("%s has the published edges", (name, edges) => {
  expect(listBucketEdges(families, `trtllm_${name}_seconds`).join(" ")).toBe(edges);
});

test.each([
  ["num_requests_completed_total", {}, answeredCount + 1],
  ["request_success_total", { finished_reason: "length" }, answeredCount],
  ["request_error_total", { http_code: "400" }, 1],
  ["prompt_tokens_total", {}, promptTokens(answered)],
  ["generation_tokens_total", {}, outputTokens(answered)],
  ["prompt_cached_tokens_total", {}, cachedTokens(answered)],
  ["kv_cache_reused_blocks_total", {}, cachedTokens(answered) / 16],
  ["time_to_first_token_seconds_count", {}, answeredCount],
  ["time_per_output_token_seconds_count", {}, answeredCount - 1],
  ["kv_cache_tokens_per_block", {}, 16],
  ["num_requests_running", {}, 0],
])("%s %j equals the recorded events", (name, labels, expected) => {
  expect(valueOf(families, `trtllm_${name}`, labels)).toBe(expected);
});

test("reused and missed blocks add up to the blocks of all prompts", () => {
  const blocks = sumOf(answered, (one) => Math.ceil(one.promptTokens / 16));
  const of = (name: string): number => valueOf(families, `trtllm_kv_cache_${name}_blocks_total`);
  expect(of("reused") + of("missed")).toBe(blocks);
});
