/**
 * A simulated history in a real Prometheus contains the model's values for every profile, without waiting in real
 * time.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { profiles } from "@/demo/simulator/profiles/profiles";
import { parseExposition } from "@/tests/support/histories/exposition-text";
import { simulateHistory, type SimulatedHistory } from "@/tests/support/histories/simulated-history";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";

const fromMs = Date.UTC(2026, 10, 18, 9);
const minuteMs = 60_000;
let history: SimulatedHistory;
let prometheus: FrozenPrometheus;

beforeAll(async () => {
  history = simulateHistory({
    profiles: profiles.map(({ id }) => id),
    fromMs,
    toMs: fromMs + 6 * minuteMs,
    spacingMs: 15_000,
    faults: [{ workload: "sglang", fault: "launch-overhead", strength: 60, atMs: fromMs + 3 * minuteMs }],
  });
  prometheus = await startPrometheus(history.writeBlocks);
});
afterAll(() => prometheus.stop());

async function value(promQl: string, atMs = history.lastScrapeMs): Promise<number> {
  const query = new URLSearchParams({ query: promQl, time: String(atMs / 1000) });
  const response = await fetch(`${prometheus.url}/api/v1/query?${query.toString()}`);
  const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } };
  return Number(data.result[0]?.value[1]);
}

test("every target exists", async () => {
  expect(await value("count(up == 1)")).toBe(history.simulation.listTargets().length);
});

test.each([
  "vllm:generation_tokens_total",
  "sglang:generation_tokens_total",
  "tgi_request_generated_tokens_sum",
  "trtllm_generation_tokens_total",
  "dynamo_frontend_output_tokens_total",
  "llamacpp:tokens_predicted_total",
  "ray_vllm_generation_tokens_total",
  "ray_vllm:generation_tokens_total",
  "llm_d_epp_request_output_tokens_sum",
  "litellm_output_tokens_metric_total",
  "nv_inference_count",
  "llm_requests_total",
  "gen_ai_client_token_usage_sum",
])("%s matches the targets and increases", async (name) => {
  const samples = history.simulation
    .listTargets()
    .flatMap(({ printMetrics }) => [...parseExposition(printMetrics(history.lastScrapeMs)).values()])
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample.name === name);
  expect(samples.length).toBeGreaterThan(0);
  const sum = samples.reduce((total, sample) => total + sample.value, 0);
  expect(await value(`sum(${name})`)).toBeCloseTo(sum, 6);
  expect(await value(`sum(rate(${name}[5m]))`)).toBeGreaterThan(0);
});

test("a fault changes the history from its start on", async () => {
  const mean = (atMs: number): Promise<number> =>
    value(
      "rate(sglang:inter_token_latency_seconds_sum[2m]) / rate(sglang:inter_token_latency_seconds_count[2m])",
      atMs,
    );
  expect(await mean(fromMs + 6 * minuteMs)).toBeGreaterThan((await mean(fromMs + 3 * minuteMs)) + 0.05);
});
