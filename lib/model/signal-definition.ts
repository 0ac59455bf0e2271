/** What the dictionary says of one canonical signal. */
import type { DisplayUnit, Unit } from "./units";

/** distribution = histogram of observations; counter = events or amounts over time; gauge = level at an instant. */
export type SignalKind = "distribution" | "counter" | "gauge";
export type Layer = "application" | "database" | "infrastructure" | "system";

/** Who answers for a signal: the serving engine itself, or an exporter beside it. */
export const families = ["engine", "gpu", "host", "container", "database", "training"] as const;
export type Family = (typeof families)[number];
export type ExporterFamily = Exclude<Family, "engine">;

export interface SignalBody {
  readonly title: string;
  /** Short form for labels at line ends and table heads. */
  readonly label: string;
  readonly kind: SignalKind;
  readonly unit: Unit;
  readonly displayUnit: DisplayUnit;
  readonly layer: Layer;
  readonly better: "lower" | "higher" | "neither";
  /** How replicas of one deployment become one number. */
  readonly combine: "merge-buckets" | "sum" | "max" | "mean" | "min";
  /** What one number speaks for, where it is not one of the family's own things. */
  readonly per?: "GPU";
}

/** What a signal means in words, and what it means where it is zero. */
export interface SignalMeaning {
  readonly zeroMeans: string;
  readonly meaning: string;
}

export type MeaningsOf<Id extends string> = { readonly [One in Id]: SignalMeaning };

export type SignalBodies = Readonly<Record<string, SignalBody>>;
