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
  const times = rows.map(({ span }) => ({ from: span.startNs, to: endNs(span) }));
  const covered = new Float64Array(rows.length);
  const coveredTo = Float64Array.from(times, ({ from }) => from);
  for (const [index, { parentIndex }] of rows.entries()) {
    const [own, parent] = [times[index], times[parentIndex]];
    if (own === undefined || parent === undefined) continue;
    const from = Math.max(own.from, coveredTo[parentIndex] ?? parent.from);
    const to = Math.min(own.to, parent.to);
    if (to <= from) continue;
    covered[parentIndex] = (covered[parentIndex] ?? 0) + (to - from);
    coveredTo[parentIndex] = to;
  }
  return times.map(({ from, to }, index) => Math.max(0, to - from - (covered[index] ?? 0)));
}
