/** vLLM's names in Ray's format, with duplicated counters. */
import { expect, test } from "vitest";
import { listBucketEdges, listLabelNames, valueOf } from "@/tests/support/histories/exposition-text";
import { outputTokens, runRequests, promptTokens } from "@/tests/support/traces/run-requests";
import { rayVllm, rayVllmOld } from "./ray-vllm";

const { families, answered, disconnected, requests } = runRequests([rayVllm]);

test("names have the prefix and no colon", () => {
  for (const name of families.keys()) expect(name).toMatch(/^ray_vllm_[a-z0-9_]+$/);
  for (const name of [
    "ray_vllm_time_to_first_token_seconds",
    "ray_vllm_inter_token_latency_seconds",
    "ray_vllm_request_time_per_output_token_seconds",
    "ray_vllm_kv_cache_usage_perc",
    "ray_vllm_num_requests_running",
    "ray_vllm_num_requests_waiting",
    "ray_vllm_iteration_tokens_total",
  ])
    expect([...families.keys()]).toContain(name);
});

test("labels are vLLM's and Ray's", () => {
  expect(listLabelNames(families, "ray_vllm_time_to_first_token_seconds")).toEqual([
    "Component",
    "ReplicaId",
    "SessionName",
    "Version",
    "WorkerId",
    "engine",
    "model_name",
  ]);
});

test("edges are vLLM's", () => {
  expect(listBucketEdges(families, "ray_vllm_time_to_first_token_seconds").join(" ")).toBe(
    "0.001 0.005 0.01 0.02 0.04 0.06 0.08 0.1 0.25 0.5 0.75 1 2.5 5 7.5 10 20 40 80 160 640 2560",
  );
});

test("exposes every counter also as a gauge with the same value", () => {
  const counters = [...families.values()].filter(({ type }) => type === "counter");
  expect(counters.length).toBeGreaterThan(10);
  for (const { name } of counters) {
    expect(name).toMatch(/_total$/);
    const gauge = name.slice(0, -"_total".length);
    expect(families.get(gauge)?.type, gauge).toBe("gauge");
    expect(valueOf(families, gauge)).toBe(valueOf(families, name));
  }
  expect(valueOf(families, "ray_vllm_prompt_tokens_total")).toBe(promptTokens([...answered, disconnected]));
  expect(valueOf(families, "ray_vllm_generation_tokens")).toBe(outputTokens(requests));
});

test("an older Ray preserves the colon and contains an older vLLM", () => {
  const old = runRequests([rayVllmOld]).families;
  expect(old.get("ray_vllm:gpu_cache_usage_perc")?.type).toBe("gauge");
  expect(old.get("ray_vllm:time_per_output_token_seconds")?.type).toBe("histogram");
  expect(listLabelNames(old, "ray_vllm:num_requests_running")).toEqual(["WorkerId", "engine", "model_name"]);
});
