/** Numbers of instances of an arm, which may change while the experiment runs. */
import type { ArmBlocks } from "./arm-blocks";

/** Smallest and largest number of instances in the blocks of an arm. */
export interface ArmInstanceRange {
  readonly min: number;
  readonly max: number;
}

/**
 * Returns the number of instances of each block. A block with an unknown number gets the number of the previous block,
 * or of the next known block if there is no previous block. Null if no number is known.
 */
export function fillInstanceCounts({
  instanceCounts,
}: Pick<ArmBlocks, "instanceCounts">): readonly number[] | null {
  const first = instanceCounts.find(isKnown);
  if (first === undefined) return null;
  const filled: number[] = [];
  for (const count of instanceCounts) filled.push(isKnown(count) ? count : (filled.at(-1) ?? first));
  return filled;
}

function isKnown(count: number | null): count is number {
  return count !== null && count > 0;
}

/** Returns the mean number of instances; null if no number is known. */
export function meanInstanceCount(blocks: Pick<ArmBlocks, "instanceCounts">): number | null {
  const counts = fillInstanceCounts(blocks);
  return counts === null ? null : counts.reduce((sum, count) => sum + count, 0) / counts.length;
}

/** Returns the range of the number of instances; null if no number is known. */
export function findArmInstanceRange(blocks: Pick<ArmBlocks, "instanceCounts">): ArmInstanceRange | null {
  const counts = fillInstanceCounts(blocks);
  return counts === null ? null : { min: Math.min(...counts), max: Math.max(...counts) };
}
