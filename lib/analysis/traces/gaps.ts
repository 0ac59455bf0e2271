/**
 * Gaps: time of a span that has children in which none of them ran. Before the first child, between two, after the last.
 * Nobody traced what went on there; a long gap names where a span is missing. Nanoseconds since the trace's start.
 */
import { endNs, type TreeRow } from "./tree";

export interface Gap {
  /** Index of the row in whose time it lies. */
  readonly row: number;
  /** The child that ended last before it; -1 before the first. */
  readonly after: number;
  /** The child that begins it off; -1 after the last. */
  readonly before: number;
  readonly fromNs: number;
  readonly toNs: number;
}

/** Gaps of at least `leastNs`, parents in drawing order, each one's in order of time. One pass: siblings stand by start. */
export function gapsOf(rows: readonly TreeRow[], leastNs: number): readonly Gap[] {
  const coveredTo = Float64Array.from(rows, ({ span }) => span.startNs);
  const last = new Int32Array(rows.length).fill(-1);
  const isParent = new Uint8Array(rows.length);
  const gaps: Gap[] = [];
  const note = (gap: Gap): void => {
    if (gap.toNs > gap.fromNs && gap.toNs - gap.fromNs >= leastNs) gaps.push(gap);
  };
  for (const [index, { span, parentIndex }] of rows.entries()) {
    const parent = rows[parentIndex]?.span;
    if (parent === undefined) continue;
    isParent[parentIndex] = 1;
    const covered = coveredTo[parentIndex] ?? parent.startNs;
    note({
      row: parentIndex,
      after: last[parentIndex] ?? -1,
      before: index,
      fromNs: covered,
      toNs: Math.min(span.startNs, endNs(parent)),
    });
    if (endNs(span) <= covered) continue;
    coveredTo[parentIndex] = endNs(span);
    last[parentIndex] = index;
  }
  for (const [row, { span }] of rows.entries()) {
    const after = last[row] ?? -1;
    if (isParent[row] === 1)
      note({ row, after, before: -1, fromNs: coveredTo[row] ?? span.startNs, toNs: endNs(span) });
  }
  return gaps.sort((a, b) => a.row - b.row || a.fromNs - b.fromNs);
}
