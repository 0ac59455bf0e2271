/**
 * Matches the blocks of two windows by the local time of day, if both are at least a day long and start at the same time of
 * day. A block that is missing on one side is excluded on the other side too, so that both sides describe the same hours. A
 * signal that would lose more than a tenth of its blocks is not matched.
 *
 * After a daylight saving time change, the same local time is a different time in UTC. An hour that occurs twice or not
 * at all in one window has no counterpart in the other window.
 */
import { pickBlocks } from "@/lib/analysis/baselines/pick-blocks";
import { timeZoneOffsetMs } from "@/lib/base/time-zone";
import type { BlockAbsence, MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";

const dayMs = 86_400_000;
const minRetainedRatio = 0.9;

/** Time blocks of two windows, matched by the time of day where possible. */
export interface MatchedBlocks {
  readonly before: MeasuredBlocks;
  readonly after: MeasuredBlocks;
  /** True if block i of both sides is at the same time of day. */
  readonly isMatched: boolean;
}

/**
 * Matches the blocks of two windows that are at least a day long and start at the same time of day, in local time or in
 * UTC. A block without a value or a counterpart in one window is excluded from the other window. Windows that do not
 * meet these conditions are returned unchanged.
 */
export function matchBlocks(before: MeasuredBlocks, after: MeasuredBlocks, timeZone: string): MatchedBlocks {
  const pairs = pairBlocks(before, after, timeZone);
  if (pairs === null) return { before, after, isMatched: false };
  const [was, is] =
    pairs === "all"
      ? [before, after]
      : [
          pickBlocks(
            before,
            pairs.map(([index]) => index),
          ),
          pickBlocks(
            after,
            pairs.map(([, index]) => index),
          ),
        ];
  return { before: excludeMissing(was, is), after: excludeMissing(is, was), isMatched: true };
}

type IndexPair = readonly [before: number, after: number];

/**
 * Returns the pairs of blocks at the same local time of day. "all" if each block i is paired with block i. Null if the
 * windows cannot be matched.
 */
function pairBlocks(
  before: MeasuredBlocks,
  after: MeasuredBlocks,
  timeZone: string,
): readonly IndexPair[] | "all" | null {
  const { blockMs } = before;
  const longestCount = Math.max(before.blockCount, after.blockCount);
  if (blockMs !== after.blockMs || (longestCount + 1) * blockMs < dayMs) return null;
  const [was, is] = [listLocalStarts(before, timeZone), listLocalStarts(after, timeZone)];
  const [utcShiftMs, localShiftMs] = [after.startMs - before.startMs, startOf(is) - startOf(was)];
  const hasSameStart = utcShiftMs % dayMs === 0 || localShiftMs % dayMs === 0;
  const hasSameLength = was.length === is.length || lengthOf(was) === lengthOf(is);
  if (!hasSameStart || !hasSameLength) return null;
  const shiftMs = Math.round(localShiftMs / dayMs) * dayMs;
  if (was.length === is.length && was.every((startMs, index) => is[index] === startMs + shiftMs))
    return "all";
  const indexes = new Map(is.map((startMs, index) => [startMs, index] as const).toReversed());
  const paired = new Map<number, IndexPair>();
  for (const [index, startMs] of was.entries()) {
    const counterpart = indexes.get(startMs + shiftMs);
    if (counterpart !== undefined && !paired.has(startMs)) paired.set(startMs, [index, counterpart]);
  }
  return paired.size < minRetainedRatio * longestCount ? null : [...paired.values()];
}

/** Returns the local time at which each block starts, in ms. The clocks are read once per day, unless they change on it. */
function listLocalStarts(
  { startMs, blockMs, blockCount }: MeasuredBlocks,
  timeZone: string,
): readonly number[] {
  const blocksPerDay = Math.max(1, Math.floor(dayMs / blockMs));
  const starts: number[] = [];
  for (let first = 0; first < blockCount; first += blocksPerDay) {
    const last = Math.min(blockCount, first + blocksPerDay) - 1;
    const offsetAt = (index: number): number => timeZoneOffsetMs(timeZone, startMs + index * blockMs);
    const [firstOffsetMs, lastOffsetMs] = [offsetAt(first), offsetAt(last)];
    for (let index = first; index <= last; index += 1)
      starts.push(
        startMs + index * blockMs + (firstOffsetMs === lastOffsetMs ? firstOffsetMs : offsetAt(index)),
      );
  }
  return starts;
}

function startOf(starts: readonly number[]): number {
  return starts[0] ?? 0;
}

function lengthOf(starts: readonly number[]): number {
  return (starts.at(-1) ?? 0) - startOf(starts);
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
