/** A deployment: what a team calls one service of one model, found in the labels of a metrics source. */
import type { PhaseRule } from "./phase-rule";
import type { SignalMappings } from "./signal-mapping";

export const engineIds = [
  "vllm",
  "ray-vllm",
  "dynamo",
  "epp",
  "litellm",
  "otel-genai",
  "otel-genai-utf8",
  "ray-data",
  "sglang",
  "sglang-gateway",
  "tgi",
  "trtllm",
  "triton-trtllm",
  "triton",
  "llama-cpp",
  "hand-made",
  "training",
] as const;
export type EngineId = (typeof engineIds)[number];

/** Exporters beside the engines, the preferred one of each family first. */
export const exporterIds = [
  "dcgm",
  "nvidia-gpu-exporter",
  "amd",
  "node",
  "cadvisor",
  "postgres",
  "pgbouncer",
  "ray-data",
  "nccl-inspector",
] as const;
export type ExporterId = (typeof exporterIds)[number];

export type PoolRole = "prefill" | "decode" | "both" | "router";

/** Label name to exact value; all must hold. */
export type LabelSelector = Readonly<Record<string, string>>;

export interface Pool {
  readonly role: PoolRole;
  readonly selectors: readonly LabelSelector[];
}

/** The series of one exporter that speak of a deployment's machines, pods or databases. */
export interface Attachment {
  readonly exporter: ExporterId;
  readonly selectors: readonly LabelSelector[];
}

export interface Deployment {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly model: string;
  readonly engine: EngineId;
  readonly engineVersion: string | null;
  readonly metricsSource: string;
  readonly tracesSource: string | null;
  readonly pools: readonly Pool[];
  /** Trace services in the order a request passes them. */
  readonly traceServices: readonly string[];
  /** The exporters joined to it; a family without one has no numbers, and says so. */
  readonly attachments: readonly Attachment[];
  /** Metrics of its own that answer for signals which no exporter has. */
  readonly mappings?: SignalMappings;
  /** What its spans mean, where engines do not tell. */
  readonly phases?: readonly PhaseRule[];
  /** Names of its engine's metrics ever seen; empty while not yet read. */
  readonly metricNames: readonly string[];
  /** Labels that only tell copies of the same series apart, such as the replica of a Prometheus pair. */
  readonly copyLabels: readonly string[];
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
}
