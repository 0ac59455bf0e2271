/**
 * Matches the blocks of two windows by the time of day, if both are at least a day long and start at the same time of day.
 * A block that is missing on one side is excluded on the other side too, so that both sides describe the same hours. A
 * signal that would lose more than a tenth of its blocks is not matched.
 */
import type { BlockAbsence, MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";

const dayMs = 86_400_000;
const minRetainedRatio = 0.9;

/** Time blocks of two windows, matched by the time of day where possible. */
export interface MatchedBlocks {
  readonly before: MeasuredBlocks;
  readonly after: MeasuredBlocks;
  /** Block i of both sides is at the same time of day. */
  readonly isMatched: boolean;
}

/**
 * Matches the blocks of two windows that are at least a day long and start at the same time of day. A block
 * without a value in one window is excluded from the other. Returns other windows unchanged.
 */
export function matchBlocks(before: MeasuredBlocks, after: MeasuredBlocks): MatchedBlocks {
  const isMatched =
    before.blockMs === after.blockMs &&
    before.blockCount === after.blockCount &&
    (before.blockCount + 1) * before.blockMs >= dayMs &&
    (after.startMs - before.startMs) % dayMs === 0;
  if (!isMatched) return { before, after, isMatched };
  return { before: excludeMissing(before, after), after: excludeMissing(after, before), isMatched };
}

function excludeMissing(side: MeasuredBlocks, other: MeasuredBlocks): MeasuredBlocks {
  return {
    ...side,
    distributions: excludeMissingOf(side.distributions, other.distributions),
    counters: excludeMissingOf(side.counters, other.counters),
    gauges: excludeMissingOf(side.gauges, other.gauges),
  };
}

interface Blocks {
  readonly blocks: readonly unknown[];
}

function excludeMissingOf<Signals extends Readonly<Record<string, Blocks | undefined>>>(
  side: Signals,
  other: Readonly<Record<string, Blocks | undefined>>,
): Signals {
  const absence: BlockAbsence = "not-scraped";
  const entries = Object.entries(side).map(([id, measured]) => {
    const counterpart = other[id]?.blocks;
    if (measured === undefined || counterpart === undefined) return [id, measured];
    const isPresent = (block: unknown): boolean => typeof block !== "string";
    const blocks = measured.blocks.map((block, index) => (isPresent(counterpart[index]) ? block : absence));
    const fewest =
      minRetainedRatio *
      Math.max(...[measured.blocks, counterpart].map((blockList) => blockList.filter(isPresent).length));
    return [id, blocks.filter(isPresent).length < fewest ? measured : { ...measured, blocks }];
  });
  return Object.fromEntries(entries) as Signals;
}
