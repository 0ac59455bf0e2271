import fc from "fast-check";
import { expect, test } from "vitest";
import type { BlockGrid } from "./plan-blocks";
import { computeHistogramBlocks, type HistogramSamples } from "./histogram-blocks";

const infinity = Number.POSITIVE_INFINITY;
const grid = (blockCount: number): BlockGrid => ({ startMs: 0, lengthMs: 60_000, blockCount });

/** One process scraped every 30 s from `fromSeconds` on: values of its buckets in turn, and of its sum. */
function process(
  buckets: Readonly<Record<string, readonly number[]>>,
  sums?: readonly number[],
  fromSeconds = 0,
): HistogramSamples {
  const series = (values: readonly number[]) => ({
    timesMs: Float64Array.from(values, (_, index) => (fromSeconds + 30 * index) * 1_000),
    values: Float64Array.from(values),
  });
  return {
    buckets: Object.entries(buckets).map(([le, values]) => ({
      upperBound: le === "+Inf" ? infinity : Number(le),
      ...series(values),
    })),
    ...(sums === undefined ? {} : { sums: series(sums) }),
  };
}

test("adds cumulative counts, number and sum of processes per block", () => {
  const blocks = computeHistogramBlocks(
    [
      process({ "0.1": [0, 2, 5, 6, 6], "+Inf": [0, 4, 10, 12, 13] }, [0, 1, 2, 2.5, 4]),
      process({ "0.1": [7, 7, 8, 9, 9], "+Inf": [7, 7, 9, 10, 11] }, [1, 1, 1.5, 2, 3]),
    ],
    grid(2),
  );
  expect(blocks?.upperBounds).toEqual([0.1, infinity]);
  expect(blocks?.omittedBounds).toEqual([]);
  expect(blocks?.blocks).toEqual([
    {
      startMs: 0,
      cumulativeCounts: Float64Array.of(6, 12),
      count: 12,
      sum: 2.5,
      seriesCount: 2,
      coverageRatio: 1,
    },
    {
      startMs: 60_000,
      cumulativeCounts: Float64Array.of(2, 5),
      count: 5,
      sum: 3.5,
      seriesCount: 2,
      coverageRatio: 1,
    },
  ]);
});

test("a reset of one bucket is a reset of all buckets and of the sum of its process", () => {
  const blocks = computeHistogramBlocks(
    [process({ "0.1": [2, 2, 9], "+Inf": [100, 110, 40] }, [50, 55, 60])],
    grid(1),
  );
  // Alone, the bucket 0.1 and the sum appear to rise by 7 and 5.
  expect(blocks?.blocks[0]?.cumulativeCounts).toEqual(Float64Array.of(9, 50));
  expect(blocks?.blocks[0]?.sum).toBe(65);
  expect(blocks?.resetCount).toBe(1);
});

test("a reset of one process does not concern the other", () => {
  const blocks = computeHistogramBlocks(
    [process({ "+Inf": [100, 3, 5] }), process({ "+Inf": [100, 103, 105] })],
    grid(1),
  );
  expect(blocks?.blocks[0]?.count).toBe(10);
});

test("an upgrade that changes edges leaves the common edges, with exact counts", () => {
  const [before, after] = [
    process({ "0.1": [0, 5, 8], "0.5": [0, 7, 11], "1": [0, 9, 18] }),
    process({ "0.1": [1, 3], "0.25": [1, 5], "1": [2, 9] }, undefined, 90),
  ];
  // The sum, +Inf and the common edges continue; the process restarted with the upgrade.
  const upgraded: HistogramSamples = {
    buckets: [
      ...[0.1, 1].map((upperBound) => {
        const [old, fresh] = [before, after].map(({ buckets }) =>
          buckets.find((bucket) => bucket.upperBound === upperBound),
        );
        return {
          upperBound,
          timesMs: Float64Array.of(...(old?.timesMs ?? []), ...(fresh?.timesMs ?? [])),
          values: Float64Array.of(...(old?.values ?? []), ...(fresh?.values ?? [])),
        };
      }),
      ...before.buckets.filter(({ upperBound }) => upperBound === 0.5),
      ...after.buckets.filter(({ upperBound }) => upperBound === 0.25),
      ...process({ "+Inf": [0, 10, 20, 2, 10] }).buckets,
    ],
  };
  const blocks = computeHistogramBlocks([upgraded], grid(2));
  expect(blocks?.upperBounds).toEqual([0.1, 1, infinity]);
  expect(blocks?.omittedBounds).toEqual([0.25, 0.5]);
  expect(blocks?.blocks.map(({ cumulativeCounts }) => [...cumulativeCounts])).toEqual([
    [8, 18, 20],
    [3, 9, 10],
  ]);
});

test("processes with different edges are added at their common edges only", () => {
  const blocks = computeHistogramBlocks(
    [
      process({ "0.1": [0, 1, 2], "0.5": [0, 3, 4], "1": [0, 5, 6], "+Inf": [0, 7, 8] }),
      process({ "0.25": [0, 1, 2], "1": [0, 3, 4], "+Inf": [0, 5, 6] }),
    ],
    grid(1),
  );
  expect(blocks?.upperBounds).toEqual([1, infinity]);
  expect(blocks?.omittedBounds).toEqual([0.1, 0.25, 0.5]);
  expect(blocks?.blocks[0]?.cumulativeCounts).toEqual(Float64Array.of(10, 14));
});

test("a changed spelling of an edge is the same edge", () => {
  const part = (values: readonly number[], fromSeconds: number) =>
    process({ "1": values }, undefined, fromSeconds).buckets;
  const buckets = [
    ...part([0, 1, 2], 0),
    ...part([4, 7], 90),
    ...process({ "+Inf": [0, 2, 4, 8, 14] }).buckets,
  ];
  const blocks = computeHistogramBlocks([{ buckets }], grid(2));
  expect(blocks?.blocks.map(({ cumulativeCounts }) => [...cumulativeCounts])).toEqual([
    [2, 4],
    [5, 10],
  ]);
});

test("the sum is NaN where a process has no sum, and 0 where it has no samples", () => {
  const sums = (sum?: readonly number[]) =>
    computeHistogramBlocks(
      [process({ "+Inf": [0, 1, 2] }, sum), process({ "+Inf": [0, 1, 2] }, [0, 3, 4])],
      grid(2),
    )?.blocks.map((block) => block.sum);
  expect(sums()).toEqual([Number.NaN, 0]);
  expect(sums([0, 1])).toEqual([Number.NaN, 0]);
  expect(sums([0, 1, 2])).toEqual([6, 0]);
});

test("there are no blocks without a +Inf bucket", () => {
  expect(computeHistogramBlocks([], grid(1))).toBeNull();
  expect(computeHistogramBlocks([process({ "0.1": [0, 1] })], grid(1))).toBeNull();
});

/** A process that observes values from 0 to 3 in each of 40 scrapes and sometimes restarts. */
const anyProcess = fc
  .record({
    scrapes: fc.array(
      fc.record({ values: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 6 }), restarts: fc.nat(9) }),
      {
        minLength: 2,
        maxLength: 40,
      },
    ),
  })
  .map(({ scrapes }) => {
    const edges = [0, 1, 2, infinity];
    let counts = edges.map(() => 0);
    let sum = 0;
    const rows = scrapes.map(({ values, restarts }) => {
      const before = counts;
      // A restart is visible only if fewer observations follow it than preceded it.
      if (restarts === 0 && values.length < (before.at(-1) ?? 0)) [counts, sum] = [edges.map(() => 0), 0];
      counts = counts.map(
        (count, edge) => count + values.filter((value) => value <= (edges[edge] ?? 0)).length,
      );
      sum += values.reduce((total, value) => total + value, 0);
      return { counts, sum };
    });
    const samples = process(
      Object.fromEntries(
        edges.map((edge, at) => [
          edge === infinity ? "+Inf" : String(edge),
          rows.map((row) => row.counts[at] ?? 0),
        ]),
      ),
      rows.map((row) => row.sum),
    );
    const values = scrapes.slice(1).flatMap((scrape) => scrape.values);
    return { samples, values };
  });

test("blocks contain every observation after the first scrape, in its bucket, across restarts", () => {
  fc.assert(
    fc.property(fc.array(anyProcess, { minLength: 1, maxLength: 4 }), (processes) => {
      const blocks = computeHistogramBlocks(
        processes.map(({ samples }) => samples),
        grid(20),
      );
      const values = processes.flatMap((one) => one.values);
      const total = (of: (block: NonNullable<typeof blocks>["blocks"][number]) => number): number =>
        (blocks?.blocks ?? []).reduce((sum, block) => sum + of(block), 0);
      expect(total(({ count }) => count)).toBe(values.length);
      expect(total(({ sum }) => sum)).toBe(values.reduce((sum, value) => sum + value, 0));
      for (const [at, edge] of (blocks?.upperBounds ?? []).entries())
        expect(total(({ cumulativeCounts }) => cumulativeCounts[at] ?? 0)).toBe(
          values.filter((value) => value <= edge).length,
        );
    }),
  );
});

test("the order of processes and of buckets does not matter", () => {
  fc.assert(
    fc.property(fc.array(anyProcess, { minLength: 2, maxLength: 4 }), (processes) => {
      const samples = processes.map((one) => one.samples);
      const reversed = samples
        .toReversed()
        .map(({ buckets, ...rest }) => ({ ...rest, buckets: buckets.toReversed() }));
      expect(computeHistogramBlocks(reversed, grid(20))).toEqual(computeHistogramBlocks(samples, grid(20)));
    }),
  );
});
