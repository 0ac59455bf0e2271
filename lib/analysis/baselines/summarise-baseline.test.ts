import { expect, test } from "vitest";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import type { DistributionBlock, MeasuredDistribution } from "@/lib/model/baseline/measured-blocks";
import { measureRequests } from "./fixtures";
import { summariseBaseline } from "./summarise-baseline";

const edges = [0.1, 0.2, 0.4, 0.8, 1.6, null];

/** Returns a block of 100 requests, `slowCount` of which took 1 s and the others 0.15 s. */
function blockOf(slowCount: number): DistributionBlock {
  const fastCount = 100 - slowCount;
  return {
    counts: [0, fastCount, 0, 0, slowCount, 0],
    count: 100,
    sum: 0.15 * fastCount + slowCount,
    weight: 100,
  };
}

function summarise(blocks: MeasuredDistribution["blocks"]) {
  const measured = {
    ...measureRequests(blocks.map(() => 100)),
    distributions: { ttft: { unit: "seconds" as const, upperEdges: edges, blocks } },
  };
  return summariseBaseline({ measured } as unknown as BaselineDocument).distributions[0];
}

/** Four of 40 blocks are slow, or the same slow requests are spread over all blocks. */
const dependent = Array.from({ length: 40 }, (_, index) => blockOf(index % 10 === 0 ? 60 : 0));
const spread = Array.from({ length: 40 }, () => blockOf(6));

test("requests that are slow together widen the interval of a percentile and of the mean", () => {
  const [together, apart] = [summarise(dependent), summarise(spread)];
  const p90 = (summary: typeof together) => summary?.quantiles.find(({ quantile }) => quantile === 0.9);
  expect(p90(together)?.value).toBe(p90(apart)?.value);
  // 4,000 independent requests would place the p90 far below the 94 % that are fast.
  expect(p90(apart)?.upper).toBe(0.2);
  expect(p90(together)?.upper).toBeGreaterThan(0.2);
  expect(p90(apart)?.bucket).toEqual({ lower: 0.1, upper: 0.2 });
  expect(together?.mean).toBeCloseTo(apart?.mean ?? 0, 12);
  const widthOf = (summary: typeof together) =>
    (summary?.meanInterval?.upper ?? 0) - (summary?.meanInterval?.lower ?? 0);
  expect(widthOf(apart)).toBeCloseTo(0, 9);
  expect(widthOf(together)).toBeGreaterThan(0.05);
});

test("the mean is inside its interval and exact, and n counts all requests", () => {
  const summary = summarise(dependent);
  expect(summary).toMatchObject({ n: 4_000, blockCount: 40 });
  expect(summary?.mean).toBeCloseTo((0.15 * 3_760 + 240) / 4_000, 12);
  expect(summary?.meanInterval?.lower).toBeLessThan(summary?.mean ?? 0);
  expect(summary?.meanInterval?.upper).toBeGreaterThan(summary?.mean ?? 0);
});

test("with fewer than 20 complete blocks there is no interval, and no percentile", () => {
  const blocks = [...spread.slice(0, 19), ...Array.from({ length: 5 }, () => "not-scraped" as const)];
  expect(summarise(blocks)).toMatchObject({ n: 1_900, blockCount: 19, meanInterval: null, quantiles: [] });
});
