/**
 * Gaps: time of a span that has children in which none of them ran, nor what was handed off below it and it waited for. Before
 * the first child, between two, after the last. Nobody traced what went on there; a long gap names where a span is missing.
 * Nanoseconds since the trace's start.
 */
import { runAtOnce, isEndOfStep } from "@/lib/base/run-in-steps";
import { sortInSteps } from "@/lib/base/sort-in-steps";
import { requestTree } from "./request-root";
import { rowTimesInSteps, type RowTimes } from "./row-times";
import type { TreeRow } from "./tree";
import { waitedBy } from "./waited-by";

export interface Gap {
  /** Index of the row in whose time it lies. */
  readonly row: number;
  /** The child that ended last before it; -1 before the first. */
  readonly after: number;
  /** The child that begins where it ends; -1 after the last, and where something begins that stands elsewhere in the tree. */
  readonly before: number;
  readonly fromNs: number;
  readonly toNs: number;
}

/**
 * Gaps of at least `leastNs`, parents in drawing order, each one's in order of time; of the first `upTo` rows where so many are
 * named. Linear apart from sorting.
 */
export function gapsOf(rows: readonly TreeRow[], minNs: number, upTo = rows.length): readonly Gap[] {
  return runAtOnce(gapsInSteps(rows, minNs, upTo));
}

/** The same in steps, for a trace of many spans. */
export function* gapsInSteps(
  rows: readonly TreeRow[],
  minNs: number,
  upTo = rows.length,
): Generator<void, readonly Gap[]> {
  const times = yield* rowTimesInSteps(rows);
  const { starts, ends } = times;
  const coveredTo = starts.slice(0, upTo);
  const last = new Int32Array(upTo).fill(-1);
  const isParent = new Uint8Array(upTo);
  const gaps: Gap[] = [];
  const note = (gap: Gap): void => {
    if (gap.toNs > gap.fromNs && gap.toNs - gap.fromNs >= minNs) gaps.push(gap);
  };
  const { above, fillers } = yield* runsWithin(rows, upTo, times);
  for (const [run, index] of fillers.entries()) {
    if (isEndOfStep(run)) yield;
    const parentIndex = above[run] ?? -1;
    isParent[parentIndex] = 1;
    const isChild = rows[index]?.parentIndex === parentIndex;
    const covered = coveredTo[parentIndex] ?? 0;
    const endNs = ends[index] ?? 0;
    note({
      row: parentIndex,
      after: last[parentIndex] ?? -1,
      before: isChild ? index : -1,
      fromNs: covered,
      toNs: Math.min(starts[index] ?? 0, ends[parentIndex] ?? 0),
    });
    if (endNs <= covered) continue;
    coveredTo[parentIndex] = endNs;
    if (isChild) last[parentIndex] = index;
  }
  for (let row = 0; row < upTo; row += 1) {
    if (isEndOfStep(row)) yield;
    if (isParent[row] !== 1) continue;
    note({
      row,
      after: last[row] ?? -1,
      before: -1,
      fromNs: coveredTo[row] ?? 0,
      toNs: ends[row] ?? 0,
    });
  }
  return gaps.sort((a, b) => a.row - b.row || a.fromNs - b.fromNs);
}

/** Spans, and what fills the time of each, one filler after another: of one span by start. */
interface Runs {
  readonly above: readonly number[];
  readonly fillers: readonly number[];
}

/** What fills a span's time: its children, and what else it waited for. */
function* runsWithin(
  rows: readonly TreeRow[],
  upTo: number,
  { starts, ends }: RowTimes,
): Generator<void, Runs> {
  const waiting = waitedBy(rows, requestTree(rows), ends);
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
  // Siblings stand by start already.
  if (!hasOthers) return { above, fillers };
  const startOf = (run: number): number => starts[fillers[run] ?? -1] ?? 0;
  const order = yield* sortInSteps([...fillers.keys()], (a, b) => startOf(a) - startOf(b));
  return { above: order.map((run) => above[run] ?? -1), fillers: order.map((run) => fillers[run] ?? -1) };
}
