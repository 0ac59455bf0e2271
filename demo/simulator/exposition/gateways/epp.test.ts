/**
 * The endpoint picker's names, stated independently of the implementation. Deprecated names report the same values as
 * new ones.
 */
import { expect, test } from "vitest";
import { listBucketEdges, outline, valueOf } from "@/tests/support/histories/exposition-text";
import {
  answeredCount,
  cachedTokens,
  outputTokens,
  runRequests,
  promptTokens,
} from "@/tests/support/traces/run-requests";
import { epp } from "./epp";
import { vllm } from "@/demo/simulator/exposition/engines/vllm";

const played = runRequests([epp, vllm], { instances: 2 });
const { answered, requests, families } = played;
const flow = "fairness_id,model_name,priority,target_model_name";
const models = "model_name,target_model_name";

test("exposes the endpoint picker's families, types and labels, old and new", () => {
  const lengths = ["input_tokens", "output_tokens", "cached_tokens"];
  expect(outline(families).toSorted()).toEqual(
    [
      "llm_d_epp_request_ttft_seconds histogram fairness_id,model_name,priority,streaming,target_model_name",
      ...[
        "streaming_tpot_seconds",
        "streaming_itl_seconds",
        "ntpot_seconds",
        "duration_seconds",
        ...lengths,
      ].map((name) => `llm_d_epp_request_${name} histogram ${flow}`),
      `llm_d_epp_request_total counter ${flow}`,
      `llm_d_epp_request_error_total counter error_code,${flow}`,
      `llm_d_epp_request_running gauge ${flow}`,
      ...[
        "average_kv_cache_utilization",
        "average_queue_size",
        "average_running_requests",
        "ready_endpoints",
      ].map((name) => `llm_d_epp_${name} gauge name`),
      "llm_d_epp_per_endpoint_queue_size gauge model_server_endpoint,name",
      "llm_d_epp_scheduler_e2e_duration_seconds histogram",
      "llm_d_epp_scheduler_attempts_total counter endpoint_name,namespace,port,status,target_model_name",
      `llm_d_epp_flow_control_request_queue_duration_seconds histogram fairness_id,inference_pool,model_name,outcome,priority,target_model_name`,
      "llm_d_epp_flow_control_queue_size gauge fairness_id,inference_pool,model_name,priority,target_model_name",
      "llm_d_epp_prefix_indexer_hit_ratio histogram plugin_name,plugin_type",
      `inference_objective_request_duration_seconds histogram ${models}`,
      `inference_objective_request_total counter ${models}`,
      `inference_objective_request_error_total counter error_code,${models}`,
      `inference_objective_normalized_time_per_output_token_seconds histogram ${models}`,
      "inference_objective_running_requests gauge model_name",
      "inference_pool_average_kv_cache_utilization gauge name",
      "inference_pool_average_queue_size gauge name",
      "inference_pool_ready_pods gauge name",
      "inference_extension_scheduler_e2e_duration_seconds histogram",
    ].toSorted(),
  );
});

const duration =
  "0.005 0.025 0.05 0.1 0.2 0.4 0.6 0.8 1 1.25 1.5 2 3 4 5 6 8 10 15 20 30 45 60 120 180 240 300 360 480 600 900 1200 1800 2700 3600";

test.each([
  [
    "llm_d_epp_request_ttft_seconds",
    "0.005 0.025 0.05 0.1 0.2 0.4 0.6 0.8 1 1.25 1.5 2 3 4 5 6 8 10 15 20 30 45 60 120",
  ],
  [
    "llm_d_epp_request_streaming_tpot_seconds",
    "0.0005 0.00205 0.005 0.01 0.02 0.04 0.06 0.08 0.1 0.125 0.15 0.2 0.3 0.4 0.5 0.6 0.8 1 2",
  ],
  [
    "llm_d_epp_request_streaming_itl_seconds",
    "0.001 0.005 0.01 0.02 0.04 0.06 0.08 0.1 0.15 0.2 0.3 0.5 0.75 1 2",
  ],
  ["llm_d_epp_request_ntpot_seconds", "0.001 0.002 0.005 0.01 0.02 0.05 0.1 0.2 0.5 1 2 5 10"],
  ["llm_d_epp_request_duration_seconds", duration],
  ["inference_objective_request_duration_seconds", duration],
  ["llm_d_epp_scheduler_e2e_duration_seconds", "0.0001 0.0002 0.0005 0.001 0.002 0.005 0.01 0.02 0.05 0.1"],
  [
    "llm_d_epp_flow_control_request_queue_duration_seconds",
    "0.0001 0.0005 0.001 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 30 60",
  ],
])("%s has the published edges", (name, edges) => {
  expect(listBucketEdges(families, name).join(" ")).toBe(edges);
});

test.each([
  ["llm_d_epp_request_total", {}, requests.length],
  ["inference_objective_request_total", {}, requests.length],
  ["llm_d_epp_request_error_total", {}, 1],
  ["inference_objective_request_error_total", {}, 1],
  ["llm_d_epp_request_duration_seconds_count", {}, answeredCount],
  ["inference_objective_request_duration_seconds_count", {}, answeredCount],
  ["llm_d_epp_request_ttft_seconds_count", { streaming: "true" }, answeredCount + 1],
  ["llm_d_epp_request_streaming_itl_seconds_count", {}, outputTokens(requests) - answeredCount - 1],
  ["llm_d_epp_request_streaming_tpot_seconds_count", {}, answeredCount - 1],
  ["llm_d_epp_request_input_tokens_sum", {}, promptTokens(answered)],
  ["llm_d_epp_request_output_tokens_sum", {}, outputTokens(answered)],
  ["llm_d_epp_request_cached_tokens_sum", {}, cachedTokens(answered)],
  ["llm_d_epp_scheduler_attempts_total", {}, requests.length],
  ["llm_d_epp_request_running", {}, 0],
  ["llm_d_epp_ready_endpoints", {}, 2],
  ["inference_pool_ready_pods", {}, 2],
])("%s %j equals the recorded events", (name, labels, expected) => {
  expect(valueOf(families, name, labels)).toBe(expected);
});

test("separates requests by consumer", () => {
  const of = (fairness_id: string): number => valueOf(families, "llm_d_epp_request_total", { fairness_id });
  expect(of("search") + of("support") + of("batch")).toBe(requests.length);
  expect(of("search")).toBeGreaterThan(of("support"));
  expect(of("support")).toBeGreaterThan(of("batch"));
  expect(valueOf(families, "llm_d_epp_request_total", { priority: "-1" })).toBe(of("batch"));
});
