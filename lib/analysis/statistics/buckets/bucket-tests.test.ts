import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareBucketRanks } from "@/lib/analysis/statistics/significance/mann-whitney";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { compareShapes } from "./chi-squared-test";
import { compareDistributions } from "./kolmogorov-smirnov";
import { computeShiftRange } from "./shift-range";
import { wassersteinDistance } from "./wasserstein";

/** Worked example; the reference values were computed independently. */
const before = [120, 740, 110, 20, 6, 3, 1];
const after = [60, 640, 220, 50, 20, 8, 2];
const bounds = [0.1, 0.25, 0.5, 0.75, 1, 2.5, Infinity];

describe("worked example of 1,000 observations on each side", () => {
  test("rank test: superiority 0.597339, z 9.235", () => {
    const ranks = compareBucketRanks(after, before)!;
    expect(ranks.superiority).toBeCloseTo(0.597339, 6);
    expect(ranks.z).toBeCloseTo(9.235, 3);
  });

  test("Kolmogorov and Smirnov: D 0.160 with the critical value 0.0607", () => {
    const answer = compareDistributions(before, after)!;
    expect(answer.distance).toBeCloseTo(0.16, 12);
    expect(answer.criticalDistance).toBeCloseTo(0.0607, 4);
    expect(answer.pValue).toBeLessThan(1e-10);
  });

  test("chi-squared: 86.880 with 5 degrees of freedom, the last two buckets merged", () => {
    const shapes = compareShapes(before, after)!;
    expect(shapes.statistic).toBeCloseTo(86.88, 3);
    expect(shapes.degreesOfFreedom).toBe(5);
    expect(shapes.lastIndexes).toEqual([0, 1, 2, 3, 4, 6]);
  });

  test("the shift is −0.15 to 0.15, because most pairs share the bucket 0.1–0.25", () => {
    const shift = computeShiftRange(bounds, before, after)!;
    expect(shift.lower).toBeCloseTo(-0.15, 12);
    expect(shift.upper).toBeCloseTo(0.15, 12);
  });

  test("Wasserstein distance by hand, with the last bucket up to 5", () => {
    // |F_A − F_B| at the edges: 0.06, 0.16, 0.05, 0.02, 0.006, 0.001.
    const expected = 0.06 * 0.15 + 0.16 * 0.25 + 0.05 * 0.25 + 0.02 * 0.25 + 0.006 * 1.5 + 0.001 * 2.5;
    expect(wassersteinDistance(bounds, { a: before, b: after }, 5)).toBeCloseTo(expected, 12);
  });
});

test("Kolmogorov's tail, from tables: 1.358 is 5 %, 1.628 is 1 %", () => {
  // With 200 observations on each side the scale is 0.1, so D = λ / 10.
  const at = (share: number) => compareDistributions([100, 100], [100 + 200 * share, 100 - 200 * share])!;
  expect(at(0.1358).pValue).toBeCloseTo(0.05, 3);
  expect(at(0.1628).pValue).toBeCloseTo(0.01, 3);
  expect(at(0).pValue).toBe(1);
});

test("no answer without observations, or with all of them in one bucket", () => {
  expect(compareDistributions([0, 0], [1, 2])).toBeNull();
  expect(compareShapes([0, 0], [1, 2])).toBeNull();
  expect(compareShapes([500, 0], [500, 0])).toBeNull();
  expect(compareBucketRanks([500, 0], [500, 0])).toBeNull();
  expect(computeShiftRange([1, Infinity], [0, 0], [1, 1])).toBeNull();
  expect(computeShiftRange([1, Infinity], [0, 5], [0, 5])).toEqual({ lower: null, upper: null });
  expect(wassersteinDistance([1, Infinity], { a: [0, 0], b: [1, 1] }, 2)).toBeNull();
});

const counts = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 400 }), { minLength: length, maxLength: length });
const pair = fc
  .integer({ min: 2, max: 12 })
  .chain((length) => fc.tuple(counts(length), counts(length)))
  .filter(([a, b]) => a.some((count) => count > 0) && b.some((count) => count > 0));

test("property: exchanging the sides mirrors the rank test and leaves the others unchanged", () => {
  fc.assert(
    fc.property(pair, ([a, b]) => {
      const [ranks, mirrored] = [compareBucketRanks(a, b), compareBucketRanks(b, a)];
      expect((ranks?.superiority ?? 0.5) + (mirrored?.superiority ?? 0.5)).toBeCloseTo(1, 12);
      expect((ranks?.z ?? 0) + (mirrored?.z ?? 0)).toBeCloseTo(0, 9);
      expect(compareDistributions(a, b)!.distance).toBeCloseTo(compareDistributions(b, a)!.distance, 12);
      expect(compareShapes(a, b)?.statistic ?? 0).toBeCloseTo(compareShapes(b, a)?.statistic ?? 0, 6);
      const edges = a.map((_, index) => (index === a.length - 1 ? Infinity : index + 1));
      const [there, back] = [computeShiftRange(edges, a, b)!, computeShiftRange(edges, b, a)!];
      expect(there.lower ?? -Infinity).toBeCloseTo(-(back.upper ?? Infinity), 12);
      expect(there.upper ?? Infinity).toBeCloseTo(-(back.lower ?? -Infinity), 12);
    }),
  );
});

test("property: merging two buckets never raises D, and keeps n; equal histograms do not differ", () => {
  fc.assert(
    fc.property(pair, fc.nat(), ([a, b], at) => {
      const index = at % (a.length - 1);
      const merge = (row: readonly number[]) => [
        ...row.slice(0, index),
        row[index]! + row[index + 1]!,
        ...row.slice(index + 2),
      ];
      const merged = compareDistributions(merge(a), merge(b))!;
      expect(merged.distance).toBeLessThanOrEqual(compareDistributions(a, b)!.distance + 1e-12);
      expect(merged.criticalDistance).toBeCloseTo(compareDistributions(a, b)!.criticalDistance, 12);
      expect(compareDistributions(a, a)!.distance).toBe(0);
      expect(compareBucketRanks(a, a)?.superiority ?? 0.5).toBeCloseTo(0.5, 12);
      expect(compareShapes(a, a)?.statistic ?? 0).toBeCloseTo(0, 9);
    }),
  );
});

test("property: an empty bucket changes no test, and χ² does not depend on the order of large buckets", () => {
  const large = fc.array(fc.tuple(fc.integer({ min: 20, max: 400 }), fc.integer({ min: 20, max: 400 })), {
    minLength: 2,
    maxLength: 10,
  });
  fc.assert(
    fc.property(large, fc.nat(), (columns, at) => {
      const [a, b] = [columns.map(([one]) => one), columns.map(([, other]) => other)];
      const index = at % (a.length + 1);
      const [widerA, widerB] = [a.toSpliced(index, 0, 0), b.toSpliced(index, 0, 0)];
      expect(compareBucketRanks(widerA, widerB)).toEqual(compareBucketRanks(a, b));
      expect(compareDistributions(widerA, widerB)).toEqual(compareDistributions(a, b));
      const [shapes, reversed] = [compareShapes(a, b), compareShapes(a.toReversed(), b.toReversed())];
      // Sides of very different sizes are merged into one bucket.
      fc.pre(shapes !== null && reversed !== null);
      const isUnmerged = [shapes, reversed].every((one) => one.degreesOfFreedom === a.length - 1);
      expect(isUnmerged ? reversed.statistic - shapes.statistic : 0).toBeCloseTo(0, 6);
    }),
  );
});

test("property: the Hodges–Lehmann estimate of the observations is within the range", () => {
  const edges = [1, 2, 3, 4, 5, 6, 7, 8, 9, Infinity];
  const sample = fc.array(fc.double({ min: 0.001, max: 8.999, noNaN: true }), {
    minLength: 1,
    maxLength: 15,
  });
  const inBuckets = (values: readonly number[]) =>
    edges.map(
      (edge, index) => values.filter((value) => value <= edge && value > (edges[index - 1] ?? 0)).length,
    );
  fc.assert(
    fc.property(sample, sample, (a, b) => {
      const differences = a.flatMap((x) => b.map((y) => y - x)).sort((x, y) => x - y);
      const median = differences[Math.ceil(differences.length / 2) - 1]!;
      const range = computeShiftRange(edges, inBuckets(a), inBuckets(b))!;
      expect(range.lower!).toBeLessThanOrEqual(median + 1e-9);
      expect(range.upper!).toBeGreaterThanOrEqual(median - 1e-9);
    }),
  );
});

test("independent observations of one distribution: 5 % of the tests are significant", () => {
  const random = createSeededRandom(4);
  const draw = () => {
    const row = new Float64Array(8);
    for (let k = 0; k < 400; k += 1) {
      const index = Math.max(0, Math.min(7, Math.floor(4 + 1.5 * randomNormal(random))));
      row[index] = (row[index] ?? 0) + 1;
    }
    return row;
  };
  const rounds = 1_000;
  const alarms = { ranks: 0, distance: 0, shapes: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const [a, b] = [draw(), draw()];
    if (compareBucketRanks(a, b)!.pValue < 0.05) alarms.ranks += 1;
    if (compareDistributions(a, b)!.pValue < 0.05) alarms.distance += 1;
    if (compareShapes(a, b)!.pValue < 0.05) alarms.shapes += 1;
  }
  expect(alarms.ranks / rounds).toBeGreaterThan(0.03);
  expect(alarms.ranks / rounds).toBeLessThan(0.07);
  expect(alarms.shapes / rounds).toBeGreaterThan(0.03);
  expect(alarms.shapes / rounds).toBeLessThan(0.07);
  expect(alarms.distance / rounds).toBeLessThan(0.05);
});
