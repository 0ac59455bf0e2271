/** How a number of the product is compared with the recorded events. */
import type { SignalId } from "@/lib/model/signals/signals";
import type { Snapshot } from "./live-fleet";
import type { TruthWindow } from "./truth-window";
import type { RecordedMeasure } from "./event-recorder";

export type TruthFunction = (truth: TruthWindow) => number;

export type ExpectedReading =
  /** Percentiles are compared with the observations; `mean` overrides their mean. */
  | { readonly kind: "observed"; readonly measure: RecordedMeasure; readonly mean?: TruthFunction }
  | { readonly kind: "mean-only"; readonly mean: TruthFunction }
  | { readonly kind: "rate"; readonly rate: TruthFunction; readonly tolerance?: number }
  | { readonly kind: "level"; readonly value: TruthFunction; readonly tolerance?: number }
  /** For figures that an exporter derives from the load. */
  | { readonly kind: "between"; readonly min: number; readonly max: number }
  /** The metric has no events here, or is not enabled. */
  | { readonly kind: "absent"; readonly reason: "metric-absent" | "too-few-samples" };

/** Signals without an entry must be reported as not exposed. */
export type Expectations = { readonly [Id in SignalId]?: ExpectedReading };

export const observed = (measure: RecordedMeasure, mean?: TruthFunction): ExpectedReading => ({
  kind: "observed",
  measure,
  ...(mean === undefined ? {} : { mean }),
});
export const meanOnly = (mean: TruthFunction): ExpectedReading => ({ kind: "mean-only", mean });
export const eventsPerSecond = (...measures: readonly RecordedMeasure[]): ExpectedReading => ({
  kind: "rate",
  rate: (truth) => measures.reduce((sum, measure) => sum + truth.eventsPerSecond(measure), 0),
});
export const sumPerSecond = (measure: RecordedMeasure): ExpectedReading => ({
  kind: "rate",
  rate: (truth) => truth.sumPerSecond(measure),
});
export const level = (value: TruthFunction): ExpectedReading => ({ kind: "level", value });
export const shareOf = (part: RecordedMeasure, total: RecordedMeasure): ExpectedReading =>
  level((truth) => truth.sumPerSecond(part) / truth.sumPerSecond(total));
/** Allows a relative difference of `tolerance` from the truth. */
export const withTolerance = (
  expected: Extract<ExpectedReading, { kind: "rate" | "level" }>,
  tolerance: number,
): ExpectedReading => ({ ...expected, tolerance });

export const metricAbsent: ExpectedReading = { kind: "absent", reason: "metric-absent" };
/** The metric exists but does not change. */
export const noSamples: ExpectedReading = { kind: "absent", reason: "too-few-samples" };
export const zeroRate: ExpectedReading = { kind: "rate", rate: () => 0 };

export const expectedRunning = level((truth) => truth.sumOfMeanLevels(({ state }) => state.runningCount));
export const expectedWaiting = level((truth) => truth.sumOfMeanLevels(({ state }) => state.waitingCount));
export const fullestKvCache = level((truth) =>
  Math.max(...truth.meanLevels(({ state }) => state.kvUsageRatio)),
);

/** Decode time divided by all tokens except the first of each request. */
export const perToken =
  (time: RecordedMeasure, tokens: RecordedMeasure): TruthFunction =>
  (truth) =>
    truth.sumPerSecond(time) / (truth.sumPerSecond(tokens) - truth.eventsPerSecond(tokens));

const counted = (snapshot: Snapshot, measure: RecordedMeasure): number => snapshot.counts.get(measure) ?? 0;

/** Accepted by the gateway and not finished. */
export const expectedInFlight = level((truth) =>
  truth.sumOfMeanLevels((snapshot) => counted(snapshot, "taken") - counted(snapshot, "e2eOfAll")),
);
export const waitingForFirstToken = level((truth) =>
  truth.sumOfMeanLevels(
    (snapshot) => counted(snapshot, "taken") - counted(snapshot, "first") - counted(snapshot, "endedEarly"),
  ),
);
