/** Errors of the changes between two sides whose blocks are paired by the time of day. */
import { toCountedBlocks } from "@/lib/analysis/baselines/counted-blocks";
import { pairedHalfWidths, type PairedHalfWidths } from "@/lib/analysis/statistics/rates/paired-blocks";
import type { RatioBlock } from "@/lib/analysis/statistics/rates/block-ratio";
import type { MeasuredBlocks, MeasuredDistribution } from "@/lib/model/baseline/measured-blocks";
import { isTotalOfInstances, type InstanceCounts } from "@/lib/model/comparison/instance-counts";
import { formatStatisticKey, type StatisticKey } from "./estimate-statistic";

/** Minimum number of events. The logarithms of smaller counts are not normally distributed. */
const minEvents = 100;

/**
 * Errors of the change between two windows. They are half-widths of confidence intervals, computed from the differences
 * of paired blocks.
 */
export interface PairedSides {
  /** Error of the change of a mean, a rate or a gauge; undefined if it cannot be paired. */
  readonly errorOf: (key: StatisticKey) => PairedHalfWidths | undefined;
  /** Error of the change of the share of observations above a bucket edge. */
  readonly shareErrorOf: (key: StatisticKey, edge: number) => PairedHalfWidths | undefined;
}

/**
 * Pairs block i of `before` with block i of `after`. The blocks must already be matched by the time of day
 * (`match-blocks.ts`). Totals are divided by the numbers of instances, if there are any.
 */
export function pairSides(
  before: MeasuredBlocks,
  after: MeasuredBlocks,
  instanceCounts: InstanceCounts | null,
): PairedSides {
  const errorBetween = (
    blocksOf: (side: MeasuredBlocks, instanceCount: number) => readonly (RatioBlock | null)[],
  ) =>
    pairedHalfWidths(
      blocksOf(before, instanceCounts?.before ?? 1),
      blocksOf(after, instanceCounts?.after ?? 1),
    );
  const errors = new Map<string, PairedHalfWidths | undefined>();
  return {
    // Computed once per key, because the mean is judged next to each percentile with a wide bucket.
    errorOf: (key) => {
      const printed = formatStatisticKey(key);
      if (!errors.has(printed))
        errors.set(
          printed,
          errorBetween((side, instanceCount) =>
            listRatioBlocks(side, key, isTotalOfInstances(key) ? instanceCount : 1),
          ),
        );
      return errors.get(printed);
    },
    shareErrorOf: ({ signal }, edge) =>
      errorBetween((side) => listShareBlocks(side.distributions[signal], edge)),
  };
}

/**
 * Returns the numerator and denominator of the statistic in each block. Empty for percentiles and for shares of rare
 * events, which cannot be paired.
 */
function listRatioBlocks(
  { distributions, counters, gauges, blockMs }: MeasuredBlocks,
  { signal, statistic }: StatisticKey,
  divisor: number,
): readonly (RatioBlock | null)[] {
  const toRatio = (denominator: number) => (value: number | string) =>
    typeof value === "number" ? { numerator: value, denominator } : null;
  if (statistic === "mean")
    return (distributions[signal]?.blocks ?? []).map((block) =>
      typeof block === "string" ? null : { numerator: block.sum, denominator: block.weight },
    );
  if (statistic === "rate")
    return withEnoughEvents((counters[signal]?.blocks ?? []).map(toRatio((blockMs / 1_000) * divisor)));
  return statistic === "value" ? (gauges[signal]?.blocks ?? []).map(toRatio(divisor)) : [];
}

function listShareBlocks(
  distribution: MeasuredDistribution | undefined,
  edge: number,
): readonly (RatioBlock | null)[] {
  const index = distribution?.upperEdges.indexOf(edge) ?? -1;
  if (distribution === undefined || index < 0) return [];
  const counted = toCountedBlocks(distribution).blocks.values();
  return withEnoughEvents(
    distribution.blocks.map((block) => {
      if (typeof block === "string") return null;
      const { cumulativeCounts } = counted.next().value ?? { cumulativeCounts: new Float64Array() };
      const denominator = cumulativeCounts.at(-1) ?? 0;
      return { numerator: denominator - (cumulativeCounts[index] ?? 0), denominator };
    }),
  );
}

function withEnoughEvents(blocks: readonly (RatioBlock | null)[]): readonly (RatioBlock | null)[] {
  return blocks.reduce((sum, block) => sum + (block?.numerator ?? 0), 0) < minEvents ? [] : blocks;
}
