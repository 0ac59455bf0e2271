import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { findBestSplit } from "./best-split";
import { findChangePoints } from "./find-change-points";
import { createLevels } from "./fixtures";
import { findWeakChangePoints } from "./weak-change-points";

const indexes = (values: Float64Array, options = {}): readonly number[] =>
  findChangePoints(values, options).changePoints.map(({ index }) => index);

/** Otava runs with its merge step corrected: it tests both neighbours of a removed point again. */
describe("Apache Otava 0.8.0 on the same values, without a minimum segment", () => {
  const small = createLevels(2, 5, [100, 150], [105, 150]);
  const two = createLevels(3, 5, [100, 80], [110, 60], [95, 90]);
  const noisy = createLevels(4, 20, [100, 60], [112, 60]);
  const growing = createLevels(5, 1, [10, 70], [14, 70], [20, 70]);
  test.each([
    ["no change", createLevels(1, 5, [100, 300]), []],
    [
      "a change of one standard deviation",
      small,
      [
        [36, 3.279613712399965e-5],
        [52, 0.0009426637072466574],
        [150, 9.172981877243746e-12],
      ],
    ],
    [
      "two changes",
      two,
      [
        [81, 3.789240106000677e-24],
        [140, 7.457571772572369e-37],
      ],
    ],
    ["a change in noise", noisy, [[52, 5.047456607821934e-7]]],
    [
      "growth",
      growing,
      [
        [69, 1.9037283536284097e-52],
        [140, 4.695566124794051e-68],
      ],
    ],
  ] as const)("finds the same points with the same p-values: %s", (_name, values, expected) => {
    const { changePoints } = findChangePoints(values, { minSegmentLength: 1 });
    expect(changePoints.map(({ index }) => index)).toEqual(expected.map(([index]) => index));
    for (const [position, [, pValue]] of expected.entries())
      expect((changePoints[position]?.pValue ?? 0) / pValue).toBeCloseTo(1, 8);
  });
});

test("a change point is the first value of the new regime, with the means of both", () => {
  const { changePoints } = findChangePoints(createLevels(7, 2, [100, 60], [130, 60]));
  expect(changePoints).toHaveLength(1);
  expect(changePoints[0]?.index).toBe(60);
  expect(changePoints[0]?.meanBefore).toBeCloseTo(100, -1);
  expect(changePoints[0]?.meanAfter).toBeCloseTo(130, -1);
  expect(changePoints[0]?.magnitudeRatio).toBeCloseTo(0.3, 1);
});

test("eleven values after a change are too few, twelve are enough", () => {
  const after = (count: number) => createLevels(8, 2, [100, 60], [130, count]);
  expect(indexes(after(11))).toEqual([]);
  expect(indexes(after(12))).toEqual([60]);
});

test("a short excursion is a spike, not two changes", () => {
  const values = createLevels(9, 3, [100, 60], [130, 8], [100, 60]);
  expect(indexes(values, { minSegmentLength: 1 })).toEqual([60, 68]);
  const { changePoints, spikes } = findChangePoints(values);
  expect(changePoints).toEqual([]);
  expect(spikes.map(({ start, end }) => [start, end])).toEqual([[60, 68]]);
});

test("a short step on the way to a new level is one change at the larger step", () => {
  expect(indexes(createLevels(10, 2.5, [305, 104], [301, 7], [325, 17]))).toEqual([111]);
});

test("single spikes of both signs are listed with their extreme and change nothing", () => {
  const values = createLevels(11, 3, [100, 200]);
  [values[40], values[41], values[120]] = [180, 190, 10];
  const { changePoints, spikes } = findChangePoints(values);
  expect(changePoints).toEqual([]);
  expect(spikes.map(({ start, end, extreme }) => [start, end, extreme])).toEqual([
    [40, 42, 190],
    [120, 121, 10],
  ]);
});

test("two alternating levels have neither changes nor spikes", () => {
  const random = createSeededRandom(12);
  const values = Float64Array.from(
    { length: 217 },
    () => (random() < 0.45 ? 540 : 20_700) + 15 * randomNormal(random),
  );
  expect(findChangePoints(values)).toEqual({ changePoints: [], spikes: [] });
});

test("changes up to the minimum size are ignored", () => {
  const values = createLevels(13, 1, [100, 60], [104, 60], [130, 60]);
  expect(indexes(values)).toEqual([60, 120]);
  expect(indexes(values, { minChangeRatio: 0.05 })).toEqual([120]);
});

test.each([
  ["no values", []],
  ["one value", [5]],
  ["two values", [5, 9]],
  ["equal values", Array.from({ length: 90 }, () => 7)],
])("%s have no change", (_name, values) => {
  expect(findChangePoints(Float64Array.from(values))).toEqual({ changePoints: [], spikes: [] });
});

test("a step between constant levels has p 0", () => {
  const { changePoints } = findChangePoints(createLevels(0, 0, [7, 60], [9, 60]));
  expect(changePoints.map(({ index, pValue }) => [index, pValue])).toEqual([[60, 0]]);
});

test("few of 200 series without a change have a change point", () => {
  const withChange = Array.from({ length: 200 }, (_, seed) =>
    indexes(createLevels(1_000 + seed, 5, [100, 120])),
  ).filter((found) => found.length > 0);
  // The rate is 1.6 %. It exceeds the p-value, because the best of many splits is tested.
  expect(withChange.length).toBeLessThanOrEqual(8);
});

const series = fc
  .array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 2, maxLength: 60 })
  .map((values) => Float64Array.from(values));

/** Computes Q from its definition. */
function energyAt(values: Float64Array, tau: number, kappa: number): number {
  const [x, y] = [[...values.subarray(0, tau)], [...values.subarray(tau, kappa)]];
  const pairs = (list: readonly number[]): number =>
    list.reduce((sum, a, at) => sum + list.slice(at + 1).reduce((part, b) => part + Math.abs(a - b), 0), 0);
  const between = x.reduce((sum, a) => sum + y.reduce((part, b) => part + Math.abs(a - b), 0), 0);
  const [n, m] = [x.length, y.length];
  const inX = n > 1 ? (m / (n - 1)) * pairs(x) : 0;
  const inY = m > 1 ? (n / (m - 1)) * pairs(y) : 0;
  return (2 / (n + m)) * (between - inX - inY);
}

test("the best split has the largest energy of all splits", () => {
  fc.assert(
    fc.property(series, (values) => {
      const split = findBestSplit(values, 0, values.length);
      let largest = 0;
      for (let tau = 1; tau < values.length; tau += 1)
        for (let kappa = tau + 1; kappa <= values.length; kappa += 1)
          largest = Math.max(largest, energyAt(values, tau, kappa));
      expect(split?.energy ?? 0).toBeCloseTo(largest, 6);
    }),
    { numRuns: 50 },
  );
});

test("segments are never shorter than the minimum, and points are significant", () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 50 }))),
      (seed, plan) => {
        const values = createLevels(seed, 3, ...plan);
        const { changePoints } = findChangePoints(values);
        const edges = [0, ...changePoints.map(({ index }) => index), values.length];
        const lengths = edges.slice(1).map((edge, position) => edge - (edges[position] ?? 0));
        expect(changePoints.length === 0 || Math.min(...lengths) >= 12).toBe(true);
        for (const { pValue } of changePoints) expect(pValue).toBeLessThan(0.001);
      },
    ),
    { numRuns: 50 },
  );
});

test("points do not move when the values are scaled", () => {
  fc.assert(
    fc.property(fc.integer(), fc.constantFrom(0.25, 2, 1_024), (seed, factor) => {
      const values = createLevels(seed, 3, [50, 40], [60, 40]);
      expect(indexes(values.map((value) => value * factor))).toEqual(indexes(values));
    }),
    { numRuns: 50 },
  );
});

test("weak points are a superset of the change points of a step", () => {
  const values = createLevels(14, 5, [100, 100], [110, 100]);
  const weak = findWeakChangePoints(values, { windowLength: 50, maxPValue: 0.01 });
  expect(indexes(values).every((index) => weak.includes(index))).toBe(true);
});
