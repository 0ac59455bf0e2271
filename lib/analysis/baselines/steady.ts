/** Decides whether load and latency are steady in a part of a window. */
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { listPresentValues, poolDistribution, sumOf } from "./pool-blocks";

/** Blocks from `start` up to, but not including, `end`. */
export interface BlockRange {
  readonly start: number;
  readonly end: number;
}

/** Load counts as equal within this relative difference; see the comparison of load. */
const tolerance = 0.2;
const quarterCount = 4;
/** With fewer observations in a quarter, its mean varies by more than the tolerance anyway. */
const minObservations = 50;
const steadySignals = [
  ["ttft", "mean TTFT"],
  ["e2e", "mean E2E latency"],
  ["train-step-time", "mean step time"],
] as const;

/**
 * Compares each quarter of the range with the range: requests per block, and mean latencies. Returns the largest
 * difference beyond ± 20 % as a sentence, or null for a steady range.
 */
export function findUnsteadiness(measured: MeasuredBlocks, range: BlockRange): string | null {
  const differences = [
    {
      name: "The number of requests",
      ...largestDifference(range, (part) => {
        const counts = listPresentValues(
          (measured.counters.requests?.blocks ?? []).slice(part.start, part.end),
        );
        return sumOf(counts) < minObservations ? null : sumOf(counts) / counts.length;
      }),
    },
    ...steadySignals.map(([signal, title]) => ({
      name: `The ${title}`,
      ...largestDifference(range, (part) => {
        const distribution = measured.distributions[signal];
        if (distribution === undefined) return null;
        const blocks = distribution.blocks.slice(part.start, part.end);
        const { n, mean } = poolDistribution({ ...distribution, blocks });
        return n < minObservations ? null : mean;
      }),
    })),
  ];
  const largest = differences.toSorted((a, b) => b.ratio - a.ratio)[0];
  if (largest === undefined || largest.ratio <= tolerance) return null;
  return `${largest.name} in quarter ${largest.quarter} of the window differs by ${Math.round(largest.ratio * 100)} % from the full window.`;
}

function largestDifference(
  { start, end }: BlockRange,
  meanOf: (part: BlockRange) => number | null,
): { readonly ratio: number; readonly quarter: number } {
  const full = meanOf({ start, end });
  const length = (end - start) / quarterCount;
  const ratios = Array.from({ length: quarterCount }, (_, index) => {
    const part = { start: start + Math.round(index * length), end: start + Math.round((index + 1) * length) };
    const mean = full === null ? null : meanOf(part);
    return {
      ratio: mean === null || full === null || full === 0 ? 0 : Math.abs(mean / full - 1),
      quarter: index + 1,
    };
  });
  return ratios.toSorted((a, b) => b.ratio - a.ratio)[0] ?? { ratio: 0, quarter: 1 };
}
