import fc from "fast-check";
import { linearRegression } from "simple-statistics";
import { expect, test } from "vitest";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { fitSlope } from "./slope";

test("property: the line equals the library's, and its interval contains it", () => {
  const column = fc.array(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: -99, max: 99 })), {
    minLength: 20,
    maxLength: 40,
  });
  fc.assert(
    fc.property(column, (pairs) => {
      fc.pre(new Set(pairs.map(([x]) => x)).size >= 3);
      const line = fitSlope(
        Float64Array.from(pairs, ([x]) => x),
        Float64Array.from(pairs, ([, y]) => y),
      )!;
      const { m, b } = linearRegression(pairs);
      expect(line.slope).toBeCloseTo(m, 9);
      expect(line.intercept).toBeCloseTo(b, 7);
      expect(line.lower).toBeLessThanOrEqual(line.slope);
      expect(line.upper).toBeGreaterThanOrEqual(line.slope);
      expect(line.explainedRatio).toBeLessThanOrEqual(1);
    }),
  );
});

test("the interval contains the true slope in about 95 of 100 draws, even if the scatter grows with x", () => {
  const random = createSeededRandom(7);
  const draws = 1_000;
  let held = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    const x = Float64Array.from({ length: 100 }, () => random() * 1_000);
    const y = x.map((value) => 3 + 2 * value + randomNormal(random) * value);
    const { lower, upper } = fitSlope(x, y)!;
    if (lower <= 2 && 2 <= upper) held += 1;
  }
  expect(held).toBeGreaterThan(0.92 * draws);
  expect(held).toBeLessThan(0.975 * draws);
});

test("returns null with too few points or too few different x", () => {
  const x = Float64Array.from({ length: 30 }, (_, index) => index % 2);
  expect(fitSlope(x, x)).toBeNull();
  expect(fitSlope(x.slice(0, 19), x.slice(0, 19))).toBeNull();
});
