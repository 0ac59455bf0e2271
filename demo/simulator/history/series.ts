/**
 * Series of the generated history: those of the live targets that have a canonical signal, with the labels that a
 * scrape adds.
 */
import { listInstanceNames, type DeploymentPlan } from "../fleet";
import { createGpuLabels } from "../exposition/machines/dcgm";
import { formatEdge } from "../exposition/registry";
import { finishReasons } from "../exposition/engines/vllm";
import { vllmBucketEdges } from "../exposition/engines/vllm-requests";

/** A histogram of the history; the edges exclude +Inf. */
export interface HistogramFamily {
  readonly metricName: string;
  readonly bucketEdges: readonly number[];
}

/** Histograms of the generated history. */
export const historyHistograms = {
  ttft: { metricName: "vllm:time_to_first_token_seconds", bucketEdges: vllmBucketEdges.ttftEdges },
  itl: { metricName: "vllm:inter_token_latency_seconds", bucketEdges: vllmBucketEdges.tokenGapEdges },
  tpot: {
    metricName: "vllm:request_time_per_output_token_seconds",
    bucketEdges: vllmBucketEdges.tokenGapEdges,
  },
  e2e: { metricName: "vllm:e2e_request_latency_seconds", bucketEdges: vllmBucketEdges.requestEdges },
  queue: { metricName: "vllm:request_queue_time_seconds", bucketEdges: vllmBucketEdges.requestEdges },
  prefill: { metricName: "vllm:request_prefill_time_seconds", bucketEdges: vllmBucketEdges.requestEdges },
  decode: { metricName: "vllm:request_decode_time_seconds", bucketEdges: vllmBucketEdges.requestEdges },
  promptLength: { metricName: "vllm:request_prompt_tokens", bucketEdges: vllmBucketEdges.lengthEdges },
  outputLength: { metricName: "vllm:request_generation_tokens", bucketEdges: vllmBucketEdges.lengthEdges },
} as const satisfies Record<string, HistogramFamily>;
export type HistogramId = keyof typeof historyHistograms;

/** A series of one instance and the value that it shows. */
export interface HistorySeries {
  readonly type: "counter" | "gauge" | "histogram";
  /** Includes the metric's name as `__name__`. */
  readonly labels: Readonly<Record<string, string>>;
  readonly valueId: ValueId;
}

/** Reference to one value of an instance: of a histogram, or a single counter or gauge. */
export type ValueId =
  | { readonly kind: "bucket"; readonly histogram: HistogramId; readonly index: number }
  | { readonly kind: "count"; readonly histogram: HistogramId }
  | { readonly kind: "sum"; readonly histogram: HistogramId }
  | { readonly kind: "number"; readonly name: ScalarId };

/** Counters of an instance. CPU counters are seconds per core; `none` stays zero. */
export const counterIds = [
  "promptTokens",
  "cachedTokens",
  "outputTokens",
  "steps",
  "stepTokens",
  "finishedStop",
  "finishedLength",
  "finishedAbort",
  "preemptions",
  "http2xx",
  "cpuBusy",
  "cpuIdle",
  "none",
] as const;
/**
 * Gauges of an instance. `kv` is the KV usage ratio, `smClock` is in MHz, and GPU activities are fractions of time.
 */
export const gaugeIds = [
  "up",
  "running",
  "waiting",
  "kv",
  "gpuBusy",
  "tensor",
  "dram",
  "memoryMiB",
  "watts",
  "smClock",
] as const;
/** A counter or gauge, in contrast to a histogram. */
export type ScalarId = (typeof counterIds)[number] | (typeof gaugeIds)[number];

const number = (name: ScalarId): ValueId => ({ kind: "number", name });

/** Returns all series of the deployment's instance with this index. */
export function listInstanceSeries(plan: DeploymentPlan, instanceIndex: number): readonly HistorySeries[] {
  const pod = listInstanceNames(plan)[instanceIndex] ?? plan.name;
  const host = `gpu-${plan.name}-${instanceIndex}`;
  const target = { job: "vllm", namespace: "serving", pod, node: host, instance: `${pod}:8000` };
  const engine = { engine: "0", model_name: plan.model.servedName, ...target };
  const gpuTarget = { job: "dcgm", instance: `${host}:9400` };
  const nodeTarget = { job: "node", instance: `${host}:9100` };
  const series: HistorySeries[] = [];
  const add = (
    type: HistorySeries["type"],
    name: string,
    labels: Readonly<Record<string, string>>,
    valueId: ValueId,
  ): void => {
    series.push({ type, labels: { __name__: name, ...labels }, valueId });
  };
  for (const [histogram, { metricName, bucketEdges }] of Object.entries(historyHistograms) as [
    HistogramId,
    HistogramFamily,
  ][]) {
    for (const [index, edge] of [...bucketEdges, Number.POSITIVE_INFINITY].entries()) {
      const labels = { ...engine, le: formatEdge(edge) };
      add("histogram", `${metricName}_bucket`, labels, { kind: "bucket", histogram, index });
    }
    add("histogram", `${metricName}_count`, engine, { kind: "count", histogram });
    add("histogram", `${metricName}_sum`, engine, { kind: "sum", histogram });
  }
  const counter = (name: string, labels: Readonly<Record<string, string>>, id: ScalarId): void =>
    add("counter", name, labels, number(id));
  const gauge = (name: string, labels: Readonly<Record<string, string>>, id: ScalarId): void =>
    add("gauge", name, labels, number(id));
  counter("vllm:prompt_tokens_total", engine, "promptTokens");
  counter("vllm:generation_tokens_total", engine, "outputTokens");
  // Each prompt is looked up once.
  counter("vllm:prefix_cache_queries_total", engine, "promptTokens");
  counter("vllm:prefix_cache_hits_total", engine, "cachedTokens");
  // A histogram with a counter-like name. The history contains only its sum and count.
  counter("vllm:iteration_tokens_total_count", engine, "steps");
  counter("vllm:iteration_tokens_total_sum", engine, "stepTokens");
  counter("vllm:num_preemptions_total", engine, "preemptions");
  const reasons = {
    stop: "finishedStop",
    length: "finishedLength",
    abort: "finishedAbort",
    error: "none",
    repetition: "none",
  } as const;
  for (const reason of finishReasons)
    counter("vllm:request_success_total", { ...engine, finished_reason: reason }, reasons[reason]);
  counter(
    "http_requests_total",
    { handler: "/v1/chat/completions", method: "POST", status: "2xx", ...target },
    "http2xx",
  );
  gauge("vllm:num_requests_running", engine, "running");
  gauge("vllm:num_requests_waiting", engine, "waiting");
  gauge("vllm:kv_cache_usage_perc", engine, "kv");
  for (const scraped of [target, gpuTarget, nodeTarget]) gauge("up", scraped, "up");
  for (let gpu = 0; gpu < plan.gpusPerInstance; gpu += 1) {
    const labels = { ...createGpuLabels({ host, pod, gpu: plan.gpu }, gpu), ...gpuTarget };
    gauge("DCGM_FI_PROF_GR_ENGINE_ACTIVE", labels, "gpuBusy");
    gauge("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE", labels, "tensor");
    gauge("DCGM_FI_PROF_DRAM_ACTIVE", labels, "dram");
    gauge("DCGM_FI_DEV_FB_USED", labels, "memoryMiB");
    gauge("DCGM_FI_DEV_POWER_USAGE", labels, "watts");
    gauge("DCGM_FI_DEV_SM_CLOCK", labels, "smClock");
  }
  for (let cpu = 0; cpu < plan.cpuCoresPerInstance; cpu += 1) {
    counter("node_cpu_seconds_total", { cpu: String(cpu), mode: "idle", ...nodeTarget }, "cpuIdle");
    counter("node_cpu_seconds_total", { cpu: String(cpu), mode: "user", ...nodeTarget }, "cpuBusy");
  }
  return series;
}
