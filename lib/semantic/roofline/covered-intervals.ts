/**
 * Excludes intervals that the counters do not cover. A rate over them would be too low, and points would appear where
 * nothing ran.
 */
import { readSingleColumn, type QueryColumns } from "@/lib/semantic/evaluate/columns";
import type { RooflineColumns } from "./roofline-columns";

/** Returns whether samples cover the interval of each grid point; true for all if `promql` is null. */
export function readCoveredIntervals(promql: string | null, columns: QueryColumns): readonly boolean[] {
  if (promql === null) return Array.from({ length: columns.pointCount }, () => true);
  return Array.from(readSingleColumn(columns, promql), (seconds) => !Number.isNaN(seconds));
}

type ColumnValue = RooflineColumns[keyof RooflineColumns];

/** Returns whether any input has a value at any point. A value of 0 is a value. */
export function hasAnyValue(columns: RooflineColumns): boolean {
  const hasNumber = (column: Float64Array): boolean => column.some((value) => !Number.isNaN(value));
  return Object.values(columns).some((one: ColumnValue) => {
    if (typeof one === "number") return false;
    return one instanceof Float64Array ? hasNumber(one) : hasNumber(one.sum) || hasNumber(one.count);
  });
}

/** Returns the columns with NaN at points whose interval samples do not cover. */
export function removeUncoveredPoints(
  columns: RooflineColumns,
  isCoveredByPoint: readonly boolean[],
): RooflineColumns {
  if (isCoveredByPoint.every(Boolean)) return columns;
  const maskColumn = (column: Float64Array): Float64Array =>
    column.map((value, index) => (isCoveredByPoint[index] === true ? value : Number.NaN));
  const maskValue = (one: ColumnValue): ColumnValue => {
    if (typeof one === "number") return one;
    return one instanceof Float64Array
      ? maskColumn(one)
      : { sum: maskColumn(one.sum), count: maskColumn(one.count) };
  };
  const entries = Object.entries(columns).map(([name, one]: [string, ColumnValue]) => [name, maskValue(one)]);
  return Object.fromEntries(entries) as RooflineColumns;
}
