/**
 * A Prometheus with 200,000 active series of 500 instances, and one deployment whose requests are counted for 20,000
 * tenants.
 */
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";

export const manySeriesEndMs = Date.UTC(2026, 9, 1, 12);
export const instanceCount = 500;
const seriesCount = 200_000;
export const tenantCount = 20_000;
export const tenantModel = "org/tenants";

export const modelCount = 50;
const histograms = [
  "time_to_first_token_seconds",
  "inter_token_latency_seconds",
  "request_time_per_output_token_seconds",
  "e2e_request_latency_seconds",
  "request_queue_time_seconds",
  "request_prefill_time_seconds",
  "request_decode_time_seconds",
  "request_inference_time_seconds",
] as const;
const gauges = ["num_requests_running", "num_requests_waiting", "kv_cache_usage_perc"] as const;
/** Number of edges, including count and sum, so that all instances together have the required number of series. */
const edgeCount = Math.floor((seriesCount / instanceCount - gauges.length) / histograms.length) - 2;

const endSeconds = manySeriesEndMs / 1_000;
/** Two samples per series are enough for presence and a rate. */
const times = [endSeconds - 15, endSeconds];
const tenantTimes = Array.from({ length: 31 }, (_unused, index) => endSeconds - (30 - index) * 60);

function labelsOf(instance: number): string {
  return `model_name="org/model-${instance % modelCount}",job="vllm",namespace="serving",pod="pod-${instance}",instance="pod-${instance}:8000"`;
}

function* familyLines(): Generator<string> {
  const instances = Array.from({ length: instanceCount }, (_unused, index) => labelsOf(index));
  for (const name of gauges) {
    yield `# TYPE vllm:${name} gauge`;
    for (const labels of instances) for (const time of times) yield `vllm:${name}{${labels}} 1 ${time}`;
    if (name !== "num_requests_running") continue;
    for (const time of tenantTimes)
      yield `vllm:${name}{model_name="${tenantModel}",job="tenants",instance="t:1"} 1 ${time}`;
  }
  for (const name of histograms) {
    yield `# TYPE vllm:${name} histogram`;
    for (const labels of instances) {
      for (const [index, time] of times.entries()) {
        for (let edge = 1; edge < edgeCount; edge += 1)
          yield `vllm:${name}_bucket{${labels},le="${edge}.0"} ${edge * index} ${time}`;
        yield `vllm:${name}_bucket{${labels},le="+Inf"} ${edgeCount * index} ${time}`;
        yield `vllm:${name}_count{${labels}} ${edgeCount * index} ${time}`;
        yield `vllm:${name}_sum{${labels}} ${edgeCount * index} ${time}`;
      }
    }
  }
  yield "# TYPE vllm:request_success counter";
  for (let tenant = 0; tenant < tenantCount; tenant += 1) {
    const labels = `model_name="${tenantModel}",job="tenants",instance="t:1",finished_reason="stop",tenant="tenant-${tenant}"`;
    for (const [index, time] of tenantTimes.entries())
      yield `vllm:request_success_total{${labels}} ${index * tenant} ${time}`;
  }
  yield "# EOF\n";
}

/** Takes a minute or two, because a million samples are converted to blocks first. */
export function startManySeries(): Promise<FrozenPrometheus> {
  return startPrometheus([...familyLines()].join("\n"));
}
