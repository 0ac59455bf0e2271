/** What a serving engine is to Ridgepoint: how to recognise it, and an answer for every canonical signal. */
import type { EngineId } from "@/lib/model/deployment";
import type { SignalId } from "@/lib/model/signals";

/** Which of a deployment's selectors find the series: the engine's, its process's (no model label), its GPUs', its hosts'. */
export type Placement = "engine" | "process" | "gpu" | "host";

export interface LabelMatch {
  readonly label: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

/** One metric under all the names it has had, newest first; only one of them exists in a version. */
export interface MetricRef {
  readonly names: readonly string[];
  readonly placement: Placement;
  readonly matches?: readonly LabelMatch[];
  /** Series of a kind appear with their first event: while others of the metric are there, none of this kind means zero. */
  readonly isZeroWithOthers?: boolean;
}

/** A mean that is not sum ÷ count of the histogram: Σ numerator ÷ (Σ minuend − Σ subtrahend). */
export interface MeanRecipe {
  readonly numerator: MetricRef;
  readonly minuend: MetricRef;
  readonly subtrahend: MetricRef;
}

export type Recipe =
  /** Names without `_bucket`, `_sum`, `_count`; observations in seconds. */
  | { readonly kind: "histogram"; readonly metric: MetricRef; readonly mean?: MeanRecipe }
  /** Alternatives in order: the first that has data answers. */
  | { readonly kind: "counter"; readonly alternatives: readonly MetricRef[] }
  | {
      readonly kind: "gauge";
      readonly metric: MetricRef;
      /** Canonical value = sample × scale. */
      readonly scale: number;
    }
  /** 1 − idle seconds ÷ seconds in all modes: right also while a window is only half full of samples. */
  | { readonly kind: "busy-share"; readonly idle: MetricRef; readonly all: MetricRef }
  | { readonly kind: "not-exposed"; readonly reason: string; readonly flag?: string };

/** A metric that is always 1 and whose labels say how a server was started. */
export interface InfoMetric {
  readonly metric: MetricRef;
  /** Labels that the server measured at its start: they differ from start to start though nobody changed anything. */
  readonly measured?: readonly string[];
  /** The label that tells the engine's version. */
  readonly versionLabel?: string;
}

export interface Engine {
  readonly id: EngineId;
  readonly title: string;
  /** What the metric must be called for the engine to be there. */
  readonly detectionMetric: string;
  readonly modelLabel: string;
  readonly signals: { readonly [Id in SignalId]: Recipe };
  /** Any movement of these means that work arrived or got done: they tell idle from stalled. */
  readonly arrivals: MetricRef;
  /** Where flags and version can be seen; absent where an engine shows neither. */
  readonly infoMetrics?: readonly InfoMetric[];
}
