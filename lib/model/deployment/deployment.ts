/** A deployment: one service of one model as its team names it, discovered from the labels of a metrics source. */
import type { GpuHourPrice } from "@/lib/model/roofline/roofline-choice";
import type { EnvironmentValues } from "@/lib/model/baseline/environment";
import type { LimitOverrides } from "./limits";
import type { PhaseRule } from "@/lib/model/traces/phase-rule";
import type { SignalMappings } from "@/lib/model/signals/signal-mapping";

/** Ids of the supported engines, gateways and frameworks. */
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
/** Id of a supported engine, gateway or framework. */
export type EngineId = (typeof engineIds)[number];

/** Ids of exporters other than engines. Within a family, the preferred one is first. */
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
/** Id of an exporter other than an engine, such as the DCGM exporter. */
export type ExporterId = (typeof exporterIds)[number];

/** Work of the instances of a pool. */
export type PoolRole = "prefill" | "decode" | "both" | "router";

/** Label names with exact values. A series must have all of them. */
export type LabelSelector = Readonly<Record<string, string>>;

/** Instances of a deployment with one role, given by label selectors. */
export interface Pool {
  readonly role: PoolRole;
  readonly selectors: readonly LabelSelector[];
}

/** Series of one exporter that describe the machines, pods or databases of a deployment. */
export interface Attachment {
  readonly exporter: ExporterId;
  readonly selectors: readonly LabelSelector[];
}

/** Instances that serve one model as one service, with the sources of their metrics and traces. */
export interface Deployment {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly model: string;
  readonly engine: EngineId;
  readonly engineVersion: string | null;
  /** Slug of the Prometheus source. */
  readonly metricsSource: string;
  /** Slug of the trace source; null without one. */
  readonly tracesSource: string | null;
  readonly pools: readonly Pool[];
  /** Trace services in the order in which a request passes them. */
  readonly traceServices: readonly string[];
  /** Exporters joined to the deployment. The signals of a family without an exporter have no values. */
  readonly attachments: readonly Attachment[];
  /** Metrics of the deployment for signals that no exporter reports. */
  readonly mappings?: SignalMappings;
  /** Limits that replace the defaults. */
  readonly limits?: LimitOverrides;
  /** Environment values from the configuration file, by path. */
  readonly environment?: EnvironmentValues;
  /** Price of a GPU hour from the configuration file. */
  readonly gpuHourPrice?: GpuHourPrice;
  /** The team's rules for phases of the deployment's spans. They have priority over the rules of the engines. */
  readonly phases?: readonly PhaseRule[];
  /** Names of its engine's metrics that were ever observed; empty before they are read. */
  readonly metricNames: readonly string[];
  /** Labels that only distinguish copies of the same series, such as the replica label of a Prometheus pair. */
  readonly copyLabels: readonly string[];
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
}
