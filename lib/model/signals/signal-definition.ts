/** Definition of one canonical signal. */
import type { DisplayUnit, Unit } from "@/lib/model/units";

/** Kind of a signal. */
export type SignalKind =
  /** Histogram of observations, such as latencies. */
  | "distribution"
  /** Events or amounts over time. */
  | "counter"
  /** Value at an instant. */
  | "gauge";
/** Layer of the deployment that a signal describes. */
export type SignalLayer =
  /** Serving engine, gateway or training job. */
  | "application"
  /** PostgreSQL and its connection pool. */
  | "database"
  /** GPUs. */
  | "infrastructure"
  /** Hosts and containers. */
  | "system";

/** Components that expose signals: the serving engine or a kind of exporter. */
export const families = ["engine", "gpu", "host", "container", "database", "training"] as const;
/** Component that exposes a signal: the serving engine or a kind of exporter. */
export type Family = (typeof families)[number];
/** Kind of exporter that exposes a signal. */
export type ExporterKind = Exclude<Family, "engine">;

/** Properties of a signal: names, unit, which direction is better, and how instances are combined. */
export interface SignalProperties {
  readonly title: string;
  /** Short form for labels of lines and table heads. */
  readonly label: string;
  readonly kind: SignalKind;
  readonly unit: Unit;
  readonly displayUnit: DisplayUnit;
  readonly layer: SignalLayer;
  readonly better: "lower" | "higher" | "neither";
  /** How the replicas of one deployment are combined into one number. */
  readonly combine: "merge-buckets" | "sum" | "max" | "mean" | "min";
  /** The object that one value describes. Absent if it is the usual object of the signal's family. */
  readonly per?: "GPU";
}

/** Definition of a signal, and the meaning of a value of 0, as texts. */
export interface SignalMeaning {
  readonly zeroMeans: string;
  readonly meaning: string;
}

/** Definitions of all signals of one family. */
export type SignalMeanings<Id extends string> = { readonly [One in Id]: SignalMeaning };

/** Properties of signals by id. */
export type SignalPropertiesById = Readonly<Record<string, SignalProperties>>;
