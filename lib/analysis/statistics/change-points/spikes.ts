/**
 * Spikes of a segment between change points: short runs of values outside the limits of the segment.
 *
 * The limits are those of `robust-limits.ts` (median ± MAD with Student's t), at a probability of 1 % for the segment,
 * divided by its number of values (Bonferroni). In a segment of independent values without spikes, a spike is thus
 * reported with a probability of about 1 %. A segment has no spikes if it has fewer than four values, if most of its
 * values are equal, or if a quarter of them is outside the limits: such a segment alternates between two levels.
 */
import { robustLimits } from "@/lib/analysis/statistics/robust-limits";
import type { Segment } from "./segment-difference";

const falseAlarmsPerSegment = 0.01;
const maxSpikeShare = 0.25;

/** Short run of outliers that is not a change of the level. */
export interface Spike extends Segment {
  /** Value farthest from the median of the segment between change points. */
  readonly extreme: number;
  readonly median: number;
}

/**
 * Finds the runs of consecutive outliers in a segment, ordered by position; the values of a run are all
 * above or all below the limits. A run of `levelLength` values or more is a change of level, not a spike.
 */
export function findSpikes(values: Float64Array, segment: Segment, levelLength: number): readonly Spike[] {
  const { start, end } = segment;
  const limits = robustLimits([...values.subarray(start, end)], falseAlarmsPerSegment / (end - start));
  if (limits.kind !== "limits") return [];
  const { lower, upper, centre: median } = limits;
  const sideOf = (index: number): number => {
    const value = values[index] ?? Number.NaN;
    return value > upper ? 1 : value < lower ? -1 : 0;
  };
  const spikes: Spike[] = [];
  for (let from = start; from < end;) {
    const side = sideOf(from);
    let to = from + 1;
    while (to < end && sideOf(to) === side) to += 1;
    const run = values.subarray(from, to);
    if (side !== 0 && to - from < levelLength)
      spikes.push({ start: from, end: to, median, extreme: side > 0 ? Math.max(...run) : Math.min(...run) });
    from = to;
  }
  const spikeLength = spikes.reduce((sum, spike) => sum + spike.end - spike.start, 0);
  return spikeLength < maxSpikeShare * (end - start) ? spikes : [];
}
