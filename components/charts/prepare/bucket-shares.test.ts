import { expect, test } from "vitest";
import { prepareBucketShares } from "./bucket-shares";

const histogram = (upperEdges: readonly (number | null)[], counts: readonly number[]) => ({
  upperEdges,
  counts,
});

test("returns shares of each side, from the first to the last bucket with observations", () => {
  const before = histogram([0.1, 0.25, 0.5, 1, null], [0, 10, 30, 0, 0]);
  const after = histogram([0.1, 0.25, 0.5, 1, null], [0, 0, 50, 50, 0]);
  expect(prepareBucketShares(before, after)).toEqual([
    { lower: 0.1, upper: 0.25, before: 0.25, after: 0 },
    { lower: 0.25, upper: 0.5, before: 0.75, after: 0.5 },
    { lower: 0.5, upper: 1, before: 0, after: 0.5 },
  ]);
});

test("adds buckets between the edges that both sides have", () => {
  const before = histogram([0.1, 0.25, 0.5, null], [1, 1, 1, 1]);
  const after = histogram([0.1, 0.5, null], [1, 2, 1]);
  expect(prepareBucketShares(before, after).map(({ upper, before: was }) => [upper, was])).toEqual([
    [0.1, 0.25],
    [0.5, 0.5],
    [null, 0.25],
  ]);
});

test("a side without the histogram has no shares, and no observations have no buckets", () => {
  const counted = histogram([1, null], [3, 1]);
  expect(prepareBucketShares(null, counted)[0]).toEqual({ lower: 0, upper: 1, before: null, after: 0.75 });
  expect(prepareBucketShares(histogram([1, null], [0, 0]), null)).toEqual([]);
  expect(prepareBucketShares(null, null)).toEqual([]);
});
