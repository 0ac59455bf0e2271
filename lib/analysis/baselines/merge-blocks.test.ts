import { expect, test } from "vitest";
import { mergeBlocks } from "./merge-blocks";
import { measureRequests } from "./fixtures";

test("pools complete blocks exactly, and interpolates a quantile only within its bucket", () => {
  const { ttft } = measureRequests([30, "not-scraped", 70]).distributions;
  if (ttft === undefined) throw new Error("TTFT is measured");
  const merged = mergeBlocks(ttft);
  expect(merged).toMatchObject({ n: 100, mean: 0.2, blockCount: 2 });
  expect([...(merged.histogram?.cumulativeCounts ?? [])]).toEqual([0, 100, 100]);
});

test("a window without observations has no mean", () => {
  const { ttft } = measureRequests([0, 0]).distributions;
  if (ttft === undefined) throw new Error("TTFT is measured");
  expect(mergeBlocks(ttft)).toMatchObject({ n: 0, mean: null });
});
