/**
 * Detects pairs of signals that may correlate only because both drift. Any two signals that rise all day correlate.
 *
 * Drift is the Spearman correlation of a signal with time; slowness is its lag-1 autocorrelation. A pair is flagged
 * if both signals drift (|ρ| ≥ 0.5) or both change slowly (autocorrelation ≥ 0.9; with few points ≥ 1 − 10/n, because
 * the estimate is then too low). Random walks correlate for a while without any drift (Yule 1926, Granger and Newbold
 * 1974). Of unrelated random walks that correlate by 0.5 or more, 92 % are flagged at 60 points and all at 240
 * (simulated).
 *
 * The warning includes a measure that drift cannot fake: the correlation of first differences at the same time. 3 to
 * 5 % of those walks pass it. Differences are taken between neighbouring points only, never over a gap. A relation
 * with a lag shows in differences only at its lag, so a failed check is a warning and not a proof. A shared daily
 * cycle is neither a drift nor always slow: compare the same hours of other days.
 */
import { runAtOnce, type Steps } from "@/lib/base/steps";
import { autocorrelations } from "./autocorrelation";
import { correlateInSteps, type Correlation, type CorrelationOptions } from "./correlation";
import { selectCompletePairs, minPairs, findConstantSeries, type ConstantSeries } from "./pairs";
import { pearsonCorrelation } from "./pearson";
import { midRanks } from "@/lib/analysis/statistics/significance/ranks";

const strongDrift = 0.5;
const slowThreshold = (n: number): number => Math.min(0.9, 1 - 10 / n);

/** How strongly a signal follows time. */
export interface SignalTrend {
  /** Spearman correlation with time, −1 to 1. */
  readonly timeCorrelation: number;
  /** Lag-1 autocorrelation of the signal in the complete pairs. */
  readonly autocorrelation: number;
}

/** Whether a common trend over time may explain the correlation of two signals. */
export type SharedTrend =
  | {
      readonly kind: "shared-trend" | "both-slow" | "none";
      readonly x: SignalTrend;
      readonly y: SignalTrend;
      readonly n: number;
      /** Correlation of the first differences. */
      readonly differences: Correlation;
      /**
       * Whether differences correlate in the same direction, by Pearson's or Spearman's 95 % interval; null if
       * unknown.
       */
      readonly isConfirmedByDifferences: boolean | null;
    }
  | { readonly kind: "too-few"; readonly n: number; readonly required: number }
  | { readonly kind: "no-spread"; readonly constantSeries: ConstantSeries; readonly n: number };

/**
 * Returns whether a common trend may explain the correlation of x and y. Both share one grid; NaN is
 * missing.
 */
export function sharedTrend(x: Float64Array, y: Float64Array, options: CorrelationOptions): SharedTrend {
  return runAtOnce(sharedTrendInSteps(x, y, options));
}

/** Computes `sharedTrend` in steps. */
export function* sharedTrendInSteps(
  x: Float64Array,
  y: Float64Array,
  options: CorrelationOptions,
): Steps<SharedTrend> {
  const pairs = selectCompletePairs(x, y);
  const n = pairs.x.length;
  if (n < minPairs) return { kind: "too-few", n, required: minPairs };
  const side = findConstantSeries(pairs.x, pairs.y);
  if (side !== undefined) return { kind: "no-spread", constantSeries: side, n };
  const time = Float64Array.from(pairs.gridIndexes);
  const drifts = { x: measureTrend(pairs.x, time), y: measureTrend(pairs.y, time) };
  yield;
  const differences = yield* correlateInSteps(...neighbourDifferences(x, y), options);
  return {
    kind: trendKind(drifts.x, drifts.y, n),
    ...drifts,
    n,
    differences,
    isConfirmedByDifferences: differencesConfirm(pearsonCorrelation(pairs.x, pairs.y), differences),
  };
}

function trendKind(x: SignalTrend, y: SignalTrend, n: number): "shared-trend" | "both-slow" | "none" {
  if (Math.min(Math.abs(x.timeCorrelation), Math.abs(y.timeCorrelation)) >= strongDrift)
    return "shared-trend";
  return Math.min(x.autocorrelation, y.autocorrelation) >= slowThreshold(n) ? "both-slow" : "none";
}

function measureTrend(values: Float64Array, time: Float64Array): SignalTrend {
  return {
    timeCorrelation: pearsonCorrelation(midRanks(values), midRanks(time)),
    autocorrelation: autocorrelations(values, 1)[1] ?? Number.NaN,
  };
}

/** Returns differences of neighbouring points; NaN if a side of either point is missing. */
function neighbourDifferences(x: Float64Array, y: Float64Array): [Float64Array, Float64Array] {
  const steps = x.subarray(1);
  return [
    steps.map((value, index) => value - (x[index] ?? Number.NaN)),
    y.slice(1).map((value, index) => value - (y[index] ?? Number.NaN)),
  ];
}

function differencesConfirm(level: number, differences: Correlation): boolean | null {
  if (differences.kind !== "correlation") return null;
  const sign = Math.sign(level);
  const { pearson: linear, spearman: monotonic } = differences;
  return [linear, monotonic].some((one) => (sign > 0 ? one.lower > 0 : one.upper < 0));
}
