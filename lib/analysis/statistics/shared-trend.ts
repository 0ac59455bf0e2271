/**
 * Whether two signals may look related only because both drift: two things that rise all day correlate, whatever they are.
 *
 * Each side's drift is its Spearman correlation with time, its slowness its autocorrelation from point to point. The pair is
 * doubtful when both drift (|ρ| ≥ 0.5), or when both move slowly (autocorrelation ≥ 0.9, with few points ≥ 1 − 10/n, as the
 * estimate then falls short): random walks wander together for a while without any drift (Yule 1926, Granger and Newbold
 * 1974). Of unrelated random walks that correlate by 0.5 or more, 92 % are named at 60 points and all at 240 (simulated).
 * Beside the warning stands what a drift cannot fake: the correlation of first differences, change against change at the same
 * time; 3 to 5 % of those walks survive it. Differences are taken between neighbouring points only, never across a gap. A
 * relation with a lag shows in differences only at its lag, so "does not survive" is a warning and no proof. A daily cycle that
 * both share is neither a drift nor always slow: compare the same hours of other days.
 */
import { doAtOnce, type Steps } from "@/lib/base/steps";
import { autocorrelations } from "./autocorrelation";
import { correlating, type Correlation, type CorrelationOptions } from "./correlation";
import { completePairs, fewestPairs, flatSide, type FlatSide } from "./pairs";
import { pearson } from "./pearson";
import { midRanks } from "./ranks";

const strongDrift = 0.5;
const slowFrom = (n: number): number => Math.min(0.9, 1 - 10 / n);

export interface Drift {
  /** Spearman correlation with time, −1 to 1. */
  readonly withTime: number;
  /** Autocorrelation from one pair to the next. */
  readonly slowness: number;
}

export type SharedTrend =
  | {
      readonly kind: "shared-trend" | "both-slow" | "none";
      readonly x: Drift;
      readonly y: Drift;
      readonly n: number;
      /** Correlation of the first differences, in its own three kinds. */
      readonly differences: Correlation;
      /** Differences correlate in the same direction, by Pearson's or by Spearman's 95 % interval; null when unknown. */
      readonly survives: boolean | null;
    }
  | { readonly kind: "too-few"; readonly n: number; readonly of: number }
  | { readonly kind: "no-spread"; readonly side: FlatSide; readonly n: number };

/** x and y lie on one grid; NaN = missing. */
export function sharedTrend(x: Float64Array, y: Float64Array, options: CorrelationOptions): SharedTrend {
  return doAtOnce(weighingTrend(x, y, options));
}

/** The same in steps. */
export function* weighingTrend(
  x: Float64Array,
  y: Float64Array,
  options: CorrelationOptions,
): Steps<SharedTrend> {
  const pairs = completePairs(x, y);
  const n = pairs.x.length;
  if (n < fewestPairs) return { kind: "too-few", n, of: fewestPairs };
  const side = flatSide(pairs.x, pairs.y);
  if (side !== undefined) return { kind: "no-spread", side, n };
  const time = Float64Array.from(pairs.at);
  const drifts = { x: drift(pairs.x, time), y: drift(pairs.y, time) };
  yield;
  const differences = yield* correlating(...neighbourDifferences(x, y), options);
  return {
    kind: kindOf(drifts.x, drifts.y, n),
    ...drifts,
    n,
    differences,
    survives: survival(pearson(pairs.x, pairs.y), differences),
  };
}

function kindOf(x: Drift, y: Drift, n: number): "shared-trend" | "both-slow" | "none" {
  if (Math.min(Math.abs(x.withTime), Math.abs(y.withTime)) >= strongDrift) return "shared-trend";
  return Math.min(x.slowness, y.slowness) >= slowFrom(n) ? "both-slow" : "none";
}

function drift(values: Float64Array, time: Float64Array): Drift {
  return {
    withTime: pearson(midRanks(values), midRanks(time)),
    slowness: autocorrelations(values, 1)[1] ?? Number.NaN,
  };
}

/** Differences between points that follow each other, NaN where either side of either point is missing. */
function neighbourDifferences(x: Float64Array, y: Float64Array): [Float64Array, Float64Array] {
  const steps = x.subarray(1);
  return [
    steps.map((value, index) => value - (x[index] ?? Number.NaN)),
    y.slice(1).map((value, index) => value - (y[index] ?? Number.NaN)),
  ];
}

function survival(level: number, differences: Correlation): boolean | null {
  if (differences.kind !== "correlation") return null;
  const sign = Math.sign(level);
  const { pearson: line, spearman: order } = differences;
  return [line, order].some((one) => (sign > 0 ? one.lower > 0 : one.upper < 0));
}
