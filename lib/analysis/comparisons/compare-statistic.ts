/** Comparison of one statistic of a signal on two sides. All comparisons of the product use the same rule. */
import { toCountedBlocks } from "@/lib/analysis/baselines/counted-blocks";
import { tailElasticity } from "@/lib/analysis/statistics/buckets/tail-elasticity";
import { addCountedBlocks, estimateShareAboveFromBlocks } from "@/lib/analysis/statistics/block-estimates";
import {
  compareWindows,
  type WindowComparison,
  type WindowComparisonInput,
} from "@/lib/analysis/statistics/compare-windows";
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import { compareQuantile, type ExactComparison } from "@/lib/analysis/statistics/verdict/compare-quantile";
import type { Verdict } from "@/lib/analysis/statistics/verdict/judge-change";
import { pairedRanges, type PairedHalfWidths } from "@/lib/analysis/statistics/rates/paired-blocks";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { getQuantileLevel } from "@/lib/model/comparison/compared-statistic";
import { isTotalOfInstances, type InstanceCounts } from "@/lib/model/comparison/instance-counts";
import { estimateStatistic, type StatisticEstimate, type StatisticKey } from "./estimate-statistic";
import type { PairedSides } from "./pair-blocks";
import { createConditions, type ComparedConditions } from "./statistic-conditions";

/** Estimates of one statistic in the windows before and after, with the verdict on their difference. */
export interface StatisticComparison extends StatisticKey {
  readonly before: StatisticEstimate;
  readonly after: StatisticEstimate;
  /** True if the values are per ready instance, because the windows have different numbers of instances. */
  readonly isPerInstance: boolean;
  /** Verdict on the statistic. If the buckets are too wide, this is the verdict on the values in `exactComparison`. */
  readonly verdict: Verdict;
  /** Two-sided p-value of no change; null if there is no interval of the change. */
  readonly pValue: number | null;
  readonly comparison: WindowComparison;
  /**
   * Exact values that were judged instead of a percentile, because its buckets are too wide. Null if the statistic
   * itself was judged.
   */
  readonly exactComparison: ExactComparison | null;
}

/** Time blocks and loads of the windows before and after, from which one statistic is compared. */
export interface StatisticInput extends ComparedConditions<StatisticKey> {
  readonly before: MeasuredBlocks;
  readonly after: MeasuredBlocks;
  /** Numbers by which totals are divided; null if they are compared undivided. */
  readonly instanceCounts: InstanceCounts | null;
  /** The paired blocks of both sides. Undefined if the sides do not have blocks at the same times of day. */
  readonly pairs?: PairedSides | undefined;
}

/** Compares one statistic of two windows. The verdict is "cannot tell" if a window has no estimate. */
export function compareStatistic(input: StatisticInput, key: StatisticKey): StatisticComparison {
  const before = estimateStatistic(input.before, key, input.instanceCounts?.before);
  const after = estimateStatistic(input.after, key, input.instanceCounts?.after);
  const isPerInstance = input.instanceCounts !== null && isTotalOfInstances(key);
  const compared = { ...key, before, after, isPerInstance };
  const conditions = createConditions(input, key);
  const windows = { ...conditions, before: headlineOf(before), after: headlineOf(after) };
  const q = getQuantileLevel(key.statistic);
  if (q === null) {
    const comparison = compareWindows(withPairs(windows, input.pairs?.errorOf(key)));
    return {
      ...compared,
      verdict: comparison.verdict,
      pValue: comparison.pValue,
      comparison,
      exactComparison: null,
    };
  }
  const counted = [input.before, input.after].map((measured) => {
    const distribution = measured.distributions[key.signal];
    return distribution === undefined ? undefined : toCountedBlocks(distribution);
  });
  const estimates = (of: (blocks: NonNullable<(typeof counted)[number]>) => WindowEstimate | undefined) => {
    const [was, is] = counted.map((blocks) => (blocks === undefined ? undefined : of(blocks)));
    return { before: was, after: is };
  };
  const [countedBefore] = counted;
  const mean = { ...key, statistic: "mean" } as const;
  const { verdict, pValue, quantile, exactComparison } = compareQuantile({
    q,
    quantile: windows,
    mean: withPairs(
      {
        ...createConditions(input, mean),
        before: headlineOf(estimateStatistic(input.before, mean)),
        after: headlineOf(estimateStatistic(input.after, mean)),
      },
      input.pairs?.errorOf(mean),
    ),
    shareAbove: (edge) =>
      withPairs(
        { ...conditions, ...estimates((blocks) => estimateShareAboveFromBlocks(blocks, edge)) },
        input.pairs?.shareErrorOf(key, edge),
      ),
    elasticityAt: (edge) =>
      countedBefore === undefined ? 1 : tailElasticity(addCountedBlocks(countedBefore), edge),
  });
  return { ...compared, verdict, pValue, comparison: quantile, exactComparison };
}

/** Adds the intervals of paired blocks, if there are any. */
function withPairs(input: WindowComparisonInput, error: PairedHalfWidths | undefined): WindowComparisonInput {
  const { before, after } = input;
  if (error === undefined || before === undefined || after === undefined) return input;
  const paired = pairedRanges(before, after, error);
  return paired === undefined ? input : { ...input, paired };
}

function headlineOf(estimate: StatisticEstimate): WindowEstimate | undefined {
  return estimate.kind === "present" ? estimate.headline : undefined;
}
