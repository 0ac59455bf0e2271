/** Slices whose counters do not cover their time, left out: a rate over them would be too low, and points would stand where nothing ran. */
import { singleColumn, type Columns } from "@/lib/semantic/columns";
import type { RooflineColumns } from "./roofline-columns";

/** For each point of the grid; all of them where nothing could be asked. */
export function coveredSlices(promql: string | null, columns: Columns): readonly boolean[] {
  if (promql === null) return Array.from({ length: columns.pointCount }, () => true);
  return Array.from(singleColumn(columns, promql), (seconds) => !Number.isNaN(seconds));
}

type OneOf = RooflineColumns[keyof RooflineColumns];

/** The columns with no number in slices that are not covered. */
export function onlyCovered(columns: RooflineColumns, covered: readonly boolean[]): RooflineColumns {
  if (covered.every(Boolean)) return columns;
  const cut = (column: Float64Array): Float64Array =>
    column.map((value, index) => (covered[index] === true ? value : Number.NaN));
  const cutOne = (one: OneOf): OneOf => {
    if (typeof one === "number") return one;
    return one instanceof Float64Array ? cut(one) : { sum: cut(one.sum), count: cut(one.count) };
  };
  const entries = Object.entries(columns).map(([name, one]: [string, OneOf]) => [name, cutOne(one)]);
  return Object.fromEntries(entries) as RooflineColumns;
}
