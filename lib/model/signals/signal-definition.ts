/** Definition of one canonical signal. */
import type { DisplayUnit, Unit } from "@/lib/model/units";

/** distribution = histogram of observations; counter = events or amounts over time; gauge = value at an instant. */
export type SignalKind = "distribution" | "counter" | "gauge";
export type Layer = "application" | "database" | "infrastructure" | "system";

/** Who reports a signal: the serving engine itself, or an exporter. */
export const families = ["engine", "gpu", "host", "container", "database", "training"] as const;
export type Family = (typeof families)[number];
export type ExporterFamily = Exclude<Family, "engine">;

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

/** Description of a signal, and the meaning of a zero. */
export interface SignalMeaning {
  readonly zeroMeans: string;
  readonly meaning: string;
}

export type SignalMeanings<Id extends string> = { readonly [One in Id]: SignalMeaning };

export type SignalBodies = Readonly<Record<string, SignalBody>>;
