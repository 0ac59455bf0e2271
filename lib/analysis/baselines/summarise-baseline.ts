/**
 * The numbers that a baseline's page, list and Markdown show, from its document. Requests of one block share batches and
 * queues, so intervals are computed from the variation between blocks.
 */
import { effectiveCountForQuantile } from "@/lib/analysis/statistics/block-estimates";
import { bucketQuantile } from "@/lib/analysis/statistics/quantiles/quantile";
import { quantileInterval } from "@/lib/analysis/statistics/quantiles/quantile-interval";
import { clampToPossibleValues } from "@/lib/analysis/statistics/possible-interval";
import { estimateBlockRatio } from "@/lib/analysis/statistics/rates/block-ratio";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import type { MeasuredDistribution } from "@/lib/model/baseline/measured-blocks";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { toCountedBlocks, toMeanRatioBlocks } from "./counted-blocks";
import { clampQuantileByMean } from "./limit-quantile";
import { listPresentValues, mergeBlocks, summariseGauge, computeMeanRate } from "./merge-blocks";

const shownQuantiles = [0.5, 0.9, 0.95, 0.99] as const;
const level = 0.95;

/** Quantile of a captured window, with its confidence interval. */
export interface QuantileEstimate {
  readonly quantile: number;
  readonly value: number;
  /** 95 % interval including the bucket's width; null is unbounded. */
  readonly lower: number;
  readonly upper: number | null;
  /** Bucket that contains the quantile. The upper edge of the last bucket is null. */
  readonly bucket: { readonly lower: number; readonly upper: number | null };
}

/** Mean and quantiles of one signal in a captured window. */
export interface DistributionSummary {
  readonly signal: SignalId;
  readonly n: number;
  readonly mean: number | null;
  /** 95 % interval of the mean; null with fewer than 20 complete blocks. */
  readonly meanInterval: { readonly lower: number; readonly upper: number } | null;
  /** Empty without buckets or observations, and with fewer than 20 complete blocks. */
  readonly quantiles: readonly QuantileEstimate[];
  /** Number of complete blocks. */
  readonly blockCount: number;
}

/** Statistics of all signals in a captured window. */
export interface BaselineSummary {
  readonly distributions: readonly DistributionSummary[];
  /** `n` is the number of complete blocks. */
  readonly rates: readonly { readonly signal: SignalId; readonly perSecond: number; readonly n: number }[];
  readonly gauges: readonly {
    readonly signal: SignalId;
    readonly mean: number;
    readonly max: number;
    readonly n: number;
  }[];
}

/**
 * Returns the statistics of every signal of a baseline, in the units of the signals. Signals without a complete block
 * are omitted from `rates` and `gauges`.
 */
export function summariseBaseline({ measured }: BaselineDocument): BaselineSummary {
  const { distributions, counters, gauges, blockMs } = measured;
  return {
    distributions: entriesOf(distributions).map(([signal, distribution]) => ({
      signal,
      ...summariseDistribution(distribution),
    })),
    rates: entriesOf(counters).flatMap(([signal, counter]) => {
      const perSecond = computeMeanRate(counter, blockMs);
      return perSecond === null ? [] : [{ signal, perSecond, n: listPresentValues(counter.blocks).length }];
    }),
    gauges: entriesOf(gauges).flatMap(([signal, gauge]) => {
      const summary = summariseGauge(gauge);
      return summary === null ? [] : [{ signal, ...summary }];
    }),
  };
}

function summariseDistribution(distribution: MeasuredDistribution): Omit<DistributionSummary, "signal"> {
  const { histogram, n, mean, blockCount } = mergeBlocks(distribution);
  const counted = toCountedBlocks(distribution);
  const ratio = estimateBlockRatio(toMeanRatioBlocks(distribution));
  const quantiles = shownQuantiles.flatMap((quantile) => {
    const effectiveN = effectiveCountForQuantile(counted, quantile);
    if (histogram === undefined || effectiveN === undefined) return [];
    const estimate = bucketQuantile(histogram, quantile);
    const interval = quantileInterval(histogram, quantile, { n: effectiveN, level });
    return estimate === undefined || interval === undefined
      ? []
      : [
          {
            quantile,
            value: clampQuantileByMean(
              { value: estimate.value, lowerEdge: estimate.lower },
              quantile,
              distribution,
            ),
            lower: interval.lower,
            upper: interval.upper,
            bucket: { lower: estimate.lower, upper: estimate.upper },
          },
        ];
  });
  const meanInterval =
    ratio === undefined || ratio.upper === null
      ? null
      : clampToPossibleValues(
          { lower: ratio.lower, upper: ratio.upper },
          { value: ratio.value, unit: distribution.unit },
        );
  return { n, mean, meanInterval, quantiles, blockCount };
}

function entriesOf<T>(record: Partial<Record<SignalId, T>>): readonly (readonly [SignalId, T])[] {
  return Object.entries(record).flatMap(([id, value]) => {
    const signal = signalDefinition(id as SignalId).id;
    return value === undefined ? [] : [[signal, value] as const];
  });
}
