import { expect, test } from "vitest";
import { columnsFromVectors, columnsFromMatrices } from "@/lib/semantic/evaluate/columns";
import { hasAnyValue, readCoveredIntervals, removeUncoveredPoints } from "./covered-intervals";
import type { RooflineColumns } from "./roofline-columns";

const columns = {
  pointCount: 3,
  outputTokens: Float64Array.of(5, 50, 60),
  itl: { sum: Float64Array.of(1, 2, 3), count: Float64Array.of(10, 20, 30) },
} as unknown as RooflineColumns;

test("an interval without counter coverage has no value, regardless of the sample", () => {
  const cut = removeUncoveredPoints(columns, [false, true, true]);
  expect([...cut.outputTokens]).toEqual([Number.NaN, 50, 60]);
  expect([...cut.itl.sum]).toEqual([Number.NaN, 2, 3]);
  expect([...cut.itl.count]).toEqual([Number.NaN, 20, 30]);
  expect(cut.pointCount).toBe(3);
  expect(removeUncoveredPoints(columns, [true, true, true])).toBe(columns);
});

test("columns without a number have no value, and 0 is a value", () => {
  const nothing = removeUncoveredPoints(columns, [false, false, false]);
  expect(hasAnyValue(nothing)).toBe(false);
  expect(hasAnyValue({ ...nothing, outputTokens: Float64Array.of(Number.NaN, 0, Number.NaN) })).toBe(true);
  expect(hasAnyValue({ ...nothing, itl: columns.itl })).toBe(true);
});

test("an interval without a result is not covered; without a query no interval is excluded", () => {
  const answer = {
    rows: [{ labels: {}, values: Float64Array.of(Number.NaN, 60, 60) }],
  } as unknown as Parameters<typeof columnsFromMatrices>[1] extends ReadonlyMap<string, infer M> ? M : never;
  expect(readCoveredIntervals("query", columnsFromMatrices(3, new Map([["query", answer]])))).toEqual([
    false,
    true,
    true,
  ]);
  expect(readCoveredIntervals("query", columnsFromMatrices(2, new Map()))).toEqual([false, false]);
  expect(readCoveredIntervals(null, columnsFromVectors(new Map()))).toEqual([true]);
});
