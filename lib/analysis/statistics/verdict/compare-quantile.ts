/**
 * Comparison of a histogram quantile that falls back on exact numbers where buckets are too wide.
 *
 * A quantile within one wide bucket can never decide a margin of 10 %, and neither can one whose interval extends to a
 * neighbouring bucket. The mean (sum / count) and the shares of requests above the edges of the baseline's bucket are
 * exact, so they are judged instead, and the answer names the resolution, for example 0.25–0.5 s. The result is the
 * overall verdict of these numbers (`overall-verdict.ts`): worse if one of them is worse.
 *
 * The margin δ of the latency allows a share S above an edge to change by as much as a latency that changes by δ changes
 * it, but at least by δ of the quantile's tail:
 *
 *     increase: max(S · ((1 + δ)^η − 1), δ · (1 − q))        η from `buckets/tail-elasticity.ts`
 *     decrease: max(S · (1 − (1 − δ)^η), δ · (1 − q))
 */
import {
  compareWindows,
  type WindowComparison,
  type WindowComparisonInput,
} from "@/lib/analysis/statistics/compare-windows";
import type { Verdict } from "./judge-change";
import { toShareChange } from "@/lib/analysis/statistics/buckets/tail-elasticity";
import { computeMargin } from "./margin";
import { overallVerdict } from "./overall-verdict";

/**
 * Estimates of a quantile in both windows, with the values that are compared instead if its buckets are too
 * wide.
 */
export interface QuantileComparisonInput {
  readonly q: number;
  readonly quantile: WindowComparisonInput;
  readonly mean: WindowComparisonInput;
  /** Returns the share of requests above a bucket edge in both windows. */
  readonly shareAbove: (edge: number) => WindowComparisonInput;
  /**
   * Returns how strongly the share in the window before reacts to the latency: relative change of the share ÷ relative
   * change of the latency.
   */
  readonly elasticityAt: (edge: number) => number;
}

/**
 * Verdict on a quantile. If its buckets are too wide, the verdict is based on the mean and on shares above
 * bucket edges.
 */
export interface QuantileComparison {
  readonly verdict: Verdict;
  readonly pValue: number | null;
  readonly quantile: WindowComparison;
  /**
   * Exact values that were judged instead of the quantile, because its buckets are too wide. Null if the quantile
   * itself was judged.
   */
  readonly exactComparison: ExactComparison | null;
}

/** Comparisons of the mean and of shares above bucket edges, which interpolation does not affect. */
export interface ExactComparison {
  /** Bucket of the baseline's quantile; upper is null in the +Inf bucket. */
  readonly resolution: { readonly lower: number; readonly upper: number | null };
  readonly mean: WindowComparison;
  readonly shares: readonly { readonly edge: number; readonly comparison: WindowComparison }[];
}

/**
 * Compares a quantile of two windows. If its buckets are too wide, compares the mean and the shares above
 * bucket edges instead.
 */
export function compareQuantile({
  q,
  quantile,
  mean,
  shareAbove,
  elasticityAt,
}: QuantileComparisonInput): QuantileComparison {
  const compared = compareWindows(quantile);
  const resolution = quantile.before?.bucket ?? null;
  if (!isLimitedByBuckets(compared) || resolution === null)
    return { verdict: compared.verdict, pValue: compared.pValue, quantile: compared, exactComparison: null };
  const edges = [resolution.lower, resolution.upper ?? 0].filter((edge) => edge > 0);
  const shares = edges.map((edge) => ({
    edge,
    comparison: compareWindows(withTailMargin(shareAbove(edge), { q, elasticity: elasticityAt(edge) })),
  }));
  const exactComparison = { resolution, mean: compareWindows(mean), shares };
  const overall = overallVerdict([
    { id: "mean", comparison: exactComparison.mean },
    ...shares.map(({ edge, comparison }) => ({ id: String(edge), comparison })),
  ]);
  const verdict = overall.signals.some((one) => one.verdict === "different") ? "different" : overall.verdict;
  const pValues = overall.signals.filter((one) => one.verdict === verdict).map((one) => one.adjustedPValue);
  const pValue = pValues.reduce((smallest, one) => Math.min(smallest ?? 1, one ?? 1), null);
  return { verdict, pValue, quantile: compared, exactComparison };
}

/** Returns whether the quantile is within one wide bucket, or its interval extends to a neighbouring bucket. */
function isLimitedByBuckets({ inconclusiveReason }: WindowComparison): boolean {
  return (
    inconclusiveReason?.kind === "bucket-resolution" ||
    (inconclusiveReason?.kind === "few-samples" && inconclusiveReason.quantileReach !== null)
  );
}

/** Adds the margin of a share: as a ratio, and as a difference for a share that was 0. */
function withTailMargin(
  input: WindowComparisonInput,
  { q, elasticity }: { readonly q: number; readonly elasticity: number },
): WindowComparisonInput {
  const { ratio } = computeMargin(input.spread);
  const smallestDifference = ratio * (1 - q);
  const share = input.before?.value ?? 0;
  const smallestRatio = share > 0 ? smallestDifference / share : 0;
  const marginRatio = Math.max(toShareChange(ratio, elasticity), smallestRatio);
  const decreaseMarginRatio = Math.max(-toShareChange(-ratio, elasticity), smallestRatio);
  return { smallestDifference, marginRatio, decreaseMarginRatio, ...input };
}
