/**
 * Prompt and output lengths at fixed quantiles of their distributions. Each level represents the same fraction of
 * requests.
 */
import type { DeploymentPlan, LengthDistribution } from "../fleet";

const quantileCount = 24;

/** Returns the standard normal quantile by Acklam's rational approximation (relative error below 1.2e-9). */
export function normalQuantile(p: number): number {
  const a = [
    -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
    2.506628277459239,
  ];
  const b = [
    -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572,
  ];
  const c = [
    -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ];
  const d = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416];
  const poly = (k: readonly number[], x: number): number => k.reduce((sum, each) => sum * x + each, 0);
  const low = 0.02425;
  if (p < low) {
    const q = Math.sqrt(-2 * Math.log(p));
    return poly(c, q) / (poly(d, q) * q + 1);
  }
  if (p > 1 - low) return -normalQuantile(1 - p);
  const q = p - 0.5;
  return (poly(a, q * q) * q) / (poly(b, q * q) * q * q + 1);
}

/** Returns standard normal quantiles at the centres of equally probable intervals, ascending. */
export function listNormalQuantiles(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => normalQuantile((index + 0.5) / count));
}

/** Levels of lengths. */
export const normalQuantileLevels = listNormalQuantiles(quantileCount);

function lengths({ medianTokens, sigma, maxTokens }: LengthDistribution): readonly number[] {
  return normalQuantileLevels.map((z) =>
    Math.max(1, Math.min(maxTokens, Math.round(medianTokens * Math.exp(sigma * z)))),
  );
}

/** Levels by distribution, because each of thousands of steady states needs them many times. */
const knownLengths = new WeakMap<LengthDistribution, readonly number[]>();

function rememberedLengths(distribution: LengthDistribution): readonly number[] {
  const known = knownLengths.get(distribution) ?? lengths(distribution);
  knownLengths.set(distribution, known);
  return known;
}

/** Returns the prompt length in tokens at each level, ascending. */
export function listPromptLengthQuantiles(plan: DeploymentPlan): readonly number[] {
  return rememberedLengths(plan.traffic.promptLength);
}

/** Returns the output length in tokens at each level, ascending. */
export function listOutputLengthQuantiles(plan: DeploymentPlan): readonly number[] {
  return rememberedLengths(plan.traffic.outputLength);
}
