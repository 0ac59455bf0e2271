/** Values of the generated history: histograms, counters and gauges of an instance, and the series that show them. */
import { httpDurationEdges } from "../exposition/engines/vllm-http";
import { vllmBucketEdges } from "../exposition/engines/vllm-requests";
import type { Labels } from "../exposition/registry";
import { dcgmFields } from "../exposition/machines/dcgm-fields";

/** A histogram of the history; the edges exclude +Inf. */
export interface HistogramFamily {
  readonly metricName: string;
  readonly bucketEdges: readonly number[];
}

const { ttftEdges, tokenGapEdges, requestEdges, lengthEdges, preemptionEdges, stepTokenEdges } =
  vllmBucketEdges;

/** Histograms of the generated history. */
export const historyHistograms = {
  ttft: { metricName: "vllm:time_to_first_token_seconds", bucketEdges: ttftEdges },
  itl: { metricName: "vllm:inter_token_latency_seconds", bucketEdges: tokenGapEdges },
  tpot: { metricName: "vllm:request_time_per_output_token_seconds", bucketEdges: tokenGapEdges },
  e2e: { metricName: "vllm:e2e_request_latency_seconds", bucketEdges: requestEdges },
  queue: { metricName: "vllm:request_queue_time_seconds", bucketEdges: requestEdges },
  prefill: { metricName: "vllm:request_prefill_time_seconds", bucketEdges: requestEdges },
  decode: { metricName: "vllm:request_decode_time_seconds", bucketEdges: requestEdges },
  inference: { metricName: "vllm:request_inference_time_seconds", bucketEdges: requestEdges },
  promptLength: { metricName: "vllm:request_prompt_tokens", bucketEdges: lengthEdges },
  computedPrompt: { metricName: "vllm:request_prefill_kv_computed_tokens", bucketEdges: lengthEdges },
  outputLength: { metricName: "vllm:request_generation_tokens", bucketEdges: lengthEdges },
  preemptionCount: { metricName: "vllm:request_num_preemptions", bucketEdges: preemptionEdges },
  stepTokens: { metricName: "vllm:iteration_tokens_total", bucketEdges: stepTokenEdges },
  httpDuration: { metricName: "http_request_duration_seconds", bucketEdges: httpDurationEdges },
} as const satisfies Record<string, HistogramFamily>;
export type HistogramId = keyof typeof historyHistograms;
export const histogramIds = Object.keys(historyHistograms) as HistogramId[];

/** Counters of an instance. CPU counters are seconds per core. */
export const counterIds = [
  "promptTokens",
  "cachedTokens",
  "computedTokens",
  "queriedTokens",
  "outputTokens",
  "finishedStop",
  "finishedLength",
  "finishedAbort",
  "preemptions",
  "http2xx",
  "cpuIdle",
  "cpuUser",
  "cpuSystem",
  "cpuIowait",
  "sentBytes",
  "receivedBytes",
  "diskWrittenBytes",
  "diskWrites",
  "diskWriteSeconds",
] as const;
/** Gauges of an instance. `kv` is the KV usage ratio; `hostLoad` is the number of busy cores. */
export const gaugeIds = ["running", "waiting", "kv", "hostLoad"] as const;
/** A counter or gauge of the engine or its host, in contrast to a histogram or a field of a GPU. */
export type ScalarId = (typeof counterIds)[number] | (typeof gaugeIds)[number];

/** Reference to one value of an instance. `gpu` is a field of its GPUs, which all do the same work. */
export type SeriesValueId =
  | { readonly kind: "bucket"; readonly histogram: HistogramId; readonly index: number }
  | { readonly kind: "count"; readonly histogram: HistogramId }
  | { readonly kind: "sum"; readonly histogram: HistogramId }
  | { readonly kind: "number"; readonly name: ScalarId }
  | { readonly kind: "gpu"; readonly fieldIndex: number }
  | { readonly kind: "constant"; readonly value: number };

/** Names and kinds of the fields of a GPU, in the order of `fieldIndex`. */
export const gpuFields = dcgmFields;

/** A series of one instance and the value that it shows. */
export interface HistorySeries {
  readonly type: "counter" | "gauge" | "histogram";
  /** Includes the metric's name as `__name__`. */
  readonly labels: Labels;
  readonly valueId: SeriesValueId;
}

/** Adds a series with this name, these labels, and this value. A string is the name of a counter or gauge. */
export type AddSeries = (
  type: HistorySeries["type"],
  name: string,
  labels: Labels,
  value: SeriesValueId | ScalarId,
) => void;

/** Returns a value that never changes. */
export const createConstantValue = (value: number): SeriesValueId => ({ kind: "constant", value });
