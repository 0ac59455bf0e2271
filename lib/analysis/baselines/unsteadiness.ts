/** Decides whether load and latency are steady in a part of a window. */
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import { steadyMeasures, type Unsteadiness } from "@/lib/model/baseline/window-concern";
import { listPresentValues, mergeBlocks, sumValues } from "./merge-blocks";

/** Consecutive blocks by index, from `start` up to, but not including, `end`. */
export interface BlockRange {
  readonly start: number;
  readonly end: number;
}

/** Largest relative difference of two loads that count as equal, as in the comparison of load. */
const tolerance = 0.2;
const quarterCount = 4;
/**
 * Minimum number of observations in a quarter. With fewer, the mean of the quarter varies by more than the tolerance
 * even if the load is steady.
 */
const minObservations = 50;

/**
 * Compares the request rate and the mean latencies of each quarter of the range with the values of the complete range.
 * Returns the largest difference beyond ± 20 %, or null if all are within it.
 */
export function findUnsteadiness(measured: MeasuredBlocks, range: BlockRange): Unsteadiness | null {
  const differences = steadyMeasures.map((measure) => ({
    measure,
    ...largestDifference(range, (part) => meanOf(measured, measure, part)),
  }));
  const largest = differences.toSorted((a, b) => b.differenceRatio - a.differenceRatio)[0];
  return largest === undefined || largest.differenceRatio <= tolerance ? null : largest;
}

/** Returns the mean of the range; null with too few observations. */
function meanOf(
  { counters, distributions }: MeasuredBlocks,
  measure: Unsteadiness["measure"],
  { start, end }: BlockRange,
): number | null {
  if (measure === "requests") {
    const counts = listPresentValues((counters.requests?.blocks ?? []).slice(start, end));
    return sumValues(counts) < minObservations ? null : sumValues(counts) / counts.length;
  }
  const distribution = distributions[measure];
  if (distribution === undefined) return null;
  const blocks = distribution.blocks.slice(start, end);
  const { n, mean } = mergeBlocks({ ...distribution, blocks });
  return n < minObservations ? null : mean;
}

function largestDifference(
  { start, end }: BlockRange,
  meanOfPart: (part: BlockRange) => number | null,
): Pick<Unsteadiness, "differenceRatio" | "quarter"> {
  const full = meanOfPart({ start, end });
  const length = (end - start) / quarterCount;
  const ratios = Array.from({ length: quarterCount }, (_, index) => {
    const part = { start: start + Math.round(index * length), end: start + Math.round((index + 1) * length) };
    const mean = full === null ? null : meanOfPart(part);
    return {
      differenceRatio: mean === null || full === null || full === 0 ? 0 : Math.abs(mean / full - 1),
      quarter: index + 1,
    };
  });
  return (
    ratios.toSorted((a, b) => b.differenceRatio - a.differenceRatio)[0] ?? { differenceRatio: 0, quarter: 1 }
  );
}
