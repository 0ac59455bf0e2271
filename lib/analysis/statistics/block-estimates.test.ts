import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runWithoutPause } from "@/lib/base/steps";
import {
  addCountedBlocks,
  estimateMeanFromBlocks,
  estimateQuantileFromBlocks,
  estimateShareAboveFromBlocks,
  estimateSharesAboveEdges,
  type CountedBlocks,
} from "./block-estimates";
import { bucketCounts } from "./buckets/bucket-counts";
import { estimateQuantileShift } from "./buckets/block-shift";
import { compareWindows } from "./compare-windows";
import { bucketQuantile } from "./quantiles/quantile";
import { effectiveCount } from "./rates/effective-count";
import { randomNormal, createSeededRandom } from "./seeded-random";

const edges = [...Array.from({ length: 40 }, (_, index) => 0.1 * 1.12 ** index), Infinity];

interface Traffic {
  readonly blockCount: number;
  readonly perBlock: number;
  /** Median latency in seconds. */
  readonly median: number;
  /** Standard deviation of the logarithm of the level between blocks, with autocorrelation 0.5. */
  readonly levelSd: number;
  readonly upperBounds?: readonly number[];
}

/** Returns log-normal latencies (σ 0.5) whose level varies between blocks. */
function drawBlocks(traffic: Traffic, random: () => number): CountedBlocks {
  const { blockCount, perBlock, median, levelSd, upperBounds = edges } = traffic;
  let state = randomNormal(random);
  const blocks = Array.from({ length: blockCount }, () => {
    state = 0.5 * state + Math.sqrt(0.75) * randomNormal(random);
    const cumulativeCounts = new Float64Array(upperBounds.length);
    let sum = 0;
    for (let request = 0; request < perBlock; request += 1) {
      const value = median * Math.exp(levelSd * state + 0.5 * randomNormal(random));
      sum += value;
      for (let index = upperBounds.length - 1; index >= 0 && value <= upperBounds[index]!; index -= 1)
        cumulativeCounts[index] = (cumulativeCounts[index] ?? 0) + 1;
    }
    return { cumulativeCounts, sum };
  });
  return { upperBounds, blocks };
}

const traffic = { blockCount: 60, perBlock: 50, median: 1, levelSd: 0.15 } as const;

describe("design effect", () => {
  const share = (counted: CountedBlocks) =>
    counted.blocks.map(({ cumulativeCounts }) => ({
      numerator: cumulativeCounts[20]!,
      denominator: cumulativeCounts.at(-1)!,
    }));

  test("is near 1 for independent requests, and large if blocks share a level", () => {
    const random = createSeededRandom(41);
    const average = (levelSd: number): number => {
      const found = Array.from(
        { length: 40 },
        () => effectiveCount(share(drawBlocks({ ...traffic, levelSd }, random))).designEffect,
      );
      return found.reduce((sum, one) => sum + one, 0) / found.length;
    };
    expect(average(0)).toBeLessThan(1.6);
    expect(average(0.3)).toBeGreaterThan(8);
  });

  test("without variation between blocks, or without hits, every observation counts", () => {
    const blocks = Array.from({ length: 20 }, () => ({ numerator: 0, denominator: 50 }));
    expect(effectiveCount(blocks)).toEqual({ count: 1_000, designEffect: 1 });
  });
});

describe("headlines of blocks", () => {
  test("intervals contain the truth in more than 90 of 100 windows although blocks share a level", () => {
    const random = createSeededRandom(43);
    // Deviations add up: the marginal distribution has σ² = 0.5² + 0.15².
    const sigma = Math.hypot(0.5, traffic.levelSd);
    const truth = { p95: Math.exp(1.6448536 * sigma), mean: Math.exp(sigma ** 2 / 2) };
    const held = { p95: 0, mean: 0, share: 0 };
    const rounds = 150;
    for (let round = 0; round < rounds; round += 1) {
      const counted = drawBlocks(traffic, random);
      const contains = (headline: ReturnType<typeof estimateMeanFromBlocks>, value: number): number =>
        headline!.lower <= value && value <= (headline!.upper ?? Infinity) ? 1 : 0;
      held.p95 += contains(estimateQuantileFromBlocks(counted, 0.95), truth.p95);
      held.mean += contains(estimateMeanFromBlocks(counted), truth.mean);
      const edge = edges[20]!;
      held.share += contains(estimateShareAboveFromBlocks(counted, edge), shareAbove(edge, sigma));
    }
    expect(held.p95 / rounds).toBeGreaterThan(0.9);
    expect(held.mean / rounds).toBeGreaterThan(0.9);
    expect(held.share / rounds).toBeGreaterThan(0.9);
  });

  test("report all observations as n, and nothing with fewer than 20 blocks", () => {
    const counted = drawBlocks({ ...traffic, blockCount: 20 }, createSeededRandom(1));
    expect(estimateQuantileFromBlocks(counted, 0.5)?.n).toBe(1_000);
    expect(estimateSharesAboveEdges(counted)).toHaveLength(40);
    expect(estimateSharesAboveEdges(counted)[0]?.share?.n).toBe(1_000);
    const short = { ...counted, blocks: counted.blocks.slice(1) };
    expect(estimateQuantileFromBlocks(short, 0.5)).toBeUndefined();
    expect(estimateShareAboveFromBlocks(short, edges[3]!)).toBeUndefined();
    expect(estimateMeanFromBlocks(short)).toBeUndefined();
    expect(estimateShareAboveFromBlocks(counted, 0.1234)).toBeUndefined();
  });

  test("a mean with an unknown sum is missing, not partial", () => {
    const counted = drawBlocks(traffic, createSeededRandom(2));
    const [first, ...rest] = counted.blocks;
    expect(
      estimateMeanFromBlocks({ ...counted, blocks: [{ ...first!, sum: Number.NaN }, ...rest] }),
    ).toBeUndefined();
  });

  test("a slowdown of 30 % is worse by the mean, within its interval", () => {
    const random = createSeededRandom(47);
    const long = { ...traffic, blockCount: 120 };
    const before = estimateMeanFromBlocks(drawBlocks(long, random));
    const after = estimateMeanFromBlocks(drawBlocks({ ...long, median: 1.3 }, random));
    const answer = compareWindows({ before, after, better: "lower" });
    expect(answer.verdict).toBe("worse");
    expect(answer.lower).toBeLessThan(0.3);
    expect(answer.upper).toBeGreaterThan(0.3);
  });
});

describe("shift by bootstrap", () => {
  const shiftOf = (before: CountedBlocks, after: CountedBlocks, seed = 7) =>
    runWithoutPause(estimateQuantileShift(before, after, { q: 0.95, seed, rounds: 200 }));

  test("contains an injected shift of 20 %, and is deterministic for its seed", () => {
    const random = createSeededRandom(53);
    const [before, after] = [drawBlocks(traffic, random), drawBlocks({ ...traffic, median: 1.2 }, random)];
    const shift = shiftOf(before, after)!;
    expect(shift).toEqual(shiftOf(before, after));
    expect(shift.lower).toBeLessThan(0.2);
    expect(shift.upper!).toBeGreaterThan(0.2);
    expect(shift.interpolated.lower).toBeGreaterThanOrEqual(shift.lower);
    expect(shift.interpolated.upper).toBeLessThanOrEqual(shift.upper!);
  });

  test("excludes no change in at most 15 of 100 pairs without a change, despite a shared level", () => {
    const random = createSeededRandom(59);
    let alarms = 0;
    for (let round = 0; round < 100; round += 1) {
      const { interpolated } = shiftOf(drawBlocks(traffic, random), drawBlocks(traffic, random), round)!;
      if (interpolated.lower > 0 || interpolated.upper < 0) alarms += 1;
    }
    expect(alarms).toBeLessThanOrEqual(15);
  });

  test("a wide bucket leaves its full width, and +Inf no upper end", () => {
    const wide = { ...traffic, median: 0.35, levelSd: 0, upperBounds: [0.01, 0.02, 100, 200, Infinity] };
    const random = createSeededRandom(61);
    const shift = shiftOf(drawBlocks(wide, random), drawBlocks(wide, random))!;
    expect(shift.lower).toBeCloseTo(0.02 / 100 - 1, 12);
    expect(shift.upper).toBeCloseTo(100 / 0.02 - 1, 9);
    const above = { ...wide, median: 500, levelSd: 0 };
    expect(shiftOf(drawBlocks(above, random), drawBlocks(above, random))!.upper).toBeNull();
    expect(shiftOf({ ...drawBlocks(wide, random), blocks: [] }, drawBlocks(wide, random))).toBeNull();
  });
});

test("property: the sum of blocks does not depend on how they are divided or ordered", () => {
  const row = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 4, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 20, maxLength: 30 }), (rows) => {
      const counted: CountedBlocks = {
        upperBounds: [1, 2, 3, Infinity],
        blocks: rows.map((counts) => {
          let sum = 0;
          return { cumulativeCounts: Float64Array.from(counts, (count) => (sum += count)), sum: 0 };
        }),
      };
      const added = addCountedBlocks(counted);
      const reversed = { ...counted, blocks: counted.blocks.toReversed() };
      expect(addCountedBlocks(reversed)).toEqual(added);
      expect([...bucketCounts(added)]).toEqual(
        [0, 1, 2, 3].map((at) => rows.reduce((sum, one) => sum + one[at]!, 0)),
      );
      const value = estimateQuantileFromBlocks(counted, 0.9)?.value;
      expect(value).toBe(bucketQuantile(added, 0.9)?.value);
    }),
  );
});

/** Returns P(latency > edge) of the marginal log-normal distribution, by Simpson's rule. */
function shareAbove(edge: number, sigma: number): number {
  const [from, steps] = [Math.log(edge) / sigma, 400];
  const width = (9 - from) / steps;
  let sum = 0;
  for (let step = 0; step <= steps; step += 1) {
    const weight = step === 0 || step === steps ? 1 : step % 2 === 1 ? 4 : 2;
    sum += weight * Math.exp(-((from + step * width) ** 2) / 2);
  }
  return (sum * width) / 3 / Math.sqrt(2 * Math.PI);
}
