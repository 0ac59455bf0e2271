/**
 * Dynamo's names, stated independently of the implementation. Frontend, worker and engine report the same request.
 */
import { expect, test } from "vitest";
import { listBucketEdges, listLabelNames, outline, valueOf } from "@/tests/support/histories/exposition-text";
import {
  answeredCount,
  cachedTokens,
  outputTokens,
  runRequests,
  promptTokens,
} from "@/tests/support/traces/run-requests";
import { dynamoFrontend } from "./gateways/dynamo-frontend";
import { dynamoWorker } from "./engines/dynamo-worker";

const played = runRequests([dynamoFrontend, dynamoWorker], { instances: 2 });
const { answered, requests } = played;
const [frontend, ...workers] = played.scrapes;
const families = frontend!;
const call = "endpoint,model,request_type";

test("exposes the frontend's families, types and labels", () => {
  const histograms = [
    "time_to_first_token_seconds inter_token_latency_seconds request_duration_seconds",
    "input_sequence_tokens output_sequence_tokens cached_tokens",
  ]
    .join(" ")
    .split(" ");
  expect(outline(families).toSorted()).toEqual(
    [
      ...histograms.map((name) => `dynamo_frontend_${name} histogram model`),
      "dynamo_frontend_tokenizer_latency_ms histogram operation",
      "dynamo_frontend_requests_total counter endpoint,error_type,model,request_type,status",
      `dynamo_frontend_requests_started_total counter ${call}`,
      "dynamo_frontend_output_tokens_total counter model",
      `dynamo_frontend_model_cancellation_total counter ${call}`,
      ...["active_requests", "inflight_requests", "queued_requests", "model_total_kv_blocks"].map(
        (name) => `dynamo_frontend_${name} gauge model`,
      ),
      "dynamo_frontend_disconnected_clients gauge",
      ...["time_to_first_token", "inter_token_latency"].map(
        (name) => `dynamo_frontend_worker_last_${name}_seconds gauge dp_rank,worker_id,worker_type`,
      ),
    ].toSorted(),
  );
});

test.each([
  [
    "time_to_first_token_seconds",
    "0 0.0022 0.0047 0.01 0.022 0.047 0.1 0.22 0.47 1 2.2 4.7 10 22 48 100 220 480",
  ],
  ["inter_token_latency_seconds", "0 0.0019 0.0035 0.0067 0.013 0.024 0.045 0.084 0.16 0.3 0.56 1.1 2"],
  ["request_duration_seconds", "0 2 4 8 16 32 64 130 260 510"],
  ["tokenizer_latency_ms", "0.5 1 2 4 8 16 32 64 128 256 512"],
])("%s has the published edges", (name, edges) => {
  expect(listBucketEdges(families, `dynamo_frontend_${name}`).join(" ")).toBe(edges);
});

test("length edges: twelve up to 128,000 for input, ten up to 32,000 for output", () => {
  const ends = (name: string): readonly (number | undefined)[] => {
    const edges = listBucketEdges(families, `dynamo_frontend_${name}`);
    return [edges.length, edges[0], edges[1], edges.at(-1)];
  };
  expect(ends("input_sequence_tokens")).toEqual([12, 0, 100, 130_000]);
  expect(ends("cached_tokens")).toEqual([12, 0, 100, 130_000]);
  expect(ends("output_sequence_tokens")).toEqual([10, 0, 100, 32_000]);
});

test.each([
  ["requests_started_total", {}, requests.length],
  ["requests_total", {}, requests.length],
  ["requests_total", { status: "success", error_type: "" }, answeredCount],
  ["requests_total", { status: "error", error_type: "cancelled" }, 1],
  ["requests_total", { status: "error", error_type: "validation" }, 1],
  ["model_cancellation_total", {}, 1],
  ["disconnected_clients", {}, 1],
  ["output_tokens_total", {}, outputTokens(requests)],
  ["time_to_first_token_seconds_count", {}, answeredCount + 1],
  ["inter_token_latency_seconds_count", {}, outputTokens(requests) - answeredCount - 1],
  ["input_sequence_tokens_sum", {}, promptTokens(answered)],
  ["output_sequence_tokens_sum", {}, outputTokens(answered)],
  ["cached_tokens_sum", {}, cachedTokens(answered)],
  ["active_requests", {}, 0],
  ["queued_requests", {}, 0],
])("%s %j equals the recorded events", (name, labels, expected) => {
  expect(valueOf(families, `dynamo_frontend_${name}`, labels)).toBe(expected);
});

test("the engines behind the frontend count the same requests under vLLM's names, with Dynamo's labels", () => {
  expect(workers).toHaveLength(2);
  const sum = (name: string): number => workers.reduce((total, worker) => total + valueOf(worker, name), 0);
  expect(sum("vllm:request_success_total")).toBe(requests.length);
  expect(sum("vllm:generation_tokens_total")).toBe(outputTokens(requests));
  expect(sum("dynamo_component_requests_total")).toBe(requests.length);
  expect(listLabelNames(workers[0]!, "vllm:time_to_first_token_seconds")).toEqual(
    ["dynamo_component", "dynamo_endpoint", "dynamo_namespace", "engine", "model", "model_name"].toSorted(),
  );
  expect(outline(workers[0]!).filter((line) => line.startsWith("dynamo_component_inflight"))).toEqual([
    "dynamo_component_inflight_requests gauge dynamo_component,dynamo_endpoint,dynamo_namespace",
  ]);
});

test("the frontend's first token is later than the engine's by the path in both directions", () => {
  const mean = (of: typeof families, name: string): number =>
    valueOf(of, `${name}_sum`) / valueOf(of, `${name}_count`);
  const engines = workers.map((worker) => ({
    sum: valueOf(worker, "vllm:time_to_first_token_seconds_sum"),
    count: valueOf(worker, "vllm:time_to_first_token_seconds_count"),
  }));
  const engineMean =
    engines.reduce((total, { sum }) => total + sum, 0) /
    engines.reduce((total, { count }) => total + count, 0);
  const difference = mean(families, "dynamo_frontend_time_to_first_token_seconds") - engineMean;
  expect(difference).toBeGreaterThan(0.003);
  expect(difference).toBeLessThan(0.02);
});
