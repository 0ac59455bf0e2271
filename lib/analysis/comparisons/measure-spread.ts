/** Variation of a statistic between windows of the compared length, from the blocks of a longer window. */
import { describeLoad } from "@/lib/analysis/baselines/describe-load";
import { poolDistribution, poolGauge, poolRate } from "@/lib/analysis/baselines/pool-blocks";
import { measureWindowSpread } from "@/lib/analysis/statistics/blocks/window-spread";
import { bucketQuantile } from "@/lib/analysis/statistics/quantiles/quantile";
import { matchLoad } from "@/lib/analysis/statistics/verdict/load";
import type { WindowSpread } from "@/lib/analysis/statistics/verdict/margin";
import type { BaselineLoad } from "@/lib/model/baseline/baseline-document";
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { quantileLevelOf } from "@/lib/model/comparison/compared-statistic";
import { toWindowLoad } from "./compared-load";
import { pairWithRequests, type StatisticKey } from "./estimate-statistic";

/** Fraction of its blocks that must have a value for a window to count. */
const minPresentRatio = 0.75;

/** Consecutive windows of equal length that were cut from measured blocks. */
export interface SpreadWindows {
  readonly windowMs: number;
  readonly windows: readonly MeasuredBlocks[];
}

/**
 * Divides the blocks into windows of the compared length, and returns those whose load equals `load`. A remainder at the
 * end is not used.
 */
export function listSpreadWindows(
  measured: MeasuredBlocks,
  { windowMs, load }: { readonly windowMs: number; readonly load: BaselineLoad },
): SpreadWindows {
  const length = Math.max(1, Math.round(windowMs / measured.blockMs));
  const count = Math.floor(measured.blockCount / length);
  const expected = toWindowLoad({ ...load, entered: {} }, true);
  return {
    windowMs,
    windows: Array.from({ length: count }, (_, index) =>
      cutBlocks(measured, index * length, (index + 1) * length),
    ).filter((window) => {
      const found = toWindowLoad(describeLoad(window, { instanceCount: null, entered: {} }), true);
      return matchLoad(expected, found).differences.length === 0;
    }),
  };
}

/** Returns the variation of the statistic between the windows. */
export function measureSpread({ windows, windowMs }: SpreadWindows, key: StatisticKey): WindowSpread {
  // Windows of equal load are not consecutive, so each is one block of the division.
  const blocks = windows.map((window, index) => ({
    startMs: index * windowMs,
    seriesCount: 1,
    coverageRatio: 1,
    window,
  }));
  return measureWindowSpread(
    { blocks, lengthMs: windowMs },
    {
      windowMs,
      estimate: ([block]) => (block === undefined ? undefined : estimatePoint(block.window, key)),
      hasEqualLoad: () => true,
    },
  );
}

/** Returns the statistic of a window without an interval; undefined if more than a quarter of its blocks lack a value. */
function estimatePoint(measured: MeasuredBlocks, { signal, statistic }: StatisticKey): number | undefined {
  const { distributions, counters, gauges, blockMs } = measured;
  const distribution = distributions[signal];
  const counter = counters[signal];
  const blocks = distribution?.blocks ?? counter?.blocks ?? gauges[signal]?.blocks ?? [];
  const present = blocks.filter((block) => typeof block !== "string").length;
  if (present === 0 || present < minPresentRatio * measured.blockCount) return undefined;
  if (distribution !== undefined) {
    const { histogram, mean } = poolDistribution(distribution);
    const q = quantileLevelOf(statistic);
    if (q === null) return mean ?? undefined;
    return histogram === undefined ? undefined : bucketQuantile(histogram, q)?.value;
  }
  if (statistic !== "ratio-to-requests") return poolRate(counter, blockMs) ?? poolGauge(gauges[signal])?.mean;
  const pairs = pairWithRequests(measured, signal);
  const [events, requests] = pairs.reduce(
    ([numerator, denominator], pair) => [numerator + pair.numerator, denominator + pair.denominator],
    [0, 0],
  );
  return requests > 0 ? events / requests : undefined;
}

/** Returns the blocks from `start` up to, but not including, `end`. */
function cutBlocks(measured: MeasuredBlocks, start: number, end: number): MeasuredBlocks {
  const cut = <T extends { readonly blocks: readonly unknown[] }>(
    bySignal: Readonly<Record<string, T>>,
  ): Record<string, T> =>
    Object.fromEntries(
      Object.entries(bySignal).map(([id, one]) => [id, { ...one, blocks: one.blocks.slice(start, end) }]),
    );
  return {
    ...measured,
    startMs: measured.startMs + start * measured.blockMs,
    blockCount: end - start,
    distributions: cut(measured.distributions),
    counters: cut(measured.counters),
    gauges: cut(measured.gauges),
  };
}
