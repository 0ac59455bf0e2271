/**
 * Finds which of two signals leads, and by how much: Pearson's correlation of x[i] with y[i + lag] for every lag up
 * to a limit. The best lag has the largest |r|. Among equals it is the lag nearest to 0, then the positive one.
 *
 * Testing many lags finds a correlation by chance. `significanceThreshold` is the |r| that the largest of them
 * exceeds in 5 % of unrelated pairs of such series: z(1 − 0.025 / lags) / √n* (Bonferroni; n* of `effectivePairs` at
 * lag 0). A best lag at or below it is not significant. A shared trend or daily cycle makes every lag strong: see
 * `shared-trend.ts`.
 */
import { probit } from "simple-statistics";
import { runAtOnce, type Steps } from "@/lib/base/steps";
import { effectivePairCount } from "./autocorrelation";
import { selectCompletePairs, minPairs, findConstantSeries, type ConstantSeries } from "./pairs";
import { pearsonCorrelation } from "./pearson";

/** Correlations that differ by less than this count as equal, because the sums behind them are rounded. */
const roundingError = 1e-12;

/** Lag with the strongest correlation, or the reason why there is none. */
export type BestLag =
  | {
      readonly kind: "lag";
      /** Lag in grid points; positive when y follows x. */
      readonly lag: number;
      readonly value: number;
      /** Number of pairs at that lag. */
      readonly n: number;
      /** Correlation at lag 0; NaN with too few pairs. */
      readonly valueAtZero: number;
      readonly significanceThreshold: number;
      /** True if the correlation at the lag is above `significanceThreshold`. */
      readonly isSignificant: boolean;
      /** Correlation at lags −maxLag to maxLag; NaN with fewer than 20 pairs or no spread. */
      readonly curve: Float64Array;
    }
  | { readonly kind: "too-few"; readonly n: number; readonly required: number }
  | { readonly kind: "no-spread"; readonly constantSeries: ConstantSeries; readonly n: number };

/**
 * Finds the lag at which x and y correlate most strongly. Both share one grid, NaN is a missing value, and
 * `maxLag` is a number of grid points (0 or more).
 */
export function bestLag(x: Float64Array, y: Float64Array, maxLag: number): BestLag {
  return runAtOnce(bestLagInSteps(x, y, maxLag));
}

/** Computes `bestLag` and yields after each lag. */
export function* bestLagInSteps(x: Float64Array, y: Float64Array, maxLag: number): Steps<BestLag> {
  const unshifted = selectCompletePairs(x, y);
  const n = unshifted.x.length;
  if (n < minPairs) return { kind: "too-few", n, required: minPairs };
  const side = findConstantSeries(unshifted.x, unshifted.y);
  if (side !== undefined) return { kind: "no-spread", constantSeries: side, n };
  const lags = Array.from({ length: 2 * maxLag + 1 }, (_, index) => index - maxLag);
  const curve = new Float64Array(lags.length);
  for (const [index, lag] of lags.entries()) {
    curve[index] = correlationAt(x, y, lag);
    yield;
  }
  const best = lags.reduce((one, other) => (isBetter(other, one, curve) ? other : one), 0);
  const value = curve[best + maxLag] ?? Number.NaN;
  const significanceThreshold =
    probit(1 - 0.025 / lags.length) / Math.sqrt(effectivePairCount(unshifted.x, unshifted.y));
  return {
    kind: "lag",
    lag: best,
    value,
    n: selectCompletePairs(x, y, best).x.length,
    valueAtZero: curve[maxLag] ?? Number.NaN,
    significanceThreshold: Math.min(1, significanceThreshold),
    isSignificant: Math.abs(value) > significanceThreshold,
    curve,
  };
}

function correlationAt(x: Float64Array, y: Float64Array, lag: number): number {
  const pairs = selectCompletePairs(x, y, lag);
  return pairs.x.length < minPairs ? Number.NaN : pearsonCorrelation(pairs.x, pairs.y);
}

function isBetter(lag: number, than: number, curve: Float64Array): boolean {
  const middle = (curve.length - 1) / 2;
  const [one, other] = [
    Math.abs(curve[middle + lag] ?? Number.NaN),
    Math.abs(curve[middle + than] ?? Number.NaN),
  ];
  if (Number.isNaN(one)) return false;
  if (Number.isNaN(other)) return true;
  if (Math.abs(one - other) > roundingError) return one > other;
  if (Math.abs(lag) !== Math.abs(than)) return Math.abs(lag) < Math.abs(than);
  return lag > than;
}
