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
 * No p-value is given before 20 blocks per arm. `false-alarm-rate.ts` measures the remaining error on the history of
 * a deployment.
 */
import { meanError } from "@/lib/analysis/statistics/series/mean-error";
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { mixtureLikelihoodRatio } from "./mixture-test";

/** Assumptions of the sequential test. */
export interface SequentialOptions {
  /** Standard deviation τ of the expected differences, as a ratio of the first arm's mean. */
  readonly effectRatio: number;
  /** Probability of a false alarm in the full experiment. */
  readonly alpha: number;
}

const defaultOptions: SequentialOptions = { effectRatio: 0.1, alpha: 0.05 };

/** Result of the sequential test of two running arms of an experiment. */
export interface SequentialComparison {
  /** Blocks per arm so far: the number of blocks in the shorter arm. */
  readonly blockCount: number;
  /** Change of the mean, second arm / first arm − 1; null before 20 blocks or if the first mean is not above 0. */
  readonly change: number | null;
  /** Smallest p-value so far; it never rises. Null before 20 blocks. */
  readonly pValue: number | null;
  /** Blocks per arm at which p first reached `alpha`; null if it has not. */
  readonly detectedAtBlock: number | null;
}

/**
 * Returns the state of a running experiment. Block means of both arms are in order of time. Each block from the 20th on
 * is one inspection, and τ is fixed at the first inspection.
 */
export function compareRunningArms(
  first: Float64Array,
  second: Float64Array,
  options: Partial<SequentialOptions> = {},
): SequentialComparison {
  const { effectRatio, alpha } = { ...defaultOptions, ...options };
  const blockCount = Math.min(first.length, second.length);
  if (blockCount < minBlocks) return { blockCount, change: null, pValue: null, detectedAtBlock: null };
  const effectSd = effectRatio * Math.abs(estimateMean(first.subarray(0, minBlocks)).mean);
  let pValue = 1;
  let detectedAtBlock: number | null = null;
  for (let count = minBlocks; count <= blockCount; count += 1) {
    pValue = Math.min(pValue, pValueNow(first.subarray(0, count), second.subarray(0, count), effectSd));
    if (detectedAtBlock === null && pValue <= alpha) detectedAtBlock = count;
  }
  const [firstMean, secondMean] = [first, second].map(
    (arm) => estimateMean(arm.subarray(0, blockCount)).mean,
  );
  const change = firstMean !== undefined && firstMean > 0 ? (secondMean ?? 0) / firstMean - 1 : null;
  return { blockCount, change, pValue, detectedAtBlock };
}

/** Returns 1 / Λ for these block means. */
function pValueNow(first: Float64Array, second: Float64Array, effectSd: number): number {
  const [a, b] = [estimateMean(first), estimateMean(second)];
  const variance = a.variance + b.variance;
  const difference = Math.abs(b.mean - a.mean);
  if (variance === 0) return 1 / mixtureLikelihoodRatio(difference, 0, effectSd);
  const degreesOfFreedom =
    variance ** 2 / (a.variance ** 2 / a.degreesOfFreedom + b.variance ** 2 / b.degreesOfFreedom);
  const z = normalEquivalent(difference / Math.sqrt(variance), degreesOfFreedom);
  return 1 / mixtureLikelihoodRatio(z * Math.sqrt(variance), variance, effectSd);
}

/** Returns the normal deviate that is exceeded as rarely as `t`, to about 1 %. */
function normalEquivalent(t: number, degreesOfFreedom: number): number {
  const scale = (8 * degreesOfFreedom + 1) / (8 * degreesOfFreedom + 3);
  return scale * Math.sqrt(degreesOfFreedom * Math.log1p((t * t) / degreesOfFreedom));
}

interface EstimatedMean {
  readonly mean: number;
  /** Variance of the mean. */
  readonly variance: number;
  readonly degreesOfFreedom: number;
}

function estimateMean(values: Float64Array): EstimatedMean {
  const n = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  return { mean, ...meanError(values) };
}
