/**
 * Comparison of two arms while an experiment runs, which may be read at any time: the test of `mixture-test.ts` on
 * block means.
 *
 * Requests are not independent and their variance is unknown, so the unit is the mean of a block of one minute:
 *
 *     V = var(mean a) + var(mean b)        of autocorrelated block means (`series/mean-error.ts`)
 *
 * V is estimated, which the published bound does not cover. Therefore d is replaced by the difference that is as
 * unlikely with a known V:
 *
 *     t = d / √V,  ν = Welch–Satterthwaite of both sides
 *     d' = √V · (8 ν + 1) / (8 ν + 3) · √(ν ln(1 + t² / ν))        Wallace, Ann. Math. Stat. 30, 1959
 *
 * Equal blocks have a variance of 0, but rare events may follow. The variance of a mean is therefore at least that with
 * one further block that differs: (value of one event / n)², or (τ / n)² for measures without events.
 *
 * τ is at least √V of the first interim analysis. A τ far below √V makes the test insensitive to every difference,
 * because the interval grows with exp(V / τ²). A τ that is too large costs the logarithm of the ratio only. The
 * differences that later blocks show do not influence τ.
 *
 * No p-value is given before 20 blocks per arm. `false-alarm-rate.ts` measures the remaining error on the history of
 * a deployment.
 *
 * The interval of the difference contains the differences that the test does not reject at this interim analysis: d ± h
 * with
 *
 *     z² = 2 (V + τ²) / τ² · (ln(1/α) + ½ ln((V + τ²) / V)),  h = √V · t(z)        t(z) inverts d' / √V
 *
 * It excludes 0 exactly if this interim analysis rejects. The result is the intersection of the intervals of all
 * interim analyses, so it excludes
 * 0 exactly if an interim analysis rejected, and contains the true difference at all interim analyses together with probability 1 − α.
 */
import { meanError, type MeanError } from "@/lib/analysis/statistics/series/mean-error";
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { mixtureLikelihoodRatio } from "./mixture-test";

/** Error probability, expected effect and interim analyses of the sequential test. */
export interface SequentialOptions {
  /**
   * Standard deviation τ of the expected differences, as a ratio of the first arm's mean. It is larger if the blocks
   * vary more.
   */
  readonly effectRatio: number;
  /** Probability of a false alarm in the full experiment. */
  readonly alpha: number;
  /** Smallest τ in the unit of the values, for arms whose mean may be 0. */
  readonly smallestEffect: number;
  /** How much one rare event, such as an error, adds to the value of its block; 0 for other measures. */
  readonly eventSize: number;
  /**
   * Number of blocks between two interim analyses, from the 20th block on. A larger number saves computing time, but a
   * difference is found later. Later blocks do not move the analyses, so that earlier results do not change.
   */
  readonly interimAnalysisInterval: number;
  /** Number of blocks per arm at which the last interim analysis is made. */
  readonly plannedBlocks: number;
  /** Returns whether an interim analysis ends the experiment. Later blocks are then not used. */
  readonly isFinal: (difference: RunningDifference) => boolean;
}

const defaultOptions: SequentialOptions = {
  effectRatio: 0.1,
  alpha: 0.05,
  smallestEffect: 0,
  eventSize: 0,
  interimAnalysisInterval: 1,
  plannedBlocks: Infinity,
  isFinal: () => false,
};

/** Result of the sequential test of two running arms of an experiment. */
export interface SequentialComparison {
  /**
   * Blocks per arm at the last interim analysis; before the first analysis, the number of blocks of the shorter arm.
   */
  readonly blockCount: number;
  /** Change of the mean, second arm / first arm − 1; null before 20 blocks or if the first mean is not above 0. */
  readonly change: number | null;
  /** Smallest p-value of all interim analyses so far. It never rises. Null before 20 blocks. */
  readonly pValue: number | null;
  /** Blocks per arm at which p first reached `alpha`; null if it has not. */
  readonly detectedAtBlock: number | null;
  /**
   * Difference at the last interim analysis, with its interval, which is valid at every interim analysis. Null before
   * 20 blocks.
   */
  readonly difference: RunningDifference | null;
}

/**
 * Difference of the means, second arm − first arm, in the unit of the values. Its confidence interval is valid at every
 * interim analysis.
 */
export interface RunningDifference {
  readonly firstMean: number;
  readonly secondMean: number;
  readonly value: number;
  /** Infinite while the interval is unbounded. */
  readonly lower: number;
  readonly upper: number;
}

/**
 * Tests whether the arms of a running experiment differ. `first` and `second` have the block means in order of time.
 * From the 20th block on, each block is followed by an interim analysis, unless `interimAnalysisInterval` is above 1.
 */
export function compareRunningArms(
  first: Float64Array,
  second: Float64Array,
  options: Partial<SequentialOptions> = {},
): SequentialComparison {
  const settings = { ...defaultOptions, ...options };
  const { effectRatio, alpha, smallestEffect, eventSize, isFinal } = settings;
  const blockCount = Math.min(first.length, second.length);
  let state: SequentialComparison = {
    blockCount,
    change: null,
    pValue: null,
    detectedAtBlock: null,
    difference: null,
  };
  if (blockCount < minBlocks) return state;
  const plannedSd = Math.max(smallestEffect, effectRatio * Math.abs(meanOf(first.subarray(0, minBlocks))));
  const smallestDeviation = eventSize > 0 ? eventSize : plannedSd;
  const effectSd = Math.max(plannedSd, noiseOfFirstAnalysis([first, second], smallestDeviation));
  let [lower, upper] = [-Infinity, Infinity];
  for (const count of listAnalysisBlockCounts(blockCount, settings)) {
    const present = analyseArms(first, second, { count, effectSd, smallestDeviation, alpha });
    const { firstMean, secondMean, value, halfWidth } = present;
    const pValue = Math.min(state.pValue ?? 1, present.pValue);
    [lower, upper] = [Math.max(lower, value - halfWidth), Math.min(upper, value + halfWidth)];
    // The reported interval always contains the estimate, even if the estimate has moved out of the intersection.
    const bounds = { lower: Math.min(lower, value), upper: Math.max(upper, value) };
    const difference = { firstMean, secondMean, value, ...bounds };
    state = {
      blockCount: count,
      change: firstMean > 0 ? secondMean / firstMean - 1 : null,
      pValue,
      detectedAtBlock: state.detectedAtBlock ?? (pValue <= alpha ? count : null),
      difference,
    };
    if (isFinal(difference)) break;
  }
  return state;
}

/** Returns √V at the first interim analysis. */
function noiseOfFirstAnalysis(arms: readonly Float64Array[], smallestDeviation: number): number {
  const smallestVariance = (smallestDeviation / minBlocks) ** 2;
  const variances = arms.map((arm) => estimateMean(arm.subarray(0, minBlocks), smallestVariance).variance);
  return Math.sqrt(variances.reduce((sum, variance) => sum + variance, 0));
}

/** Returns the numbers of blocks at which the arms are inspected. They do not depend on later blocks. */
function listAnalysisBlockCounts(
  blockCount: number,
  {
    interimAnalysisInterval,
    plannedBlocks,
  }: Pick<SequentialOptions, "interimAnalysisInterval" | "plannedBlocks">,
): readonly number[] {
  const last = Math.min(blockCount, plannedBlocks);
  const length = Math.floor((last - minBlocks) / interimAnalysisInterval) + 1;
  const counts = Array.from({ length }, (_, index) => minBlocks + index * interimAnalysisInterval);
  return last === plannedBlocks && counts.at(-1) !== last ? [...counts, last] : counts;
}

interface InterimAnalysis {
  readonly count: number;
  readonly effectSd: number;
  /** Deviation of one further block that limits the variance of equal blocks. */
  readonly smallestDeviation: number;
  readonly alpha: number;
}

/** Compares the first blocks of both arms. The p-value is 1 / Λ. */
function analyseArms(first: Float64Array, second: Float64Array, analysis: InterimAnalysis) {
  const { count, effectSd, smallestDeviation, alpha } = analysis;
  const estimate = (arm: Float64Array): EstimatedMean =>
    estimateMean(arm.subarray(0, count), (smallestDeviation / count) ** 2);
  const [a, b] = [estimate(first), estimate(second)];
  const error = joinErrors(a, b);
  const value = b.mean - a.mean;
  return {
    firstMean: a.mean,
    secondMean: b.mean,
    value,
    pValue: pValueNow(Math.abs(value), error, effectSd),
    halfWidth: findHalfWidth(error, { effectSd, alpha }),
  };
}

/** Returns 1 / Λ for the difference of two means. */
function pValueNow(difference: number, { variance, degreesOfFreedom }: MeanError, effectSd: number): number {
  if (variance === 0) return 1;
  const z = normalEquivalent(difference / Math.sqrt(variance), degreesOfFreedom);
  return 1 / mixtureLikelihoodRatio(z * Math.sqrt(variance), variance, effectSd);
}

/** Returns the error of the difference of two means, with the degrees of freedom of Welch and Satterthwaite. */
function joinErrors(a: MeanError, b: MeanError): MeanError {
  const variance = a.variance + b.variance;
  const degreesOfFreedom =
    variance ** 2 / (a.variance ** 2 / a.degreesOfFreedom + b.variance ** 2 / b.degreesOfFreedom);
  return { variance, degreesOfFreedom };
}

/** Returns the largest difference that this interim analysis does not reject. */
function findHalfWidth(
  { variance, degreesOfFreedom }: MeanError,
  { effectSd, alpha }: { readonly effectSd: number; readonly alpha: number },
): number {
  if (effectSd === 0) return Infinity;
  const total = variance + effectSd ** 2;
  const square = (2 * total * (Math.log(1 / alpha) + Math.log(total / variance) / 2)) / effectSd ** 2;
  const unscaled = Math.sqrt(square) / normalScale(degreesOfFreedom);
  const t = Math.sqrt(degreesOfFreedom * Math.expm1(unscaled ** 2 / degreesOfFreedom));
  return t * Math.sqrt(variance);
}

/** Returns the normal deviate that is exceeded as rarely as `t`, to about 1 %. */
function normalEquivalent(t: number, degreesOfFreedom: number): number {
  return normalScale(degreesOfFreedom) * Math.sqrt(degreesOfFreedom * Math.log1p((t * t) / degreesOfFreedom));
}

function normalScale(degreesOfFreedom: number): number {
  return (8 * degreesOfFreedom + 1) / (8 * degreesOfFreedom + 3);
}

interface EstimatedMean extends MeanError {
  readonly mean: number;
}

function estimateMean(values: Float64Array, smallestVariance: number): EstimatedMean {
  const { variance, degreesOfFreedom } = meanError(values);
  return { mean: meanOf(values), variance: Math.max(variance, smallestVariance), degreesOfFreedom };
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
