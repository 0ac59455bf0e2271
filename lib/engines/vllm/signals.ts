/** How vLLM answers each canonical signal, with the names of its versions; nothing here is added to by hand on a screen. */
import type { LabelMatch, MetricRef, Placement, Recipe } from "@/lib/engines/engine";
import type { SignalId } from "@/lib/model/signals";

const metric = (
  names: readonly string[],
  placement: Placement = "engine",
  matches: readonly LabelMatch[] = [],
): MetricRef => ({
  names,
  placement,
  ...(matches.length === 0 ? {} : { matches }),
});
const histogram = (...names: readonly string[]): Recipe => ({ kind: "histogram", metric: metric(names) });
const counter = (...alternatives: readonly MetricRef[]): Recipe => ({ kind: "counter", alternatives });
const gauge = (ref: MetricRef, scale = 1): Recipe => ({ kind: "gauge", metric: ref, scale });
const reason = (value: string): LabelMatch => ({ label: "finished_reason", operator: "=", value });

const mebibyte = 1024 * 1024;
const megahertz = 1_000_000;

export const vllmSignals: { readonly [Id in SignalId]: Recipe } = {
  ttft: histogram("vllm:time_to_first_token_seconds"),
  // Until January 2026 the per-step gap was called time per output token; the per-request TPOT below is another metric.
  itl: histogram("vllm:inter_token_latency_seconds", "vllm:time_per_output_token_seconds"),
  tpot: {
    kind: "histogram",
    metric: metric(["vllm:request_time_per_output_token_seconds"]),
    // One-token answers are observed as 0 and drag the histogram's own mean down. Decode time over tokens less the first
    // ones is exact, and all three series move when a request finishes, so that they speak for the same requests.
    mean: {
      numerator: metric(["vllm:request_decode_time_seconds_sum"]),
      minuend: metric(["vllm:request_generation_tokens_sum"]),
      subtrahend: metric(["vllm:request_generation_tokens_count"]),
    },
  },
  e2e: histogram("vllm:e2e_request_latency_seconds"),
  "queue-time": histogram("vllm:request_queue_time_seconds"),
  "prefill-time": histogram("vllm:request_prefill_time_seconds"),
  "decode-time": histogram("vllm:request_decode_time_seconds"),
  // Counts every finished request, errors and aborts included, despite its name.
  requests: counter(metric(["vllm:request_success_total"])),
  "prompt-tokens": counter(metric(["vllm:prompt_tokens_total"])),
  "output-tokens": counter(metric(["vllm:generation_tokens_total"])),
  // The HTTP front end is the outermost layer vLLM knows and the only one that counts refusals; it has no model label.
  errors: counter(
    {
      ...metric(["http_requests_total"], "process", [{ label: "status", operator: "=", value: "5xx" }]),
      isZeroWithOthers: true,
    },
    metric(["vllm:request_success_total"], "engine", [reason("error")]),
  ),
  aborts: counter(metric(["vllm:request_success_total"], "engine", [reason("abort")])),
  running: gauge(metric(["vllm:num_requests_running"])),
  waiting: gauge(metric(["vllm:num_requests_waiting"])),
  "kv-usage": gauge(metric(["vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc"])),
  preemptions: counter(metric(["vllm:num_preemptions_total"])),
  "gpu-engine-active": gauge(metric(["DCGM_FI_PROF_GR_ENGINE_ACTIVE"], "gpu")),
  "gpu-tensor-active": gauge(metric(["DCGM_FI_PROF_PIPE_TENSOR_ACTIVE"], "gpu")),
  "gpu-dram-active": gauge(metric(["DCGM_FI_PROF_DRAM_ACTIVE"], "gpu")),
  "gpu-memory-used": gauge(metric(["DCGM_FI_DEV_FB_USED"], "gpu"), mebibyte),
  "gpu-power": gauge(metric(["DCGM_FI_DEV_POWER_USAGE"], "gpu")),
  "gpu-sm-clock": gauge(metric(["DCGM_FI_DEV_SM_CLOCK"], "gpu"), megahertz),
  "host-cpu": {
    kind: "busy-share",
    idle: metric(["node_cpu_seconds_total"], "host", [{ label: "mode", operator: "=", value: "idle" }]),
    all: metric(["node_cpu_seconds_total"], "host"),
  },
};
