import { expect, test } from "vitest";
import { readBucketEdges } from "./histograms";
import { readNativeHistogram, listNativeEdges, collectNativeHistogram } from "./native-histogram-rows";

const row = (part: string, ...values: readonly number[]) => ({
  labels: { __native__: part },
  values: Float64Array.from(values),
});

const rows = [
  row("count", 6, 4, NaN),
  row("sum", 9, 8, NaN),
  row("2..4", 3, NaN, NaN),
  row("1..2", 2, NaN, NaN),
  row("-0.5..0.5", 1, 1, NaN),
  // The second point has coarser buckets.
  row("1..4", NaN, 3, NaN),
];

const plain = (edges: ReturnType<typeof listNativeEdges>) =>
  edges.map(({ upperBound, cumulativeCounts }) => [upperBound, ...cumulativeCounts]);

test("restores the points without their empty buckets", () => {
  const native = collectNativeHistogram(rows);
  expect(native && readNativeHistogram(native, 1)).toEqual({
    count: 4,
    sum: 8,
    buckets: [
      { lower: -0.5, upper: 0.5, count: 1 },
      { lower: 1, upper: 4, count: 3 },
    ],
  });
  expect(native && readNativeHistogram(native, 2)).toBeUndefined();
  expect(collectNativeHistogram([{ labels: { le: "1" }, values: Float64Array.of(1) }])).toBeUndefined();
});

test("has no cumulative count at edges inside a coarser bucket", () => {
  expect(plain(readBucketEdges(rows))).toEqual([
    [0.5, 1, 1, NaN],
    [1, 1, 1, NaN],
    [2, 3, NaN, NaN],
    [4, 6, 4, NaN],
    [Infinity, 6, 4, NaN],
  ]);
});

test("keeps the edges below zero", () => {
  const native = collectNativeHistogram([row("count", 3), row("-2..-1", 2), row("1..2", 1)]);
  expect(native && plain(listNativeEdges(native))).toEqual([
    [-2, 0],
    [-1, 2],
    [1, 2],
    [2, 3],
    [Infinity, 3],
  ]);
});

test("prefers classic buckets to native ones", () => {
  const le = { labels: { le: "1" }, values: Float64Array.of(7, 7, 7) };
  expect(plain(readBucketEdges([...rows, le]))).toEqual([[1, 7, 7, 7]]);
});
