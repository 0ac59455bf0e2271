/**
 * Gaps: time of a parent span in which neither its children ran, nor handed-off spans for which it waited. They occur
 * before the first child, between two children, and after the last. A long gap shows where a span is missing.
 * Nanoseconds since the trace's start.
 */
import { runWithoutPause, isEndOfStep } from "@/lib/base/steps";
import { sortInSteps } from "@/lib/base/sort-in-steps";
import { buildRequestTree } from "@/lib/analysis/traces/request-tree";
import { listRowTimesInSteps, type RowTimes } from "./row-times";
import type { TreeRow } from "@/lib/analysis/traces/tree-rows";
import { findWaitingRows } from "./waiting-rows";

/** Time within a span in which none of its child spans runs. */
export interface SpanGap {
  /** Index of the parent row. */
  readonly parentRow: number;
  /** Child that ended last before the gap; -1 before the first child. */
  readonly precedingRow: number;
  /**
   * Child whose start ends the gap. -1 if the gap ends with the parent, or with the start of a span elsewhere in the
   * tree for which the parent waits.
   */
  readonly followingRow: number;
  readonly fromNs: number;
  readonly toNs: number;
}

/**
 * Finds gaps of at least `minGapNs`, in drawing order of the parents, then chronologically. `rowCount` limits
 * the parents to the first rows. Time is linear except for sorting.
 */
export function findGaps(
  rows: readonly TreeRow[],
  minGapNs: number,
  rowCount = rows.length,
): readonly SpanGap[] {
  return runWithoutPause(findGapsInSteps(rows, minGapNs, rowCount));
}

/** Finds gaps in steps, for traces with many spans. */
export function* findGapsInSteps(
  rows: readonly TreeRow[],
  minGapNs: number,
  rowCount = rows.length,
): Generator<void, readonly SpanGap[]> {
  const times = yield* listRowTimesInSteps(rows);
  const { startsNs: starts, endsNs: ends } = times;
  const coveredTo = starts.slice(0, rowCount);
  const last = new Int32Array(rowCount).fill(-1);
  const isParent = new Uint8Array(rowCount);
  const gaps: SpanGap[] = [];
  const note = (gap: SpanGap): void => {
    if (gap.toNs > gap.fromNs && gap.toNs - gap.fromNs >= minGapNs) gaps.push(gap);
  };
  const { above, fillers } = yield* runsWithin(rows, rowCount, times);
  for (const [run, index] of fillers.entries()) {
    if (isEndOfStep(run)) yield;
    const parentIndex = above[run] ?? -1;
    isParent[parentIndex] = 1;
    const isChild = rows[index]?.parentIndex === parentIndex;
    const covered = coveredTo[parentIndex] ?? 0;
    const endNs = ends[index] ?? 0;
    note({
      parentRow: parentIndex,
      precedingRow: last[parentIndex] ?? -1,
      followingRow: isChild ? index : -1,
      fromNs: covered,
      toNs: Math.min(starts[index] ?? 0, ends[parentIndex] ?? 0),
    });
    if (endNs <= covered) continue;
    coveredTo[parentIndex] = endNs;
    if (isChild) last[parentIndex] = index;
  }
  for (let row = 0; row < rowCount; row += 1) {
    if (isEndOfStep(row)) yield;
    if (isParent[row] !== 1) continue;
    note({
      parentRow: row,
      precedingRow: last[row] ?? -1,
      followingRow: -1,
      fromNs: coveredTo[row] ?? 0,
      toNs: ends[row] ?? 0,
    });
  }
  return gaps.sort((a, b) => a.parentRow - b.parentRow || a.fromNs - b.fromNs);
}

/** Pairs of a parent row (`above`) and a row that fills its time (`fillers`), sorted by start. */
interface Runs {
  readonly above: readonly number[];
  readonly fillers: readonly number[];
}

/** Collects the spans that fill the time of each row: its children and other spans for which it waited. */
function* runsWithin(
  rows: readonly TreeRow[],
  upTo: number,
  { startsNs: starts, endsNs: ends }: RowTimes,
): Generator<void, Runs> {
  const waiting = findWaitingRows(rows, buildRequestTree(rows), ends);
  yield;
  const [above, fillers]: [number[], number[]] = [[], []];
  let hasOthers = false;
  for (const [row, { parentIndex }] of rows.entries()) {
    if (isEndOfStep(row)) yield;
    if (parentIndex === -1 || parentIndex >= upTo) continue;
    above.push(parentIndex);
    fillers.push(row);
  }
  for (const [row, waits] of waiting.entries()) {
    if (isEndOfStep(row)) yield;
    if (waits === -1 || waits >= upTo || waits === rows[row]?.parentIndex) continue;
    hasOthers = true;
    above.push(waits);
    fillers.push(row);
  }
  // Siblings are already sorted by start.
  if (!hasOthers) return { above, fillers };
  const startOf = (run: number): number => starts[fillers[run] ?? -1] ?? 0;
  const order = yield* sortInSteps([...fillers.keys()], (a, b) => startOf(a) - startOf(b));
  return { above: order.map((run) => above[run] ?? -1), fillers: order.map((run) => fillers[run] ?? -1) };
}
