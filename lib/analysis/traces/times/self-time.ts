/**
 * Self time: the part of a span in which none of its children ran. Children may overlap and extend beyond their
 * parent; the union of their intervals, clipped to the parent, is subtracted once.
 *
 * For a span [s, e) with child intervals [sᵢ, eᵢ): self = (e − s) − |⋃ [max(s, sᵢ), min(e, eᵢ))|. Always 0 ≤ self ≤ e
 * − s.
 */
import { runWithoutPause, isEndOfStep } from "@/lib/base/steps";
import { listRowTimesInSteps } from "./row-times";
import { endNs, type TreeRow } from "@/lib/analysis/traces/tree-rows";

/**
 * Returns the self time of the first `rowCount` rows in nanoseconds. Rows must be in drawing order, with
 * siblings sorted by start.
 */
export function computeSelfTimesNs(rows: readonly TreeRow[], rowCount = rows.length): readonly number[] {
  return runWithoutPause(computeSelfTimesInSteps(rows, rowCount));
}

/** Computes self times in steps, for traces with many spans. */
export function* computeSelfTimesInSteps(
  rows: readonly TreeRow[],
  rowCount = rows.length,
): Generator<void, readonly number[]> {
  const { startsNs: starts, endsNs: ends } = yield* listRowTimesInSteps(rows, rowCount);
  const covered = new Float64Array(rowCount);
  const coveredTo = starts.slice();
  for (const [index, { parentIndex, span }] of rows.entries()) {
    if (isEndOfStep(index)) yield;
    if (parentIndex === -1 || parentIndex >= rowCount) continue;
    const from = Math.max(span.startNs, coveredTo[parentIndex] ?? 0);
    const to = Math.min(endNs(span), ends[parentIndex] ?? 0);
    if (to <= from) continue;
    covered[parentIndex] = (covered[parentIndex] ?? 0) + (to - from);
    coveredTo[parentIndex] = to;
  }
  return Array.from(starts, (from, index) => Math.max(0, (ends[index] ?? 0) - from - (covered[index] ?? 0)));
}

/** Time range of a row in which none of its children ran. */
export interface SelfTimeInterval {
  readonly row: number;
  readonly fromNs: number;
  readonly toNs: number;
}

/**
 * Returns the self time intervals of the first `rowCount` rows with children, in order. Intervals closer than `mergeBelowNs`
 * are merged.
 */
export function* listSelfTimeIntervals(
  rows: readonly TreeRow[],
  rowCount: number,
  mergeBelowNs: number,
): Generator<void, readonly SelfTimeInterval[]> {
  const { startsNs: starts, endsNs: ends } = yield* listRowTimesInSteps(rows, rowCount);
  const coveredTo = starts.slice();
  const isParent = new Uint8Array(rowCount);
  const parts = Array.from({ length: rowCount }, (): SelfTimeInterval[] => []);
  const note = (row: number, fromNs: number, toNs: number): void => {
    const rowParts = parts[row];
    if (rowParts === undefined || toNs <= fromNs) return;
    const last = rowParts.at(-1);
    if (last === undefined || fromNs - last.toNs >= mergeBelowNs) rowParts.push({ row, fromNs, toNs });
    else rowParts.splice(-1, 1, { ...last, toNs });
  };
  for (const [index, { parentIndex, span }] of rows.entries()) {
    if (isEndOfStep(index)) yield;
    if (parentIndex === -1 || parentIndex >= rowCount) continue;
    isParent[parentIndex] = 1;
    note(parentIndex, coveredTo[parentIndex] ?? 0, Math.min(span.startNs, ends[parentIndex] ?? 0));
    coveredTo[parentIndex] = Math.max(coveredTo[parentIndex] ?? 0, endNs(span));
  }
  for (const [row, is] of isParent.entries()) if (is === 1) note(row, coveredTo[row] ?? 0, ends[row] ?? 0);
  return parts.flat();
}
