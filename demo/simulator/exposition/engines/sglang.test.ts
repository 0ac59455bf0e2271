/** SGLang's names, stated independently of the implementation, and its counts. */
import { expect, test } from "vitest";
import { listBucketEdges, outline, valueOf } from "@/tests/support/histories/exposition-text";
import {
  answeredCount,
  cachedTokens,
  outputTokens,
  runRequests,
  promptTokens,
} from "@/tests/support/traces/run-requests";
import { sglang, sglangRanks } from "./sglang";

const played = runRequests([sglang]);
const { families, answered, disconnected, requests } = played;
const ranked = "engine_type,model_name,moe_ep_rank,pp_rank,tp_rank";
const own = "engine_type,model_name";

test("exposes SGLang's families, types and labels", () => {
  const gauges = [
    "num_running_reqs num_queue_reqs num_grammar_queue_reqs token_usage full_token_usage num_used_tokens",
    "kv_used_tokens kv_available_tokens kv_evictable_tokens max_total_num_tokens gen_throughput cache_hit_rate",
    "num_retracted_reqs utilization fwd_occupancy page_size num_pages weight_memory_usage_gb",
    "kv_cache_memory_usage_gb startup_available_gpu_memory_gb",
  ]
    .join(" ")
    .split(" ");
  expect(outline(families).toSorted()).toEqual(
    [
      ...gauges.map((name) => `sglang:${name} gauge ${ranked}`),
      `sglang:queue_time_seconds histogram ${ranked}`,
      "sglang:per_stage_req_latency_seconds histogram engine_type,model_name,moe_ep_rank,pp_rank,stage,tp_rank",
      "sglang:realtime_tokens_total counter engine_type,mode,model_name,moe_ep_rank,pp_rank,tp_rank",
      `sglang:num_retracted_requests_total counter ${ranked}`,
      "sglang:time_to_first_token_seconds histogram engine_type,is_streaming,model_name",
      `sglang:inter_token_latency_seconds histogram ${own}`,
      "sglang:e2e_request_latency_seconds histogram engine_type,is_streaming,model_name",
      "sglang:prompt_tokens_total counter engine_type,is_streaming,model_name",
      "sglang:generation_tokens_total counter engine_type,is_streaming,model_name",
      "sglang:num_requests_total counter engine_type,is_streaming,model_name",
      `sglang:num_aborted_requests_total counter ${own}`,
      "sglang:cached_tokens_total counter cache_source,engine_type,model_name",
      `sglang:prompt_tokens_histogram histogram ${own}`,
      `sglang:generation_tokens_histogram histogram ${own}`,
      "sglang:http_requests_total counter endpoint,method",
      "sglang:http_responses_total counter endpoint,method,status_code",
      "sglang:http_requests_active gauge endpoint,method",
    ].toSorted(),
  );
});

test.each([
  ["sglang:time_to_first_token_seconds", "0.1 0.2 0.4 0.6 0.8 1 2 4 6 8 10 20 40 60 80 100 200 400"],
  [
    "sglang:inter_token_latency_seconds",
    "0.002 0.004 0.006 0.008 0.01 0.015 0.02 0.025 0.03 0.035 0.04 0.06 0.08 0.1 0.2 0.4 0.6 0.8 1 2 4 6 8",
  ],
  [
    "sglang:e2e_request_latency_seconds",
    "0.1 0.2 0.4 0.6 0.8 1 2 4 6 8 10 20 40 60 80 100 200 400 600 1200 1800 2400",
  ],
  [
    "sglang:queue_time_seconds",
    "0 0.001 0.005 0.01 0.05 0.1 0.2 0.5 1 2 3 4 5 10 15 20 30 40 50 60 70 80 90 100 200 300 400 500 600 700 800 900 1000 1200 1400 1600 1800 2000 2500 3000",
  ],
])("%s has the published edges", (name, edges) => {
  expect(listBucketEdges(families, name).join(" ")).toBe(edges);
});

test("stage edges grow by 1.62 from a millisecond to twenty minutes", () => {
  const edges = listBucketEdges(families, "sglang:per_stage_req_latency_seconds");
  expect(edges).toHaveLength(30);
  expect(edges[0]).toBe(0.001);
  expect(edges[1]! / edges[0]!).toBeCloseTo(1.62, 9);
  expect(edges[29]).toBeGreaterThan(1190);
  expect(edges[29]).toBeLessThan(1192);
});

test.each([
  ["sglang:num_requests_total", {}, answeredCount],
  ["sglang:num_aborted_requests_total", {}, 1],
  ["sglang:prompt_tokens_total", {}, promptTokens(answered)],
  ["sglang:generation_tokens_total", {}, outputTokens(answered)],
  ["sglang:generation_tokens_histogram_sum", {}, outputTokens(answered)],
  ["sglang:cached_tokens_total", { cache_source: "device" }, cachedTokens(answered)],
  ["sglang:time_to_first_token_seconds_count", {}, answeredCount + 1],
  ["sglang:inter_token_latency_seconds_count", {}, outputTokens(requests) - answeredCount - 1],
  ["sglang:e2e_request_latency_seconds_count", {}, answeredCount],
  ["sglang:queue_time_seconds_count", {}, answeredCount + 1],
  ["sglang:per_stage_req_latency_seconds_count", { stage: "prefill_forward" }, answeredCount + 1],
  ["sglang:http_requests_total", {}, requests.length],
  ["sglang:http_responses_total", { status_code: "400" }, 1],
  ["sglang:http_responses_total", { status_code: "200" }, answeredCount + 1],
  ["sglang:http_requests_active", {}, 0],
  ["sglang:num_running_reqs", {}, 0],
])("%s %j equals the recorded events", (name, labels, expected) => {
  expect(valueOf(families, name, labels)).toBe(expected);
});

test("tokens of a running request are only in the realtime counter", () => {
  const running = runRequests([sglang]).deployment;
  const atMs = 1_900_000_000_000;
  running.advance(atMs);
  running.resetCounters();
  running.acceptRequest(atMs, { promptTokens: 500, plannedOutputTokens: 2_000, onEnd: () => {} });
  running.advance(atMs + 20_000);
  const text = running.listTargets()[0]!.printMetrics(atMs + 20_000);
  expect(text).toMatch(/^sglang:generation_tokens_total\{.*\} 0\.0$/m);
  expect(Number(/^sglang:realtime_tokens_total\{.*mode="decode"\} (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(
    100,
  );
  expect(Number(/^sglang:gen_throughput\{.*\} (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(5);
  expect(disconnected.generatedTokens).toBeGreaterThan(0);
});

test("a retraction is a preemption", () => {
  const squeezed = runRequests([sglang], { kvCacheRatio: 0.006 });
  expect(squeezed.preemptions).toBeGreaterThan(0);
  expect(valueOf(squeezed.families, "sglang:num_retracted_requests_total")).toBe(squeezed.preemptions);
});

test("with metrics of all ranks, the scheduler's series exist once per rank, the requests' once", () => {
  const ranked = runRequests([sglangRanks], { gpusPerInstance: 2 });
  const name = "sglang:queue_time_seconds_count";
  expect(valueOf(ranked.families, name, { tp_rank: "0" })).toBe(answeredCount + 1);
  expect(valueOf(ranked.families, name, { tp_rank: "1" })).toBe(answeredCount + 1);
  expect(valueOf(ranked.families, "sglang:num_requests_total")).toBe(answeredCount);
});
