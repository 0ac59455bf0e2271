/** Names, types, labels and bucket edges as vLLM has them; written here a second time, so that a slip in one shows. */
import { expect, test } from "vitest";
import { vllmTarget } from "./vllm";

const published: Readonly<Record<string, string>> = {
  "vllm:time_to_first_token_seconds":
    "0.001 0.005 0.01 0.02 0.04 0.06 0.08 0.1 0.25 0.5 0.75 1.0 2.5 5.0 7.5 10.0 20.0 40.0 80.0 160.0 640.0 2560.0",
  "vllm:inter_token_latency_seconds":
    "0.01 0.025 0.05 0.075 0.1 0.15 0.2 0.3 0.4 0.5 0.75 1.0 2.5 5.0 7.5 10.0 20.0 40.0 80.0",
  "vllm:request_time_per_output_token_seconds":
    "0.01 0.025 0.05 0.075 0.1 0.15 0.2 0.3 0.4 0.5 0.75 1.0 2.5 5.0 7.5 10.0 20.0 40.0 80.0",
  "vllm:e2e_request_latency_seconds":
    "0.3 0.5 0.8 1.0 1.5 2.0 2.5 5.0 10.0 15.0 20.0 30.0 40.0 50.0 60.0 120.0 240.0 480.0 960.0 1920.0 7680.0",
  "vllm:request_queue_time_seconds":
    "0.3 0.5 0.8 1.0 1.5 2.0 2.5 5.0 10.0 15.0 20.0 30.0 40.0 50.0 60.0 120.0 240.0 480.0 960.0 1920.0 7680.0",
  "vllm:iteration_tokens_total":
    "1.0 8.0 16.0 32.0 64.0 128.0 256.0 512.0 1024.0 2048.0 4096.0 8192.0 16384.0",
};

const text = vllmTarget({ modelName: "m", blocks: 100, gpuMemoryRatio: 0.9 }).print();

test.each(Object.entries(published))("%s has the published edges", (name, edges) => {
  const found = [...text.matchAll(new RegExp(`^${name}_bucket\\{.*le="([^"]+)"\\}`, "gm"))].map(
    ([, edge]) => edge,
  );
  expect(found.join(" ")).toBe(`${edges} +Inf`);
});

test.each([
  ["vllm:num_requests_running", "gauge"],
  ["vllm:num_requests_waiting", "gauge"],
  ["vllm:kv_cache_usage_perc", "gauge"],
  ["vllm:num_preemptions_total", "counter"],
  ["vllm:prompt_tokens_total", "counter"],
  ["vllm:generation_tokens_total", "counter"],
  ["vllm:request_success_total", "counter"],
  ["vllm:prefix_cache_queries_total", "counter"],
  ["vllm:prefix_cache_hits_total", "counter"],
])("%s is a %s with the engine's labels", (name, type) => {
  expect(text).toContain(`# TYPE ${name} ${type}\n`);
  expect(text).toMatch(new RegExp(`^${name}\\{engine="0",model_name="m"`, "m"));
});

test("every finish reason is there from the start, so that a first error is an increase", () => {
  for (const reason of ["stop", "length", "abort", "error", "repetition"])
    expect(text).toContain(`finished_reason="${reason}"} 0.0`);
});
