/** The numbers that a baseline's page, list and Markdown show, from its document. */
import { bucketQuantile } from "@/lib/analysis/statistics/quantiles/quantile";
import { quantileInterval } from "@/lib/analysis/statistics/quantiles/quantile-interval";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { poolDistribution, poolGauge, poolRate } from "./pool-blocks";

const shownQuantiles = [0.5, 0.9, 0.95, 0.99] as const;
const level = 0.95;

export interface QuantileEstimate {
  readonly quantile: number;
  readonly value: number;
  /** 95 % interval including the bucket's width; null is unbounded. */
  readonly lower: number;
  readonly upper: number | null;
}

export interface DistributionSummary {
  readonly signal: SignalId;
  readonly n: number;
  readonly mean: number | null;
  /** Empty without buckets or observations. */
  readonly quantiles: readonly QuantileEstimate[];
  readonly blockCount: number;
}

export interface BaselineSummary {
  readonly distributions: readonly DistributionSummary[];
  readonly rates: readonly { readonly signal: SignalId; readonly perSecond: number }[];
  readonly gauges: readonly {
    readonly signal: SignalId;
    readonly mean: number;
    readonly max: number;
    readonly n: number;
  }[];
}

export function summariseBaseline({ measured }: BaselineDocument): BaselineSummary {
  const { distributions, counters, gauges, blockMs } = measured;
  return {
    distributions: entriesOf(distributions).map(([signal, distribution]) => {
      const { histogram, n, mean, blockCount } = poolDistribution(distribution);
      const quantiles = shownQuantiles.flatMap((quantile) => {
        const estimate = histogram && n > 0 ? bucketQuantile(histogram, quantile) : undefined;
        const interval = histogram && quantileInterval(histogram, quantile, { n, level });
        return estimate === undefined || interval === undefined
          ? []
          : [{ quantile, value: estimate.value, lower: interval.lower, upper: interval.upper }];
      });
      return { signal, n, mean, quantiles, blockCount };
    }),
    rates: entriesOf(counters).flatMap(([signal, counter]) => {
      const perSecond = poolRate(counter, blockMs);
      return perSecond === null ? [] : [{ signal, perSecond }];
    }),
    gauges: entriesOf(gauges).flatMap(([signal, gauge]) => {
      const pooled = poolGauge(gauge);
      return pooled === null ? [] : [{ signal, ...pooled }];
    }),
  };
}

function entriesOf<T>(record: Partial<Record<SignalId, T>>): readonly (readonly [SignalId, T])[] {
  return Object.entries(record).flatMap(([id, value]) => {
    const signal = signalDefinition(id as SignalId).id;
    return value === undefined ? [] : [[signal, value] as const];
  });
}
