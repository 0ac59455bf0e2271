/** Growth of the requests in flight in a window: the arrivals that have not finished. */
import type { MeasuredBlocks } from "@/lib/model/baseline/measured-blocks";
import type { RequestCounting } from "@/lib/model/baseline/request-counting";
import { listPresentValues, sumValues } from "./merge-blocks";

/** Positions of measured blocks in time. */
export interface BlockPositions {
  /** Position of each measured block in time, as a number of blocks. Absent if the blocks are consecutive. */
  readonly blockIndexes?: readonly number[];
  /**
   * True if blocks that are not consecutive belong to different windows. The growth between such blocks does not count.
   */
  readonly hasSeveralWindows?: boolean;
}

/** Requests in flight in one block. */
interface Level {
  readonly position: number;
  readonly inFlight: number;
}

/**
 * Returns the growth of the requests in flight per second. In each window, it is the difference between the first and
 * the last block that has values of all gauges. The sum over the windows is divided by the time between these first and
 * last blocks. 0 if no window has two such blocks.
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

/**
 * Returns the numbers of requests in flight in the blocks of each window. Blocks in which a gauge has no value are
 * excluded.
 */
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
    if (values.length === signals.length) windows.at(-1)?.push({ position, inFlight: sumValues(values) });
  }
  return windows;
}
