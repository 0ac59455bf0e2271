/**
 * Correlation of two signals: Pearson (linear) and Spearman (by rank, ties by mid-ranks), each with a 95 % interval
 * from a moving-block bootstrap, because consecutive points are not independent.
 *
 * Blocks of neighbouring pairs are drawn with replacement (Künsch 1989). Their length is n^⅓, or longer if Politis
 * and White's rule requires it for u = x·y − r/2 · (x² + y²) of the standardised columns; r is the mean of u to first
 * order. The interval is tanh(atanh r ± h). The half-width h is the larger of
 *
 *     t(n/b − 1) · s · √(n / (n − b))     s: the bootstrap's standard deviation on Fisher's scale, b: block length
 *     t(n* − 2) / √(n* − 3)               n*: the effective number of pairs
 *
 * Either one alone covers the true value in only 66 to 90 % of cases with strong autocorrelation. Together they cover
 * it in 95 to 99 % (simulated: n 60 to 360, first-order autocorrelation 0 to 0.95, true correlation 0 and 0.6). Pairs
 * with a missing side are excluded and counted. Blocks extend over such gaps.
 */
import { standardDeviation } from "simple-statistics";
import { runAtOnce, type Steps } from "@/lib/base/steps";
import { effectivePairCount } from "./autocorrelation";
import { chooseBlockLength } from "./block-length";
import { selectCompletePairs, minPairs, findConstantSeries, type ConstantSeries } from "./pairs";
import { pearsonCorrelation } from "./pearson";
import { midRanks } from "@/lib/analysis/statistics/significance/ranks";
import { resampleCorrelations } from "./block-bootstrap";
import { studentCriticalValue } from "@/lib/analysis/statistics/significance/student-t";

/** Limits |r| because atanh 1 is infinite. */
const nearlyOne = 1 - 1e-9;

/** Correlation coefficient with its confidence interval. */
export interface CorrelationEstimate {
  /** Coefficient, −1 to 1. */
  readonly value: number;
  /** 95 % interval. */
  readonly lower: number;
  readonly upper: number;
}

/** Correlation of two series, or the reason why it cannot be computed. */
export type Correlation =
  | {
      readonly kind: "correlation";
      readonly pearson: CorrelationEstimate;
      readonly spearman: CorrelationEstimate;
      /** Number of pairs used. */
      readonly n: number;
      readonly incompletePairs: number;
      /** Effective number of independent pairs (see `effectivePairs`). */
      readonly effectiveN: number;
      /** Points in a block. */
      readonly blockLength: number;
    }
  | {
      readonly kind: "too-few";
      readonly n: number;
      readonly required: number;
      readonly incompletePairs: number;
    }
  /** All values of one side are equal, so the correlation is undefined. */
  | {
      readonly kind: "no-spread";
      readonly constantSeries: ConstantSeries;
      readonly n: number;
      readonly incompletePairs: number;
    };

/** Seed and number of rounds of the bootstrap. */
export interface CorrelationOptions {
  readonly seed: number;
  /** Bootstrap rounds; 1,000 by default. */
  readonly rounds?: number;
}

interface SampleSize {
  readonly n: number;
  readonly length: number;
  readonly effectiveN: number;
}

/**
 * Computes the Pearson and Spearman correlation of two series with confidence intervals. Both share one
 * grid; NaN is a missing value.
 */
export function correlate(x: Float64Array, y: Float64Array, options: CorrelationOptions): Correlation {
  return runAtOnce(correlateInSteps(x, y, options));
}

/** Computes the result of `correlate` in steps. Each step takes well below a millisecond for a few hundred pairs. */
export function* correlateInSteps(
  x: Float64Array,
  y: Float64Array,
  options: CorrelationOptions,
): Steps<Correlation> {
  const pairs = selectCompletePairs(x, y);
  const n = pairs.x.length;
  const { incompletePairs } = pairs;
  if (n < minPairs) return { kind: "too-few", n, required: minPairs, incompletePairs };
  const side = findConstantSeries(pairs.x, pairs.y);
  if (side !== undefined) return { kind: "no-spread", constantSeries: side, n, incompletePairs };
  const r = pearsonCorrelation(pairs.x, pairs.y);
  const rankX = midRanks(pairs.x);
  const rankY = midRanks(pairs.y);
  const rho = pearsonCorrelation(rankX, rankY);
  const length = Math.max(
    Math.ceil(Math.cbrt(n)),
    chooseBlockLength(computeInfluences(pairs.x, pairs.y, r)),
    chooseBlockLength(computeInfluences(rankX, rankY, rho)),
  );
  const effectiveN = effectivePairCount(pairs.x, pairs.y);
  const size = { n, length, effectiveN };
  yield;
  const rounds = yield* resampleCorrelations(pairs.x, pairs.y, {
    seed: options.seed,
    rounds: options.rounds ?? 1000,
    blockLength: length,
  });
  return {
    kind: "correlation",
    pearson: confidenceInterval(r, rounds.pearson, size),
    spearman: confidenceInterval(rho, rounds.spearman, size),
    n,
    incompletePairs,
    effectiveN,
    blockLength: length,
  };
}

/** Returns the first-order contribution of each pair to r. Its autocorrelation determines the block length. */
function computeInfluences(x: Float64Array, y: Float64Array, r: number): Float64Array {
  const [standardX, standardY] = [standardise(x), standardise(y)];
  return standardX.map((fromX, index) => {
    const fromY = standardY[index] ?? Number.NaN;
    return fromX * fromY - (r / 2) * (fromX * fromX + fromY * fromY);
  });
}

function standardise(values: Float64Array): Float64Array {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  const power = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(power / n);
  return values.map((value) => (value - mean) / deviation);
}

function confidenceInterval(value: number, resampled: Float64Array, size: SampleSize): CorrelationEstimate {
  const { n, length, effectiveN } = size;
  const scaled = [...resampled].filter(Number.isFinite).map(fisherZ);
  const fromBlocks =
    studentCriticalValue(0.05, n / length - 1) * standardDeviation(scaled) * Math.sqrt(n / (n - length));
  const fromEffectiveN =
    studentCriticalValue(0.05, Math.max(1, effectiveN - 2)) / Math.sqrt(Math.max(1, effectiveN - 3));
  const halfWidth = Math.max(fromBlocks, fromEffectiveN);
  const centre = fisherZ(value);
  return {
    value,
    lower: Math.min(value, Math.tanh(centre - halfWidth)),
    upper: Math.max(value, Math.tanh(centre + halfWidth)),
  };
}

/** Transforms r to Fisher's z scale; finite at ±1. */
function fisherZ(r: number): number {
  return Math.atanh(Math.max(-nearlyOne, Math.min(nearlyOne, r)));
}
