/** vLLM's names, types, labels and bucket edges, stated independently of the implementation. */
import { describe, expect, test } from "vitest";
import {
  listBucketEdges,
  listLabelNames,
  outline,
  parseExposition,
  valueOf,
} from "@/tests/support/histories/exposition-text";
import {
  answeredCount,
  cachedTokens,
  outputTokens,
  runRequests,
  promptTokens,
} from "@/tests/support/traces/run-requests";
import { vllm, vllmDataParallel, vllmOld, vllmUnderscore, vllmV0 } from "./vllm";

const request = "0.3 0.5 0.8 1 1.5 2 2.5 5 10 15 20 30 40 50 60 120 240 480 960 1920 7680";
const gap = "0.01 0.025 0.05 0.075 0.1 0.15 0.2 0.3 0.4 0.5 0.75 1 2.5 5 7.5 10 20 40 80";
const length = "1 2 5 10 20 50 100 200 500 1000 2000 5000 10000 20000";
const published: Readonly<Record<string, string>> = {
  "vllm:time_to_first_token_seconds":
    "0.001 0.005 0.01 0.02 0.04 0.06 0.08 0.1 0.25 0.5 0.75 1 2.5 5 7.5 10 20 40 80 160 640 2560",
  "vllm:inter_token_latency_seconds": gap,
  "vllm:request_time_per_output_token_seconds": gap,
  "vllm:e2e_request_latency_seconds": request,
  "vllm:request_queue_time_seconds": request,
  "vllm:request_prefill_time_seconds": request,
  "vllm:request_decode_time_seconds": request,
  "vllm:request_inference_time_seconds": request,
  "vllm:iteration_tokens_total": "1 8 16 32 64 128 256 512 1024 2048 4096 8192 16384",
  "vllm:request_prompt_tokens": length,
  "vllm:request_generation_tokens": length,
  "vllm:request_max_num_generation_tokens": length,
  "vllm:request_prefill_kv_computed_tokens": length,
  "vllm:request_params_max_tokens": length,
  "vllm:request_params_n": "1 2 5 10 20",
  "vllm:request_num_preemptions": "1 2 3 4 5 10 20",
};

const played = runRequests([vllm]);
const { families, requests } = played;

test.each(Object.entries(published))("%s has the published edges", (name, edges) => {
  expect(listBucketEdges(families, name).join(" ")).toBe(edges);
});

test("writes bounds in Python's format", () => {
  expect(played.texts[0]).toContain('model_name="toy-8b",le="1.0"} ');
});

test("exposes vLLM's families, types and labels", () => {
  const own = "engine,model_name";
  const counters = [
    "num_preemptions_total",
    "prompt_tokens_total",
    "generation_tokens_total",
    "prompt_tokens_cached_total",
    "prefix_cache_queries_total",
    "prefix_cache_hits_total",
    "external_prefix_cache_queries_total",
    "external_prefix_cache_hits_total",
    "mm_cache_queries_total",
    "mm_cache_hits_total",
    "estimated_flops_per_gpu_total",
    "estimated_read_bytes_per_gpu_total",
    "estimated_write_bytes_per_gpu_total",
  ];
  expect(outline(families).toSorted()).toEqual(
    [
      ...Object.keys(published).map((name) => `${name} histogram ${own}`),
      ...counters.map((name) => `vllm:${name} counter ${own}`),
      ...["num_requests_running", "num_requests_waiting", "kv_cache_usage_perc"].map(
        (name) => `vllm:${name} gauge ${own}`,
      ),
      "vllm:num_requests_waiting_by_reason gauge engine,model_name,reason",
      "vllm:engine_sleep_state gauge engine,model_name,sleep_state",
      "vllm:prompt_tokens_by_source_total counter engine,model_name,source",
      "vllm:request_success_total counter engine,finished_reason,model_name",
      "vllm:cache_config_info gauge block_size,cache_dtype,engine,gpu_memory_utilization,num_gpu_blocks",
      "http_requests_total counter handler,method,status",
      "http_request_duration_seconds histogram handler,method",
    ].toSorted(),
  );
});

test("every finish reason exists from the start, so that a first error is an increase", () => {
  for (const reason of ["stop", "length", "abort", "error", "repetition"])
    expect(
      valueOf(families, "vllm:request_success_total", { finished_reason: reason }),
    ).toBeGreaterThanOrEqual(0);
});

describe("counts equal the recorded events", () => {
  const prefilled = [...played.answered, played.disconnected];
  test.each([
    ["vllm:request_success_total", {}, requests.length],
    ["vllm:request_success_total", { finished_reason: "abort" }, 1],
    ["vllm:request_success_total", { finished_reason: "error" }, 1],
    ["vllm:request_success_total", { finished_reason: "length" }, answeredCount],
    ["vllm:time_to_first_token_seconds_count", {}, prefilled.length],
    ["vllm:e2e_request_latency_seconds_count", {}, requests.length],
    // Only computed requests have phases and lengths; others would lower the means.
    ["vllm:request_prefill_time_seconds_count", {}, prefilled.length],
    ["vllm:request_decode_time_seconds_count", {}, prefilled.length],
    ["vllm:request_inference_time_seconds_count", {}, prefilled.length],
    ["vllm:request_time_per_output_token_seconds_count", {}, prefilled.length],
    ["vllm:request_prompt_tokens_count", {}, prefilled.length],
    ["vllm:prompt_tokens_total", {}, promptTokens(prefilled)],
    ["vllm:prompt_tokens_cached_total", {}, cachedTokens(prefilled)],
    ["vllm:prompt_tokens_by_source_total", { source: "local_cache_hit" }, cachedTokens(prefilled)],
    ["vllm:generation_tokens_total", {}, outputTokens(requests)],
    ["vllm:inter_token_latency_seconds_count", {}, outputTokens(requests) - prefilled.length],
    ["vllm:request_generation_tokens_sum", {}, outputTokens(requests)],
    ["vllm:prefix_cache_queries_total", {}, promptTokens(prefilled)],
    ["vllm:prefix_cache_hits_total", {}, cachedTokens(prefilled)],
    ["vllm:iteration_tokens_total_count", {}, played.steps.length],
    ["vllm:estimated_flops_per_gpu_total", {}, 0],
    ["http_requests_total", { status: "2xx" }, requests.length - 1],
    ["http_request_duration_seconds_count", {}, requests.length],
    ["http_requests_total", { status: "4xx" }, 1],
  ])("%s %j", (name, labels, expected) => {
    expect(valueOf(families, name, labels)).toBe(expected);
  });

  test("a response of one token counts as a gap of zero, as in vLLM", () => {
    const name = "vllm:request_time_per_output_token_seconds_bucket";
    expect(valueOf(families, name, { le: "0.01" })).toBeGreaterThanOrEqual(1);
  });
});

test("counts preemptions when the cache is reduced", () => {
  const squeezed = runRequests([vllm], { kvCacheRatio: 0.006 });
  expect(squeezed.preemptions).toBeGreaterThan(0);
  expect(valueOf(squeezed.families, "vllm:num_preemptions_total")).toBe(squeezed.preemptions);
  expect(valueOf(squeezed.families, "vllm:request_num_preemptions_sum")).toBe(squeezed.preemptions);
});

test("0.9 exposes the old names and none of the new", () => {
  const old = runRequests([vllmOld]).families;
  const names = [...old.keys()];
  expect(names).toEqual(
    expect.arrayContaining([
      "vllm:time_per_output_token_seconds",
      "vllm:gpu_cache_usage_perc",
      "vllm:gpu_prefix_cache_queries_total",
      "vllm:gpu_prefix_cache_hits_total",
    ]),
  );
  for (const name of [
    "vllm:inter_token_latency_seconds",
    "vllm:kv_cache_usage_perc",
    "vllm:prefix_cache_queries_total",
    "vllm:num_requests_waiting_by_reason",
    "vllm:request_time_per_output_token_seconds",
  ])
    expect(names).not.toContain(name);
  expect(listBucketEdges(old, "vllm:time_per_output_token_seconds").join(" ")).toBe(gap);
  expect(valueOf(old, "vllm:time_per_output_token_seconds_count")).toBe(
    outputTokens(requests) - answeredCount - 1,
  );
});

test("the V0 engine has no engine label and supports swapping", () => {
  const v0 = runRequests([vllmV0]).families;
  expect(listLabelNames(v0, "vllm:num_requests_running")).toEqual(["model_name"]);
  expect(v0.get("vllm:num_requests_swapped")?.type).toBe("gauge");
  expect(v0.get("vllm:cpu_cache_usage_perc")?.type).toBe("gauge");
  expect(valueOf(v0, "vllm:request_success_total", { finished_reason: "length" })).toBe(answeredCount);
});

test("through a collector without colons only the prefix changes", () => {
  const names = [...runRequests([vllmUnderscore]).families.keys()];
  expect(names).toEqual([...families.keys()].map((name) => name.replace("vllm:", "vllm_")));
});

test("data-parallel engines share one exposition, distinguished by their number, and count their work", () => {
  const parallel = runRequests([vllmDataParallel], { instances: 2 });
  expect(listLabelNames(parallel.families, "vllm:num_requests_running")).toEqual(["engine", "model_name"]);
  const of = (engine: string) => valueOf(parallel.families, "vllm:generation_tokens_total", { engine });
  expect(of("0")).toBeGreaterThan(0);
  expect(of("1")).toBeGreaterThan(0);
  expect(of("0") + of("1")).toBe(outputTokens(parallel.requests));
  const flops = parallel.steps.reduce((sum, { cost }) => sum + cost.flops, 0);
  expect(valueOf(parallel.families, "vllm:estimated_flops_per_gpu_total") / flops).toBeCloseTo(1, 9);
  const bytes =
    valueOf(parallel.families, "vllm:estimated_read_bytes_per_gpu_total") +
    valueOf(parallel.families, "vllm:estimated_write_bytes_per_gpu_total");
  expect(bytes / parallel.steps.reduce((sum, { cost }) => sum + cost.memoryTrafficBytes, 0)).toBeCloseTo(
    1,
    9,
  );
});

test("adapters are in the labels of one series, whose value is the time of the change", () => {
  const { deployment } = runRequests([vllmDataParallel], { instances: 2 });
  const atMs = 1_900_000_000_000;
  deployment.advance(atMs);
  for (let index = 0; index < 10; index += 1)
    deployment.acceptRequest(atMs, { promptTokens: 100, plannedOutputTokens: 500, onEnd: () => {} });
  deployment.advance(atMs + 2_000);
  const families = parseExposition(deployment.listTargets()[0]!.printMetrics(atMs + 2_000));
  const running = { running_lora_adapters: "search-lora,support-lora,batch-lora", waiting_lora_adapters: "" };
  expect(valueOf(families, "vllm:lora_requests_info", running)).toBe(atMs / 1000 + 2);
});
