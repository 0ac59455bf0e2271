/**
 * Gaps: time of a span that has children in which none of them ran, nor what was handed off below it and it waited for. Before
 * the first child, between two, after the last. Nobody traced what went on there; a long gap names where a span is missing.
 * Nanoseconds since the trace's start.
 */
import { requestTree } from "./request-root";
import { endNs, type TreeRow } from "./tree";
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
export function gapsOf(rows: readonly TreeRow[], leastNs: number, upTo = rows.length): readonly Gap[] {
  const coveredTo = new Float64Array(upTo);
  for (let row = 0; row < upTo; row += 1) coveredTo[row] = rows[row]?.span.startNs ?? 0;
  const last = new Int32Array(upTo).fill(-1);
  const isParent = new Uint8Array(upTo);
  const gaps: Gap[] = [];
  const note = (gap: Gap): void => {
    if (gap.toNs > gap.fromNs && gap.toNs - gap.fromNs >= leastNs) gaps.push(gap);
  };
  const { above, fillers } = runsWithin(rows, upTo);
  for (const [run, index] of fillers.entries()) {
    const parentIndex = above[run] ?? -1;
    const [parent, span] = [rows[parentIndex]?.span, rows[index]?.span];
    if (parent === undefined || span === undefined) continue;
    isParent[parentIndex] = 1;
    const isChild = rows[index]?.parentIndex === parentIndex;
    const covered = coveredTo[parentIndex] ?? parent.startNs;
    note({
      row: parentIndex,
      after: last[parentIndex] ?? -1,
      before: isChild ? index : -1,
      fromNs: covered,
      toNs: Math.min(span.startNs, endNs(parent)),
    });
    if (endNs(span) <= covered) continue;
    coveredTo[parentIndex] = endNs(span);
    if (isChild) last[parentIndex] = index;
  }
  for (let row = 0; row < upTo; row += 1) {
    const span = rows[row]?.span;
    if (span === undefined || isParent[row] !== 1) continue;
    note({
      row,
      after: last[row] ?? -1,
      before: -1,
      fromNs: coveredTo[row] ?? span.startNs,
      toNs: endNs(span),
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
function runsWithin(rows: readonly TreeRow[], upTo: number): Runs {
  const ends = new Float64Array(rows.length);
  for (const [row, { span }] of rows.entries()) ends[row] = endNs(span);
  const waiting = waitedBy(rows, requestTree(rows), ends);
  const [above, fillers]: [number[], number[]] = [[], []];
  let hasOthers = false;
  for (const [row, { parentIndex }] of rows.entries()) {
    if (parentIndex === -1 || parentIndex >= upTo) continue;
    above.push(parentIndex);
    fillers.push(row);
  }
  for (const [row, waits] of waiting.entries()) {
    if (waits === -1 || waits >= upTo || waits === rows[row]?.parentIndex) continue;
    hasOthers = true;
    above.push(waits);
    fillers.push(row);
  }
  // Siblings stand by start already.
  if (!hasOthers) return { above, fillers };
  const startOf = (run: number): number => rows[fillers[run] ?? -1]?.span.startNs ?? 0;
  const order = [...fillers.keys()].sort((a, b) => startOf(a) - startOf(b));
  return { above: order.map((run) => above[run] ?? -1), fillers: order.map((run) => fillers[run] ?? -1) };
}
