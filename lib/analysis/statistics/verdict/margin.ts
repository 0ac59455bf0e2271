/**
 * The margin δ of a comparison: the smallest relative change that counts.
 *
 *     δ = max(5 %, 2 · s)        s the standard deviation between windows of the compared length at equal load
 *
 * s requires at least 6 windows; with fewer, δ is 10 %. With 6 windows the relative standard error of s is
 * 1 / √(2 · 5) = 32 %, so a smaller number would let δ vary too much from baseline to baseline. If 2 · s exceeds
 * 20 %, the signal is too noisy for a verdict, because a wide margin would turn large changes into "same".
 */

/** How much a statistic varies between windows of the compared length at equal load. */
export interface WindowSpread {
  readonly windowCount: number;
  /** Standard deviation divided by the mean; NaN with fewer than two windows or a mean of 0. */
  readonly standardDeviationRatio: number;
}

/** Whether a margin is estimated from the variation between windows, or is the default. */
export type MarginOrigin =
  /** Estimated from windows. */
  | { readonly kind: "windows"; readonly windowCount: number; readonly standardDeviationRatio: number }
  /** Fewer than 6 windows: the default of 10 %. */
  | { readonly kind: "default"; readonly windowCount: number };

/** Smallest relative change that counts as better or worse. */
export interface Margin {
  /** δ as a ratio, 0.05 for 5 %. */
  readonly ratio: number;
  readonly basis: MarginOrigin;
  /** True if twice the standard deviation exceeds 20 %, so that no verdict is possible. */
  readonly isTooNoisy: boolean;
}

/** Minimum number of windows from which a margin is estimated. */
export const minMarginWindows = 6;
const minMarginRatio = 0.05;
const defaultMarginRatio = 0.1;
const maxMarginRatio = 0.2;

/**
 * Computes the margin from the variation between windows; the default if it is missing or not a finite
 * number.
 */
export function computeMargin(spread: WindowSpread | undefined): Margin {
  const { windowCount = 0, standardDeviationRatio = Number.NaN } = spread ?? {};
  if (windowCount < minMarginWindows || !Number.isFinite(standardDeviationRatio)) {
    return { ratio: defaultMarginRatio, basis: { kind: "default", windowCount }, isTooNoisy: false };
  }
  const twice = 2 * standardDeviationRatio;
  return {
    ratio: Math.max(minMarginRatio, twice),
    basis: { kind: "windows", windowCount, standardDeviationRatio },
    isTooNoisy: twice > maxMarginRatio,
  };
}
