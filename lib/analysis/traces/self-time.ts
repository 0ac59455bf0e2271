/**
 * Self time: the part of a span in which none of its children ran. Children may overlap one another and reach beyond their
 * parent; the union of their intervals, clipped to the parent, is taken off once.
 *
 * For a span [s, e) with child intervals [sᵢ, eᵢ): self = (e − s) − |⋃ [max(s, sᵢ), min(e, eᵢ))|. Always 0 ≤ self ≤ e − s.
 */
import { endNs, type TreeRow } from "./tree";

/**
 * Self time of each row in nanoseconds, in the rows' order. Rows stand in drawing order, in which siblings come by start: one
 * pass finds all unions.
 */
export function selfTimesNs(rows: readonly TreeRow[]): readonly number[] {
  const starts = Float64Array.from(rows, ({ span }) => span.startNs);
  const ends = Float64Array.from(rows, ({ span }) => endNs(span));
  const covered = new Float64Array(rows.length);
  const coveredTo = starts.slice();
  for (const [index, { parentIndex }] of rows.entries()) {
    if (parentIndex === -1) continue;
    const from = Math.max(starts[index] ?? 0, coveredTo[parentIndex] ?? 0);
    const to = Math.min(ends[index] ?? 0, ends[parentIndex] ?? 0);
    if (to <= from) continue;
    covered[parentIndex] = (covered[parentIndex] ?? 0) + (to - from);
    coveredTo[parentIndex] = to;
  }
  return Array.from(starts, (from, index) => Math.max(0, (ends[index] ?? 0) - from - (covered[index] ?? 0)));
}
