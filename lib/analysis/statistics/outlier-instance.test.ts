import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findOutliers } from "./outlier-instance";
import { randomNormal, createSeededRandom } from "./seeded-random";

const flat = (value: number): Float64Array => new Float64Array(5).fill(value);

test("returns the slow one of five, with its manually calculated distance", () => {
  const answer = findOutliers([1, 1.02, 0.98, 3, 1.01].map(flat));
  // Centre 1.01, distances 0.01 0.01 0.03 1.99 0: MAD 0.01.
  expect(answer).toMatchObject({ kind: "spread", centre: 1.01, instanceCount: 5, lowest: 0.98, highest: 3 });
  if (answer.kind !== "spread") return;
  expect(answer.outliers).toHaveLength(1);
  expect(answer.outliers[0]).toMatchObject({ index: 3, median: 3 });
  expect(answer.outliers[0]?.robustZ).toBeCloseTo(1.99 / (1.4826 * 0.01), 6);
});

test("a spike in one instance's window is not a different level", () => {
  const spiky = Float64Array.of(1, 1, 50, 1, 1);
  expect(findOutliers([spiky, flat(1), flat(1.1), flat(0.9)])).toMatchObject({
    kind: "spread",
    outliers: [],
  });
});

describe("ties", () => {
  test("returns no outliers if all are equal", () => {
    expect(findOutliers([0, 0, 0, 0].map(flat))).toMatchObject({
      kind: "spread",
      outliers: [],
      centre: 0,
    });
  });

  test("if more than half are equal, returns those that differ by a tenth, farthest first", () => {
    const answer = findOutliers([2, 2, 2, 2, 2, 2.1, 3, 1.5].map(flat));
    expect(answer).toMatchObject({
      outliers: [
        { index: 6, median: 3, robustZ: null },
        { index: 7, median: 1.5, robustZ: null },
      ],
    });
  });
});

test("a difference of less than a tenth is not an outlier, however large its z", () => {
  expect(findOutliers([1, 1.0001, 1.0002, 0.9999, 1.05].map(flat))).toMatchObject({ outliers: [] });
});

test("fewer than four instances with three values are too few", () => {
  const missing = new Float64Array(5).fill(Number.NaN);
  expect(findOutliers([flat(1), flat(1), flat(9), missing])).toEqual({
    kind: "too-few",
    instanceCount: 3,
    required: 4,
    excludedInstances: 1,
  });
  expect(findOutliers([])).toMatchObject({ kind: "too-few", instanceCount: 0 });
});

test.each([4, 5, 7, 11, 14, 19, 31, 49, 120])(
  "among %i similar instances at most 2 of 100 windows have an outlier",
  (k) => {
    const random = createSeededRandom(k);
    let roundsWithOutlier = 0;
    for (let round = 0; round < 2000; round += 1) {
      const answer = findOutliers(Array.from({ length: k }, () => flat(randomNormal(random))));
      if (answer.kind === "spread" && answer.outliers.length > 0) roundsWithOutlier += 1;
    }
    expect(roundsWithOutlier / 2000).toBeLessThan(0.02);
  },
);

test("is independent of order and unit", () => {
  const level = fc.integer({ min: 0, max: 1000 });
  fc.assert(
    fc.property(fc.array(level, { minLength: 4, maxLength: 20 }), (levels) => {
      const answer = findOutliers(levels.map(flat));
      const turned = findOutliers(levels.toReversed().map((one) => flat(one * 1024)));
      if (answer.kind !== "spread" || turned.kind !== "spread") throw new Error("four instances are enough");
      const positions = answer.outliers.map((one) => levels.length - 1 - one.index);
      expect(new Set(turned.outliers.map((one) => one.index))).toEqual(new Set(positions));
      expect(turned.centre).toBe(answer.centre * 1024);
    }),
  );
});
