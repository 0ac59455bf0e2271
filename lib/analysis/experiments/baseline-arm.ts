/** A stored baseline as an arm of an experiment: its blocks, and the limits of its data. */
import type { StatisticKey } from "@/lib/analysis/comparisons/estimate-statistic";
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import type { ExperimentMeasures } from "@/lib/model/investigation/experiments/experiment";
import { listBlockValues, pickArmBlocks, type ArmBlocks } from "./arm-blocks";

/**
 * A baseline stores the mean number of instances. A mean within this fraction of an integer is the result of missed
 * scrapes, and is rounded.
 */
const maxScrapeLossRatio = 0.01;

/**
 * Returns the blocks of a baseline. Each block has the mean number of ready instances. A baseline whose number of
 * instances changed is already refused by `hasChangedInstances`.
 */
export function toBaselineBlocks({ measured, load }: Pick<BaselineDocument, "measured" | "load">): ArmBlocks {
  const { startMs, blockMs, blockCount } = measured;
  const count = roundInstances(load.meanInstanceCount);
  const counts = Array.from({ length: blockCount }, () => count);
  return pickArmBlocks(measured, [{ startMs, endMs: startMs + blockCount * blockMs }], counts);
}

/**
 * Returns whether the number of ready instances changed within a baseline. The load per instance is then unknown for a
 * subset of its blocks. Earlier releases stored only the mean, which indicates a change if it is not an integer.
 */
export function hasChangedInstances({
  load,
  instanceRange,
}: Pick<BaselineDocument, "load" | "instanceRange">): boolean {
  if (instanceRange !== null && instanceRange.min !== instanceRange.max) return true;
  const count = roundInstances(load.meanInstanceCount);
  return count !== null && !Number.isInteger(count);
}

function roundInstances(mean: number | null): number | null {
  const rounded = Math.round(mean ?? 0);
  return mean === null || rounded === 0 || Math.abs(mean / rounded - 1) >= maxScrapeLossRatio
    ? mean
    : rounded;
}

/** Returns how many blocks of a baseline have a value of the measure. */
export function countMeasuredBlocks({ measured }: Pick<ArmBlocks, "measured">, key: StatisticKey): number {
  return listBlockValues(measured, key).length;
}

/**
 * Returns the measures with at most as many planned blocks as the baselines have. The blocks of a baseline are fixed
 * before the other arm is measured, so this limit does not depend on the result. Baselines with too few blocks for a
 * comparison are ignored.
 */
export function limitPlannedBlocks(
  measures: ExperimentMeasures,
  baselines: readonly Pick<ArmBlocks, "measured">[],
): ExperimentMeasures {
  const counts = baselines
    .map((blocks) => countMeasuredBlocks(blocks, measures.primary))
    .filter((count) => count >= minBlocks);
  return { ...measures, plannedBlocks: Math.min(measures.plannedBlocks, ...counts) };
}
