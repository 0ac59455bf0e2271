import fc from "fast-check";
import { expect, test } from "vitest";
import { studentCriticalValue } from "./student-t";
import { combineHalfWidths, type HalfWidth } from "./welch";

const halfWidth = fc.record({
  halfWidth: fc.double({ min: 0.001, max: 1e3, noNaN: true }),
  degreesOfFreedom: fc.oneof(fc.double({ min: 3, max: 500, noNaN: true }), fc.constant(Infinity)),
});

test("matches the published interval of Welch's t-test for two samples", () => {
  // Variances of the means 0.5 and 2 with 9 and 14 degrees of freedom: ν = 6.25 / (0.25 / 9 + 4 / 14) = 19.94.
  const arm = (variance: number, degreesOfFreedom: number): HalfWidth => ({
    halfWidth: studentCriticalValue(0.05, degreesOfFreedom) * Math.sqrt(variance),
    degreesOfFreedom,
  });
  expect(combineHalfWidths(arm(0.5, 9), arm(2, 14))).toBeCloseTo(
    studentCriticalValue(0.05, 6.25 / (0.25 / 9 + 4 / 14)) * Math.sqrt(2.5),
    9,
  );
});

test("equals the root of the squares for normal half-widths", () => {
  const normal = (width: number): HalfWidth => ({ halfWidth: width, degreesOfFreedom: Infinity });
  expect(combineHalfWidths(normal(3), normal(4))).toBeCloseTo(5, 12);
});

test("an exact estimate adds nothing, and an unbounded one makes the difference unbounded", () => {
  const some: HalfWidth = { halfWidth: 2, degreesOfFreedom: 3 };
  expect(combineHalfWidths(some, { halfWidth: 0, degreesOfFreedom: 3 })).toBeCloseTo(2, 9);
  expect(combineHalfWidths(some, { halfWidth: Infinity, degreesOfFreedom: 3 })).toBe(Infinity);
  expect(combineHalfWidths({ ...some, halfWidth: 0 }, { ...some, halfWidth: 0 })).toBe(0);
});

test("property: symmetric, at least the larger standard error, and at most 1 % above the root of the squares", () => {
  fc.assert(
    fc.property(halfWidth, halfWidth, (first, second) => {
      const combined = combineHalfWidths(first, second);
      expect(combined).toBeLessThanOrEqual(Math.hypot(first.halfWidth, second.halfWidth) * 1.01);
      for (const { halfWidth: width, degreesOfFreedom } of [first, second]) {
        const critical = Number.isFinite(degreesOfFreedom)
          ? studentCriticalValue(0.05, degreesOfFreedom)
          : 1.96;
        expect(combined).toBeGreaterThanOrEqual((1.959 * width) / critical);
      }
      expect(combined).toBeCloseTo(combineHalfWidths(second, first), 6);
    }),
  );
});
