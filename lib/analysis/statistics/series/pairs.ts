/** Two columns on one grid, reduced to the points at which both columns have a value. */
import { assert } from "@/lib/base/assert";

/** Minimum number of pairs for which a correlation is reported. */
export const minPairs = 20;

/** Values of two series at the grid points where both have a value. */
export interface CompletePairs {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Grid index of each pair. */
  readonly gridIndexes: Int32Array;
  /** Number of grid points at which only one or no column has a value. */
  readonly incompletePairs: number;
}

/**
 * Pairs x[i] with y[i + lag]. Points that the lag shifts beyond the end count neither as pairs nor as
 * incomplete pairs.
 */
export function selectCompletePairs(x: Float64Array, y: Float64Array, lag = 0): CompletePairs {
  assert(x.length === y.length, "both columns must share one grid");
  const from = Math.max(0, -lag);
  const to = Math.min(x.length, x.length - lag);
  const gridIndexes: number[] = [];
  for (let index = from; index < to; index += 1) {
    if (Number.isFinite(x[index]) && Number.isFinite(y[index + lag])) gridIndexes.push(index);
  }
  return {
    x: Float64Array.from(gridIndexes, (index) => x[index] ?? Number.NaN),
    y: Float64Array.from(gridIndexes, (index) => y[index + lag] ?? Number.NaN),
    gridIndexes: Int32Array.from(gridIndexes),
    incompletePairs: Math.max(0, to - from) - gridIndexes.length,
  };
}

/** The series, of two, whose values are all equal. */
export type ConstantSeries = "x" | "y" | "both";

/**
 * Returns which of two series has only equal values, so that the correlation is undefined. Undefined if neither has.
 */
export function findConstantSeries(x: Float64Array, y: Float64Array): ConstantSeries | undefined {
  const [isFlatX, isFlatY] = [isFlat(x), isFlat(y)];
  if (isFlatX && isFlatY) return "both";
  if (isFlatX) return "x";
  return isFlatY ? "y" : undefined;
}

function isFlat(values: Float64Array): boolean {
  return values.every((value) => value === values[0]);
}
