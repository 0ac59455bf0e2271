/**
 * The dictionary of canonical signals. Ids are frozen words: they appear in URLs, stored questions and gate syntax.
 * Every engine answers for each of them with a recipe or "not exposed" (see `lib/engines`).
 */
import type { DisplayUnit, Unit } from "./units";

export const signalIds = [
  "ttft",
  "itl",
  "tpot",
  "e2e",
  "queue-time",
  "prefill-time",
  "decode-time",
  "requests",
  "prompt-tokens",
  "output-tokens",
  "errors",
  "aborts",
  "running",
  "waiting",
  "kv-usage",
  "preemptions",
  "gpu-engine-active",
  "gpu-tensor-active",
  "gpu-dram-active",
  "gpu-memory-used",
  "gpu-power",
  "gpu-sm-clock",
  "host-cpu",
] as const;
export type SignalId = (typeof signalIds)[number];

/** distribution = histogram of observations; counter = events or amounts over time; gauge = level at an instant. */
export type SignalKind = "distribution" | "counter" | "gauge";
export type Layer = "application" | "database" | "infrastructure" | "system";

export interface SignalDefinition {
  readonly id: SignalId;
  readonly title: string;
  /** Short form for labels at line ends and table heads. */
  readonly label: string;
  readonly kind: SignalKind;
  readonly unit: Unit;
  readonly displayUnit: DisplayUnit;
  readonly layer: Layer;
  readonly better: "lower" | "higher" | "neither";
  /** How replicas of one deployment become one number. */
  readonly combine: "merge-buckets" | "sum" | "max" | "mean";
  readonly zeroMeans: string;
  readonly meaning: string;
}

const latency = {
  kind: "distribution",
  unit: "seconds",
  layer: "application",
  better: "lower",
  combine: "merge-buckets",
  zeroMeans: "an observation below the first bucket edge",
} as const;

const flow = { kind: "counter", layer: "application", combine: "sum" } as const;
const level = { kind: "gauge", layer: "application", combine: "sum" } as const;
const gpuActivity = {
  kind: "gauge",
  unit: "ratio",
  displayUnit: "%",
  layer: "infrastructure",
  better: "neither",
  combine: "mean",
  zeroMeans: "the unit did no work in the sampling period",
} as const;

const definitions: { readonly [Id in SignalId]: Omit<SignalDefinition, "id"> } = {
  ttft: {
    ...latency,
    title: "Time to first token, TTFT",
    label: "TTFT",
    displayUnit: "s",
    meaning: "From the engine's front end receiving a request to its first output token; queueing is inside.",
  },
  itl: {
    ...latency,
    title: "Inter-token latency, ITL",
    label: "ITL",
    displayUnit: "ms",
    meaning: "Gap between two successive outputs of one request, one observation per engine step.",
  },
  tpot: {
    ...latency,
    title: "Time per output token, TPOT",
    label: "TPOT",
    displayUnit: "ms",
    meaning:
      "Per request (E2E − TTFT) / (output tokens − 1). The mean is decode time over output tokens less the first ones.",
  },
  e2e: {
    ...latency,
    title: "End to end, E2E",
    label: "E2E",
    displayUnit: "s",
    meaning: "From the engine's front end receiving a request to its last output token.",
  },
  "queue-time": {
    ...latency,
    title: "Queue time",
    label: "queue",
    displayUnit: "s",
    meaning: "From a request entering the waiting queue to its first scheduling.",
  },
  "prefill-time": {
    ...latency,
    title: "Prefill time",
    label: "prefill",
    displayUnit: "s",
    meaning: "From first scheduling to the first output token.",
  },
  "decode-time": {
    ...latency,
    title: "Decode time",
    label: "decode",
    displayUnit: "s",
    meaning: "From the first output token to the last.",
  },
  requests: {
    ...flow,
    title: "Requests",
    label: "requests",
    unit: "requests-per-second",
    displayUnit: "req/s",
    better: "neither",
    zeroMeans: "no request finished",
    meaning: "Requests finished per second, whatever their outcome.",
  },
  "prompt-tokens": {
    ...flow,
    title: "Prompt tokens",
    label: "prompt",
    unit: "tokens-per-second",
    displayUnit: "tokens/s",
    better: "neither",
    zeroMeans: "no prompt was taken in",
    meaning: "Prompt tokens taken in per second, cached ones included.",
  },
  "output-tokens": {
    ...flow,
    title: "Output tokens",
    label: "output",
    unit: "tokens-per-second",
    displayUnit: "tokens/s",
    better: "higher",
    zeroMeans: "no token was produced",
    meaning: "Output tokens produced per second.",
  },
  errors: {
    ...flow,
    title: "Errors",
    label: "errors",
    unit: "requests-per-second",
    displayUnit: "req/s",
    better: "lower",
    zeroMeans: "no request failed",
    meaning: "5xx answers and overload refusals at the outermost layer known, else the engine's own errors.",
  },
  aborts: {
    ...flow,
    title: "Aborts",
    label: "aborts",
    unit: "requests-per-second",
    displayUnit: "req/s",
    better: "lower",
    zeroMeans: "no client went away",
    meaning: "Requests ended by their client; shown apart and not counted as errors.",
  },
  running: {
    ...level,
    title: "Running requests",
    label: "running",
    unit: "requests",
    displayUnit: "requests",
    better: "neither",
    zeroMeans: "the batch is empty",
    meaning: "Requests in execution batches at the instant of the scrape.",
  },
  waiting: {
    ...level,
    title: "Waiting requests",
    label: "waiting",
    unit: "requests",
    displayUnit: "requests",
    better: "lower",
    zeroMeans: "nothing waits",
    meaning: "Requests accepted but not yet scheduled, at the instant of the scrape.",
  },
  "kv-usage": {
    ...level,
    title: "KV cache in use",
    label: "KV cache",
    unit: "ratio",
    displayUnit: "%",
    better: "lower",
    combine: "max",
    zeroMeans: "no block is in use",
    meaning: "Share of KV cache blocks in use; of several instances the fullest is told.",
  },
  preemptions: {
    ...flow,
    title: "Preemptions",
    label: "preemptions",
    unit: "events-per-second",
    displayUnit: "per min",
    better: "lower",
    zeroMeans: "no running request was pushed out",
    meaning: "Running requests pushed out of the batch for want of KV cache.",
  },
  "gpu-engine-active": {
    ...gpuActivity,
    title: "GPU engine active",
    label: "engine",
    meaning:
      "Share of time any kernel was on the GPU. High activity alone says nothing about what limits it.",
  },
  "gpu-tensor-active": {
    ...gpuActivity,
    title: "Tensor cores active",
    label: "tensor",
    meaning: "Share of cycles the tensor pipes were busy.",
  },
  "gpu-dram-active": {
    ...gpuActivity,
    title: "GPU memory bus active",
    label: "DRAM",
    meaning: "Share of cycles the memory interface moved data; about 80 % is the practical maximum.",
  },
  "gpu-memory-used": {
    ...level,
    title: "GPU memory used",
    label: "memory",
    unit: "bytes",
    displayUnit: "GiB",
    layer: "infrastructure",
    better: "neither",
    zeroMeans: "nothing is loaded",
    meaning: "Frame buffer in use over all GPUs of the deployment; engines reserve theirs at start.",
  },
  "gpu-power": {
    ...level,
    title: "GPU power",
    label: "power",
    unit: "watts",
    displayUnit: "W",
    layer: "infrastructure",
    better: "neither",
    zeroMeans: "the board draws nothing",
    meaning: "Board power over all GPUs of the deployment.",
  },
  "gpu-sm-clock": {
    ...level,
    title: "SM clock",
    label: "SM clock",
    unit: "hertz",
    displayUnit: "MHz",
    layer: "infrastructure",
    better: "higher",
    combine: "mean",
    zeroMeans: "the clock is stopped",
    meaning: "Mean clock of the streaming multiprocessors; a fall under load means throttling.",
  },
  "host-cpu": {
    ...gpuActivity,
    title: "Host CPU",
    label: "CPU",
    layer: "system",
    meaning: "Share of the hosts' CPU time that was not idle.",
  },
};

export const signals: readonly SignalDefinition[] = signalIds.map((id) => ({ id, ...definitions[id] }));

export function signalDefinition(id: SignalId): SignalDefinition {
  return { id, ...definitions[id] };
}
