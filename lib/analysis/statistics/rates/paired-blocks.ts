/**
 * Error of a change between two windows whose blocks are paired by the time of day, for windows of full days or weeks.
 *
 * The pattern of a day varies a latency far more than a change that matters, and equally in both windows. The variation
 * between the blocks of one window contains this pattern, the variation of the differences of paired blocks does not
 * (matched pairs, Cochran, Sampling Techniques, 1977, 7.8 and 7.9):
 *
 *     r = Σ y / Σ x        e = (y − r·x) / mean(x)        of each window, as in `block-ratio.ts`
 *     ln(r₂ / r₁) ± h(mean of e₂ / r₂ − e₁ / r₁)
 *     r₂ − r₁ ± h(mean of e₂ − e₁)
 *
 * h is the half-width for autocorrelated blocks (`series/mean-error.ts`). Windows of different weekdays may be paired: what
 * differs between them remains in the differences. Below about 100 counted events the logarithm is not normal.
 */
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import type { RelativeChangeRange } from "@/lib/analysis/statistics/series/change-range";
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { meanHalfWidth } from "@/lib/analysis/statistics/series/mean-error";
import { ratioDeviations, type RatioBlock } from "./block-ratio";

/** Half-widths of the confidence intervals of a change between paired time blocks. */
export interface PairedHalfWidths {
  /** Half-width of the 95 % interval of ln(after / before). */
  readonly ratioHalfWidth: number;
  /** Half-width of the 95 % interval of after − before, in the unit of the values. */
  readonly differenceHalfWidth: number;
}

/** 95 % intervals of the change between paired windows. */
export interface PairedRanges {
  /** After / before − 1. */
  readonly ratio: RelativeChangeRange;
  /** After − before, in the unit of the values. */
  readonly difference: { readonly low: number; readonly high: number };
}

/**
 * Returns the confidence intervals of ratio and difference of two values above 0; undefined for other values
 * and for bucket quantiles.
 */
export function pairedRanges(
  before: WindowEstimate,
  after: WindowEstimate,
  { ratioHalfWidth, differenceHalfWidth }: PairedHalfWidths,
): PairedRanges | undefined {
  if (before.bucket !== null || after.bucket !== null || !(before.value > 0 && after.value > 0))
    return undefined;
  const [ratio, difference] = [Math.log(after.value / before.value), after.value - before.value];
  return {
    ratio: { low: Math.exp(ratio - ratioHalfWidth) - 1, high: Math.exp(ratio + ratioHalfWidth) - 1 },
    difference: { low: difference - differenceHalfWidth, high: difference + differenceHalfWidth },
  };
}

/**
 * Computes the error of a change between two windows from the differences of their paired blocks. A block without a
 * value must be null in both windows. Returns undefined if a block is null in only one window, with fewer than 20
 * pairs, or for a ratio of 0.
 */
export function pairedHalfWidths(
  before: readonly (RatioBlock | null)[],
  after: readonly (RatioBlock | null)[],
): PairedHalfWidths | undefined {
  const pairs = before.flatMap((was, index) => {
    const is = after[index] ?? null;
    return was === null || is === null ? [] : [{ was, is }];
  });
  const [first, second] = [pairs.map(({ was }) => was), pairs.map(({ is }) => is)];
  const [firstRatio, secondRatio] = [ratioOf(first), ratioOf(second)];
  if ([before, after].some((blocks) => blocks.filter((block) => block !== null).length !== pairs.length))
    return undefined;
  if (pairs.length < minBlocks || !(firstRatio > 0) || !(secondRatio > 0)) return undefined;
  const [firstErrors, secondErrors] = [
    ratioDeviations(first, firstRatio),
    ratioDeviations(second, secondRatio),
  ];
  const differences = (scaleBefore: number, scaleAfter: number): Float64Array =>
    secondErrors.map((error, index) => error / scaleAfter - (firstErrors[index] ?? 0) / scaleBefore);
  return {
    ratioHalfWidth: meanHalfWidth(differences(firstRatio, secondRatio)).halfWidth,
    differenceHalfWidth: meanHalfWidth(differences(1, 1)).halfWidth,
  };
}

function ratioOf(blocks: readonly RatioBlock[]): number {
  const denominator = blocks.reduce((sum, block) => sum + block.denominator, 0);
  return denominator > 0 ? blocks.reduce((sum, block) => sum + block.numerator, 0) / denominator : Number.NaN;
}
