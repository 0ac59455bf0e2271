/** Growth of the requests in flight in a window: the arrivals that have not finished. */
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { RequestCounting } from "@/lib/model/baseline/request-counting";
import { listPresentValues, sumOf } from "./merge-blocks";

/** Where the blocks are in time. */
export interface BlockPositions {
  /** Positions of the measured blocks in time, in blocks. Absent if the blocks are consecutive. */
  readonly blockIndexes?: readonly number[];
  /** Blocks that are not consecutive are of different windows, so the growth between them does not count. */
  readonly hasSeveralWindows?: boolean;
}

/** Requests in flight in one block. */
interface Level {
  readonly position: number;
  readonly inFlight: number;
}

/**
 * Returns how many more requests are in flight after each second. The growth of a window is the difference of its
 * last and its first block with all gauges. The sum over the windows is divided by the time between these blocks.
 * 0 if no window has two such blocks.
 */
export function computeInFlightGrowth(
  measured: MeasuredBlocks,
  signals: RequestCounting["inFlightSignals"],
  positions: BlockPositions,
): number {
  if (signals.length === 0) return 0;
  let [growth, elapsedBlocks] = [0, 0];
  for (const levels of listWindowLevels(measured, signals, positions)) {
    const [first, last] = [levels[0], levels.at(-1)];
    if (first === undefined || last === undefined) continue;
    growth += last.inFlight - first.inFlight;
    elapsedBlocks += last.position - first.position;
  }
  return elapsedBlocks === 0 ? 0 : growth / (elapsedBlocks * (measured.blockMs / 1_000));
}

/** Returns the levels of each window. Blocks without all gauges have no level. */
function listWindowLevels(
  { gauges, blockCount }: MeasuredBlocks,
  signals: RequestCounting["inFlightSignals"],
  { blockIndexes, hasSeveralWindows = false }: BlockPositions,
): readonly (readonly Level[])[] {
  const windows: Level[][] = [[]];
  let previous: number | null = null;
  for (let block = 0; block < blockCount; block += 1) {
    const position = blockIndexes?.[block] ?? block;
    if (hasSeveralWindows && previous !== null && position !== previous + 1) windows.push([]);
    previous = position;
    const values = listPresentValues(signals.map((id) => gauges[id]?.blocks[block] ?? "not-scraped"));
    if (values.length === signals.length) windows.at(-1)?.push({ position, inFlight: sumOf(values) });
  }
  return windows;
}
