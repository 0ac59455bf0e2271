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

/** Gaps of at least `leastNs`, parents in drawing order, each one's in order of time. Linear apart from sorting. */
export function gapsOf(rows: readonly TreeRow[], leastNs: number): readonly Gap[] {
  const coveredTo = Float64Array.from(rows, ({ span }) => span.startNs);
  const last = new Int32Array(rows.length).fill(-1);
  const isParent = new Uint8Array(rows.length);
  const gaps: Gap[] = [];
  const note = (gap: Gap): void => {
    if (gap.toNs > gap.fromNs && gap.toNs - gap.fromNs >= leastNs) gaps.push(gap);
  };
  for (const [parentIndex, index] of runsWithin(rows)) {
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
  for (const [row, { span }] of rows.entries()) {
    const after = last[row] ?? -1;
    if (isParent[row] === 1)
      note({ row, after, before: -1, fromNs: coveredTo[row] ?? span.startNs, toNs: endNs(span) });
  }
  return gaps.sort((a, b) => a.row - b.row || a.fromNs - b.fromNs);
}

/** Each span and what fills its time, of one span by start: its children, and what else it waited for. */
function runsWithin(rows: readonly TreeRow[]): readonly (readonly [span: number, filler: number])[] {
  const tree = requestTree(rows);
  const waiting = waitedBy(
    rows,
    tree,
    Float64Array.from(rows, ({ span }) => endNs(span)),
  );
  // Siblings stand by start already.
  const own = rows.flatMap(({ parentIndex }, row) =>
    parentIndex === -1 ? [] : [[parentIndex, row] as const],
  );
  const others = rows.flatMap(({ parentIndex }, row) => {
    const above = waiting[row] ?? -1;
    return above === -1 || above === parentIndex ? [] : [[above, row] as const];
  });
  if (others.length === 0) return own;
  const startOf = (row: number): number => rows[row]?.span.startNs ?? 0;
  return [...own, ...others].sort(([, a], [, b]) => startOf(a) - startOf(b));
}
