/** Definition of one canonical signal. */
import type { DisplayUnit, Unit } from "@/lib/model/units";

/**
 * Kind of a signal. distribution: histogram of observations. counter: events or amounts over time. gauge:
 * value at an instant.
 */
export type SignalKind = "distribution" | "counter" | "gauge";
/** Layer of the system that a signal describes. */
export type Layer = "application" | "database" | "infrastructure" | "system";

/** Who exposes a signal: the serving engine or a kind of exporter. */
export const families = ["engine", "gpu", "host", "container", "database", "training"] as const;
/** Who exposes a signal: the serving engine or a kind of exporter. */
export type Family = (typeof families)[number];
/** Kind of exporter that exposes a signal. */
export type ExporterFamily = Exclude<Family, "engine">;

/** Properties of a signal: names, unit, which direction is better, and how instances are combined. */
export interface SignalBody {
  readonly title: string;
  /** Short form for labels of lines and table heads. */
  readonly label: string;
  readonly kind: SignalKind;
  readonly unit: Unit;
  readonly displayUnit: DisplayUnit;
  readonly layer: Layer;
  readonly better: "lower" | "higher" | "neither";
  /** How the replicas of one deployment are combined into one number. */
  readonly combine: "merge-buckets" | "sum" | "max" | "mean" | "min";
  /** The object that one number describes, when it differs from the family's. */
  readonly per?: "GPU";
}

/** Definition of a signal, and the meaning of a value of 0. */
export interface SignalMeaning {
  readonly zeroMeans: string;
  readonly meaning: string;
}

/** Definitions of all signals of one family. */
export type SignalMeanings<Id extends string> = { readonly [One in Id]: SignalMeaning };

/** Properties of signals by id. */
export type SignalBodies = Readonly<Record<string, SignalBody>>;
