/** Describes the metrics of an engine, independently of the recipes: each family, what it measures, and when it exists. */
import type { SignalId } from "@/lib/model/signals/signals";

/** Signal that a family feeds. The mean TPOT may have other sources than its percentiles. */
export type ProfileSignal = SignalId | "tpot-mean";

/** Number per second that a counter or the count of a histogram adds. */
export type Flow =
  | "received"
  | "ended"
  | "succeeded"
  | "failed"
  | "aborted"
  | "firstTokens"
  | "tokens"
  | "promptTokens"
  | "nothing";
/** Present number that a gauge reports. */
export type Level = "running" | "waiting" | "inFlight" | "kvUsage" | "reserved" | "constant";
/** Kind of value that a histogram, a summary or a counter of seconds observes. */
export type Observed = "ttft" | "queue" | "prefill" | "decode" | "e2e" | "gap" | "tpot" | "length";

export interface ExposedFamily {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly signals: readonly ProfileSignal[];
  readonly shape:
    | { readonly kind: "gauge"; readonly level: Level }
    | { readonly kind: "counter"; readonly flow: Flow }
    | {
        readonly kind: "histogram" | "summary" | "sum";
        readonly flow: Flow;
        readonly observed: Observed;
        /** Factor from seconds or tokens to the unit of the metric. */
        readonly scale: number;
      };
  /** Series that a histogram lacks. */
  readonly missingSeries?: "sum" | "buckets";
  /** Label with the model, if it differs from the label of the engine. Null if the family has no model label. */
  readonly modelLabel?: string | null;
  /** True if the family exists before the first request. */
  readonly isEarly?: true;
  /**
   * When the series appears: with its first event. `evidence` states whether other series of the target show that
   * these events are counted: always, never, or as soon as a request failed.
   */
  readonly firstEventCreation?: { readonly evidence: "always" | "never" | "failure" };
  /** True if every case has this family, because discovery or evidence of the case depends on it. */
  readonly isRequired?: true;
}

export interface EngineProfile {
  readonly modelLabel: string | null;
  readonly families: readonly ExposedFamily[];
  /** Signals of which the engine exposes a mean only. */
  readonly meanOnly?: readonly SignalId[];
}

type Extra = Partial<
  Pick<ExposedFamily, "labels" | "modelLabel" | "isEarly" | "firstEventCreation" | "isRequired">
>;

/** Returns a family of gauges. */
export const createGaugeFamily = (
  name: string,
  level: Level,
  signals: readonly ProfileSignal[],
  extra: Extra = {},
): ExposedFamily => ({ name, labels: {}, signals, shape: { kind: "gauge", level }, ...extra });

/** Returns a family of counters. */
export const createCounterFamily = (
  name: string,
  flow: Flow,
  signals: readonly ProfileSignal[],
  extra: Extra = {},
): ExposedFamily => ({ name, labels: {}, signals, shape: { kind: "counter", flow }, ...extra });

interface ObservedExtra extends Extra {
  readonly flow?: Flow;
  readonly scale?: number;
  readonly kind?: "histogram" | "summary" | "sum";
}

/** Returns a family that observes values, as a histogram by default. */
export const createHistogramFamily = (
  name: string,
  observed: Observed,
  signals: readonly ProfileSignal[],
  { flow, scale = 1, kind = "histogram", ...extra }: ObservedExtra = {},
): ExposedFamily => ({
  name,
  labels: {},
  signals,
  shape: { kind, flow: flow ?? defaultFlows[observed] ?? "succeeded", observed, scale },
  ...extra,
});

const defaultFlows: { readonly [O in Observed]?: Flow } = { ttft: "firstTokens", gap: "tokens" };
