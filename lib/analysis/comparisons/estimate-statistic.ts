/**
 * Estimates of one statistic of a signal from the blocks of a window, with the interval between dependent blocks. Blocks
 * without a value are excluded, never counted as 0.
 */
import { toCountedBlocks, toMeanRatioBlocks } from "@/lib/analysis/baselines/counted-blocks";
import { clampQuantileByMean } from "@/lib/analysis/baselines/limit-quantile";
import { listPresentValues, mergeBlocks, sumValues } from "@/lib/analysis/baselines/merge-blocks";
import { estimateQuantileFromBlocks } from "@/lib/analysis/statistics/block-estimates";
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import { estimateWindowMean, type WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import { estimateBlockRatio, type RatioBlock } from "@/lib/analysis/statistics/rates/block-ratio";
import { overdispersedRate } from "@/lib/analysis/statistics/rates/overdispersed-rate";
import {
  listDenominatorRequests,
  type MeasuredBlocks,
  type MeasuredDistribution,
} from "@/lib/model/baseline/measured-blocks";
import { getQuantileLevel, type ComparedStatistic } from "@/lib/model/comparison/compared-statistic";
import { isTotalOfInstances } from "@/lib/model/comparison/instance-counts";
import type { SignalId } from "@/lib/model/signals/signals";

/** Reason why a window has no estimate of a statistic. */
export type EstimateAbsence =
  /** The signal was not measured in the window. The detail is a sentence. */
  | { readonly kind: "not-measured"; readonly detail: string }
  /** Fewer blocks have a value than a comparison needs. */
  | { readonly kind: "few-blocks"; readonly neededBlockCount: number }
  | { readonly kind: "no-observations" };

/** Estimate of one statistic in one window, or the reason why it is absent. */
export type StatisticEstimate =
  | {
      readonly kind: "present";
      readonly headline: WindowEstimate;
      /** Requests or other observations; blocks for a gauge. */
      readonly n: number;
      /** Blocks with a value. */
      readonly blockCount: number;
    }
  | { readonly kind: "absent"; readonly reason: EstimateAbsence; readonly blockCount: number };

/** Signal and statistic that identify one compared value, such as the p95 of TTFT. */
export interface StatisticKey {
  readonly signal: SignalId;
  readonly statistic: ComparedStatistic;
}

/** Formats a statistic as in gate rules, for example "ttft.p95". */
export function formatStatisticKey({ signal, statistic }: StatisticKey): string {
  return `${signal}.${statistic}`;
}

/**
 * Estimates one statistic of a window with its confidence interval, or returns why it cannot. With `instanceCount`, a
 * total over the instances is divided by it.
 */
export function estimateStatistic(
  measured: MeasuredBlocks,
  key: StatisticKey,
  instanceCount = 1,
): StatisticEstimate {
  const found = computeHeadline(measured, key, isTotalOfInstances(key) ? instanceCount : 1);
  const { blockCount, n, headline } = found;
  if (headline !== undefined && Number.isFinite(headline.value))
    return { kind: "present", headline, n, blockCount };
  if (!found.isMeasured) return { kind: "absent", reason: describeUnmeasured(measured, key), blockCount };
  const reason: EstimateAbsence =
    blockCount < minBlocks
      ? { kind: "few-blocks", neededBlockCount: minBlocks }
      : { kind: "no-observations" };
  return { kind: "absent", reason, blockCount };
}

interface ComputedHeadline {
  readonly headline: WindowEstimate | undefined;
  readonly n: number;
  readonly blockCount: number;
  readonly isMeasured: boolean;
}

const unmeasured: ComputedHeadline = { headline: undefined, n: 0, blockCount: 0, isMeasured: false };

function computeHeadline(
  measured: MeasuredBlocks,
  { signal, statistic }: StatisticKey,
  divisor: number,
): ComputedHeadline {
  const { distributions, counters, gauges, blockMs } = measured;
  const distribution = distributions[signal];
  if (distribution !== undefined) {
    const q = getQuantileLevel(statistic);
    if (q !== null && distribution.upperEdges.length === 0) return unmeasured;
    const headline = q === null ? estimateMean(distribution).headline : estimateQuantile(distribution, q);
    const { n, blockCount } = mergeBlocks(distribution);
    return { headline, n, blockCount, isMeasured: true };
  }
  const counter = counters[signal];
  if (counter !== undefined) {
    const pairs =
      statistic === "ratio-to-requests"
        ? pairWithRequests(measured, signal)
        : listPresentValues(counter.blocks).map((numerator) => ({
            numerator,
            denominator: (blockMs / 1_000) * divisor,
          }));
    const exposure = sumValues(pairs.map(({ denominator }) => denominator));
    const n =
      statistic === "ratio-to-requests" ? exposure : sumValues(pairs.map(({ numerator }) => numerator));
    return { headline: overdispersedRate(pairs), n, blockCount: pairs.length, isMeasured: true };
  }
  const gauge = gauges[signal];
  if (gauge === undefined) return unmeasured;
  const values = listPresentValues(gauge.blocks).map((value) => value / divisor);
  return {
    headline: estimateWindowMean(Float64Array.from(values)),
    n: values.length,
    blockCount: values.length,
    isMeasured: true,
  };
}

function estimateQuantile(distribution: MeasuredDistribution, q: number): WindowEstimate | undefined {
  const headline = estimateQuantileFromBlocks(toCountedBlocks(distribution), q);
  if (headline === undefined) return undefined;
  const estimate = { value: headline.value, lowerEdge: headline.bucket?.lower ?? 0 };
  return { ...headline, value: clampQuantileByMean(estimate, q, distribution) };
}

/** Computed once per distribution, because the mean is judged next to each percentile with a wide bucket. */
const estimateMean = memoizePerObject((distribution: MeasuredDistribution) => ({
  headline: estimateBlockRatio(toMeanRatioBlocks(distribution)),
}));

/** Returns the events and requests of the blocks that have both. */
function pairWithRequests(measured: MeasuredBlocks, signal: SignalId): readonly RatioBlock[] {
  const requests = listDenominatorRequests(measured, signal);
  return (measured.counters[signal]?.blocks ?? []).flatMap((numerator, block) => {
    const denominator = requests[block];
    return typeof numerator === "number" && typeof denominator === "number"
      ? [{ numerator, denominator }]
      : [];
  });
}

function describeUnmeasured(
  { absent, distributions }: MeasuredBlocks,
  { signal }: StatisticKey,
): EstimateAbsence {
  const detail =
    absent[signal]?.detail ??
    distributions[signal]?.bucketsAbsentReason ??
    "The signal was not measured in this window.";
  return { kind: "not-measured", detail };
}
