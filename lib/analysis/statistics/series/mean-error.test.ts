import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { combineHalfWidths } from "@/lib/analysis/statistics/significance/welch";
import { meanError, meanHalfWidth } from "./mean-error";

/** Returns an autoregressive series of order 1 with standard deviation 1, plus white noise of deviation `noise`. */
function series(n: number, repeat: number, noise: number, random: () => number): Float64Array {
  let state = randomNormal(random);
  return Float64Array.from({ length: n }, () => {
    state = repeat * state + Math.sqrt(1 - repeat * repeat) * randomNormal(random);
    return state + noise * randomNormal(random);
  });
}

const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("differences of two means without a change are significant in at most 7 of 100 cases, 5 nominally", () => {
  test.each([
    [20, 0, 0],
    [200, 0, 0],
    [60, 0.5, 0],
    [20, 0.8, 0],
    [20, 0.89, 0.335],
    [60, 0.8, 0],
    [60, 0.89, 0.335],
    [200, 0.8, 0],
    [200, 0.89, 0.335],
  ])("%i points, autocorrelation %f, noise %f", (n, repeat, noise) => {
    const random = createSeededRandom(5);
    const rounds = 1_000;
    let alarms = 0;
    for (let round = 0; round < rounds; round += 1) {
      const [a, b] = [series(n, repeat, noise, random), series(n, repeat, noise, random)];
      if (Math.abs(mean(a) - mean(b)) > combineHalfWidths(meanHalfWidth(a), meanHalfWidth(b))) alarms += 1;
    }
    // Two standard errors of a simulated 7 % are 1.6 %.
    expect(alarms / rounds).toBeLessThan(0.086);
    expect(alarms / rounds).toBeGreaterThan(repeat === 0 ? 0.03 : 0);
  });
});

test("the variance of independent values is s² / n on average", () => {
  const random = createSeededRandom(8);
  const variances = Array.from({ length: 400 }, () => meanError(series(200, 0, 0, random)).variance);
  const average = variances.reduce((sum, one) => sum + one, 0) / variances.length;
  expect(average * 200).toBeGreaterThan(0.9);
  expect(average * 200).toBeLessThan(1.15);
});

test("a trend has no mean that the window could estimate", () => {
  const falling = Float64Array.from({ length: 360 }, (_, at) => 16 - at / 60);
  expect(meanHalfWidth(falling).halfWidth).toBeGreaterThan(16);
});

test("equal values have no error; alternating values have almost none", () => {
  expect(meanError(new Float64Array(30).fill(4)).variance).toBe(0);
  const alternating = Float64Array.from({ length: 100 }, (_, at) => at % 2);
  expect(meanError(alternating).variance).toBeLessThan(0.25 / 100);
});

test("property: the error scales with the unit, and ignores a constant and the sign", () => {
  const column = fc.array(fc.integer({ min: -1_000, max: 1_000 }), { minLength: 20, maxLength: 60 });
  fc.assert(
    fc.property(column, fc.integer({ min: 1, max: 50 }), (values, factor) => {
      const { halfWidth } = meanHalfWidth(Float64Array.from(values));
      const changed = meanHalfWidth(Float64Array.from(values, (value) => factor * value + 7)).halfWidth;
      expect(changed).toBeCloseTo(factor * halfWidth, 4);
      const mirrored = meanHalfWidth(Float64Array.from(values, (value) => -value)).halfWidth;
      expect(mirrored).toBeCloseTo(halfWidth, 6);
    }),
  );
});
