import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeCounterBlocks, selectUsableBlocks } from "./counter-blocks";
import type { CounterSamples } from "./counter-increase";
import type { BlockGrid } from "./plan-blocks";

const samples = (...pairs: readonly (readonly [seconds: number, value: number])[]): CounterSamples => ({
  timesMs: Float64Array.from(pairs, ([seconds]) => seconds * 1_000),
  values: Float64Array.from(pairs, ([, value]) => value),
});
const grid = (blockCount: number, startSeconds = 0): BlockGrid => ({
  startMs: startSeconds * 1_000,
  lengthMs: 60_000,
  blockCount,
});
const increases = (series: readonly CounterSamples[], blockCount: number): readonly number[] =>
  computeCounterBlocks(series, grid(blockCount)).blocks.map(({ increase }) => increase);

describe("increase", () => {
  test("is the difference of the last values at or before the edges", () => {
    expect(increases([samples([-10, 100], [20, 103], [50, 110], [80, 111], [110, 130])], 2)).toEqual([
      10, 20,
    ]);
  });

  test("a sample exactly on an edge ends a block", () => {
    expect(increases([samples([0, 5], [60, 9], [120, 20])], 2)).toEqual([4, 11]);
  });

  test("a fall is a reset to 0, and the increase is the value after it", () => {
    const blocks = computeCounterBlocks([samples([0, 100], [30, 140], [60, 7], [90, 9])], grid(2));
    expect(blocks.blocks.map(({ increase }) => increase)).toEqual([47, 2]);
    expect(blocks.resetCount).toBe(1);
  });

  test("the first sample of a new series is a reference and counts nothing", () => {
    expect(increases([samples([0, 0], [60, 6], [120, 6]), samples([70, 500], [100, 503])], 2)).toEqual([
      6, 3,
    ]);
  });

  test("a series that disappears counts up to its last sample", () => {
    expect(increases([samples([0, 1], [60, 3], [80, 8])], 3)).toEqual([2, 5, 0]);
  });

  test("the increase over a gap longer than a block is not assigned to a block", () => {
    const blocks = computeCounterBlocks([samples([0, 0], [50, 5], [200, 95], [230, 99])], grid(4));
    expect(blocks.blocks.map(({ increase }) => increase)).toEqual([5, 0, 0, 4]);
    expect(blocks.unassignedIncrease).toBe(90);
  });

  test("NaN values are missing samples", () => {
    expect(increases([samples([0, 0], [30, Number.NaN], [55, 5], [60, Number.NaN], [115, 6])], 2)).toEqual([
      5, 1,
    ]);
  });

  test("counters without samples have blocks without coverage", () => {
    expect(computeCounterBlocks([samples()], grid(1)).blocks).toEqual([
      { startMs: 0, increase: 0, seriesCount: 0, coverageRatio: 0 },
    ]);
  });
});

describe("coverage", () => {
  const every15s = (from: number, to: number): CounterSamples =>
    samples(
      ...Array.from({ length: (to - from) / 15 + 1 }, (_, index) => [from + 15 * index, index] as const),
    );
  const coverage = (series: readonly CounterSamples[], blockCount: number) =>
    computeCounterBlocks(series, grid(blockCount)).blocks.map(({ seriesCount, coverageRatio }) => [
      seriesCount,
      coverageRatio,
    ]);

  test("is 1 when scrapes continue through the window", () => {
    expect(coverage([every15s(-10, 125)], 2)).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  test("is below 1 where an instance appears or disappears, and ignores it elsewhere", () => {
    expect(coverage([every15s(0, 180), every15s(75, 120)], 3)).toEqual([
      [1, 1],
      [2, (60 + 45) / 120],
      [1, 1],
    ]);
  });

  test("an instance that was not scraped for a block lowers coverage until it is scraped again", () => {
    const gap = samples([0, 0], [60, 1], [150, 2], [180, 3], [240, 4]);
    expect(coverage([gap], 4)).toEqual([
      [1, 1],
      [1, 0],
      [1, 0.5],
      [1, 1],
    ]);
  });

  test("blocks with less than three quarters observed are not used, and fewer than 20 are too few", () => {
    const complete = computeCounterBlocks([every15s(0, 1_200)], grid(21));
    expect(complete.blocks.at(-1)?.coverageRatio).toBe(0);
    expect(selectUsableBlocks(complete)).toEqual({ kind: "blocks", blocks: complete.blocks.slice(0, 20) });
    expect(selectUsableBlocks(computeCounterBlocks([every15s(0, 1_185)], grid(21))).kind).toBe("blocks");
    expect(selectUsableBlocks(computeCounterBlocks([every15s(0, 1_170)], grid(21)))).toEqual({
      kind: "cannot-tell",
      reason: { kind: "few-blocks", blockCount: 19, neededWindowMs: 1_200_000 },
    });
  });
});

/** Samples at increasing times with integer values that rise and sometimes fall. */
const anySeries = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: -30, max: 100 })), { maxLength: 60 })
  .map((steps) => {
    let [seconds, value] = [-60, 50];
    return samples(
      ...steps.map(([gap, change]) => {
        seconds += gap;
        value = Math.max(0, value + change);
        return [seconds, value] as const;
      }),
    );
  });

/** Increase by Prometheus' rule over all samples from the one before the window on. */
function totalIncrease({ timesMs, values }: CounterSamples, startMs: number, endMs: number): number {
  let total = 0;
  for (let index = 1; index < values.length; index += 1) {
    const [timeMs, previous, next] = [timesMs[index] ?? 0, values[index - 1] ?? 0, values[index] ?? 0];
    if (timeMs > startMs && timeMs <= endMs) total += next < previous ? next : next - previous;
  }
  return total;
}

test("blocks and the unassigned increase add up to the increase of the counter, with resets", () => {
  fc.assert(
    fc.property(
      fc.array(anySeries, { maxLength: 5 }),
      fc.integer({ min: 1, max: 100 }),
      (series, blockCount) => {
        const { blocks, unassignedIncrease } = computeCounterBlocks(series, grid(blockCount));
        const assigned = blocks.reduce((sum, { increase }) => sum + increase, 0);
        const total = series.reduce((sum, one) => sum + totalIncrease(one, 0, blockCount * 60_000), 0);
        expect(assigned + unassignedIncrease).toBe(total);
      },
    ),
  );
});

test("two parts of a window have the blocks of the full window", () => {
  fc.assert(
    fc.property(
      fc.array(anySeries, { maxLength: 4 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 1, max: 30 }),
      (series, first, second) => {
        const full = computeCounterBlocks(series, grid(first + second));
        const parts = [
          computeCounterBlocks(series, grid(first)),
          computeCounterBlocks(series, grid(second, first * 60)),
        ];
        expect(parts.flatMap(({ blocks }) => blocks)).toEqual(full.blocks);
        expect(parts.reduce((sum, part) => sum + part.unassignedIncrease, 0)).toBe(full.unassignedIncrease);
        expect(parts.reduce((sum, part) => sum + part.resetCount, 0)).toBe(full.resetCount);
      },
    ),
  );
});

test("longer blocks are sums of shorter ones where no gap is longer than the shorter block", () => {
  const dense = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: -30, max: 100 })), { maxLength: 80 })
    .map((steps) => {
      let [seconds, value] = [-30, 50];
      return samples(
        ...steps.map(([gap, change]) => {
          seconds += gap;
          value = Math.max(0, value + change);
          return [seconds, value] as const;
        }),
      );
    });
  fc.assert(
    fc.property(fc.array(dense, { maxLength: 4 }), fc.integer({ min: 1, max: 10 }), (series, pairs) => {
      const short = increases(series, 2 * pairs);
      const long = computeCounterBlocks(series, { startMs: 0, lengthMs: 120_000, blockCount: pairs });
      expect(long.blocks.map(({ increase }) => increase)).toEqual(
        Array.from({ length: pairs }, (_, pair) => (short[2 * pair] ?? 0) + (short[2 * pair + 1] ?? 0)),
      );
    }),
  );
});

test("the order of the series does not matter, also for fractions", () => {
  fc.assert(
    fc.property(
      fc.array(anySeries, { minLength: 2, maxLength: 5 }),
      fc.infiniteStream(fc.nat()),
      (series, order) => {
        const fractions = series.map(({ timesMs, values }) => ({
          timesMs,
          values: values.map((value) => value / 7),
        }));
        const keys = fractions.map(() => order.next().value ?? 0);
        const shuffled = fractions
          .map((one, index) => ({ one, key: keys[index] ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one);
        const [expected, actual] = [
          computeCounterBlocks(fractions, grid(20)),
          computeCounterBlocks(shuffled, grid(20)),
        ];
        expect(actual).toEqual(expected);
      },
    ),
  );
});
