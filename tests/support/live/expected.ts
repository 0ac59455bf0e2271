/** How a number of the product is compared with the recorded events. */
import type { SignalId } from "@/lib/model/signals/signals";
import type { Snapshot } from "./live-fleet";
import type { TruthWindow } from "./truth-window";
import type { Measure } from "./event-recorder";

export type Figure = (truth: TruthWindow) => number;

export type Expected =
  /** Percentiles are compared with the observations; `mean` overrides their mean. */
  | { readonly kind: "observed"; readonly measure: Measure; readonly mean?: Figure }
  | { readonly kind: "mean-only"; readonly mean: Figure }
  | { readonly kind: "rate"; readonly rate: Figure; readonly tolerance?: number }
  | { readonly kind: "level"; readonly value: Figure; readonly tolerance?: number }
  /** For figures that an exporter derives from the load. */
  | { readonly kind: "between"; readonly min: number; readonly max: number }
  /** The metric has no events here, or is not enabled. */
  | { readonly kind: "absent"; readonly reason: "metric-absent" | "too-few-samples" };

/** Signals without an entry must be reported as not exposed. */
export type Expectations = { readonly [Id in SignalId]?: Expected };

export const observed = (measure: Measure, mean?: Figure): Expected => ({
  kind: "observed",
  measure,
  ...(mean === undefined ? {} : { mean }),
});
export const meanOnly = (mean: Figure): Expected => ({ kind: "mean-only", mean });
export const events = (...measures: readonly Measure[]): Expected => ({
  kind: "rate",
  rate: (truth) => measures.reduce((sum, measure) => sum + truth.rate(measure), 0),
});
export const amount = (measure: Measure): Expected => ({
  kind: "rate",
  rate: (truth) => truth.flow(measure),
});
export const level = (value: Figure): Expected => ({ kind: "level", value });
export const shareOf = (part: Measure, total: Measure): Expected =>
  level((truth) => truth.flow(part) / truth.flow(total));
/** Allows a relative difference of `tolerance` from the truth. */
export const about = (
  expected: Extract<Expected, { kind: "rate" | "level" }>,
  tolerance: number,
): Expected => ({ ...expected, tolerance });

export const metricAbsent: Expected = { kind: "absent", reason: "metric-absent" };
/** The metric exists but does not change. */
export const noSamples: Expected = { kind: "absent", reason: "too-few-samples" };
export const zero: Expected = { kind: "rate", rate: () => 0 };

export const running = level((truth) => truth.level(({ state }) => state.runningCount));
export const waiting = level((truth) => truth.level(({ state }) => state.waitingCount));
export const fullest = level((truth) => Math.max(...truth.levels(({ state }) => state.kvUsageRatio)));

/** Decode time divided by all tokens except the first of each request. */
export const perToken =
  (time: Measure, tokens: Measure): Figure =>
  (truth) =>
    truth.flow(time) / (truth.flow(tokens) - truth.rate(tokens));

const counted = (snapshot: Snapshot, measure: Measure): number => snapshot.counts.get(measure) ?? 0;

/** Accepted by the gateway and not finished. */
export const inFlight = level((truth) =>
  truth.level((snapshot) => counted(snapshot, "taken") - counted(snapshot, "e2eOfAll")),
);
export const withoutToken = level((truth) =>
  truth.level(
    (snapshot) => counted(snapshot, "taken") - counted(snapshot, "first") - counted(snapshot, "endedEarly"),
  ),
);
