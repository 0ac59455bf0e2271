/** A deployment: what a team calls one service of one model, found in the labels of a metrics source. */

export const engineIds = ["vllm"] as const;
export type EngineId = (typeof engineIds)[number];

export type PoolRole = "prefill" | "decode" | "both" | "router";

/** Label name to exact value; all must hold. */
export type LabelSelector = Readonly<Record<string, string>>;

export interface Pool {
  readonly role: PoolRole;
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
  /** Selectors that find its GPUs and hosts in side exporters, empty when none was joined. */
  readonly gpuSelectors: readonly LabelSelector[];
  readonly hostSelectors: readonly LabelSelector[];
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
}
