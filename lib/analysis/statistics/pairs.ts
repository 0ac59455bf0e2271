/** Two columns on one grid as the pairs that have both sides. */
import { assert } from "@/lib/base/assert";

/** Below this many pairs no strength of relation is told. */
export const minPairs = 20;

export interface Pairs {
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Grid index of each pair. */
  readonly gridIndexes: Int32Array;
  /** Grid points where a side was missing. */
  readonly incompletePairs: number;
}

/** Pairs (x[i], y[i + lag]); points that the shift pushes over the end are no pairs and not counted as left out. */
export function completePairs(x: Float64Array, y: Float64Array, lag = 0): Pairs {
  assert(x.length === y.length, "the two columns must lie on one grid");
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

export type FlatSide = "x" | "y" | "both";

/** The side whose numbers are all equal: with it no correlation is defined. */
export function flatSide(x: Float64Array, y: Float64Array): FlatSide | undefined {
  const [isFlatX, isFlatY] = [isFlat(x), isFlat(y)];
  if (isFlatX && isFlatY) return "both";
  if (isFlatX) return "x";
  return isFlatY ? "y" : undefined;
}

function isFlat(values: Float64Array): boolean {
  return values.every((value) => value === values[0]);
}
