import fc from "fast-check";
import { expect, test } from "vitest";
import { createPercentScale, ticksBetween } from "./scale";

test("returns few round ticks within the range", () => {
  expect(ticksBetween(0, 1_712, 4)).toEqual([0, 500, 1_000, 1_500]);
  expect(ticksBetween(-30, 20, 3)).toEqual([-20, 0, 20]);
  expect(ticksBetween(0, 0, 3)).toEqual([]);
});

test("property: 0 and all values are on the scale in order", () => {
  const numbers = fc.array(fc.double({ min: -1e12, max: 1e12, noNaN: true }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 8 }), (values, count) => {
      const { toPercent, ticks, min, max } = createPercentScale(values, count);
      const sorted = [...values, 0].toSorted((x, y) => x - y);
      const positions = sorted.map(toPercent);
      expect(positions).toEqual(positions.toSorted((x, y) => x - y));
      expect(Math.min(...positions)).toBeGreaterThanOrEqual(4);
      expect(Math.max(...positions)).toBeLessThanOrEqual(96);
      expect(ticks.length).toBeLessThanOrEqual(count + 1);
      for (const tick of ticks) {
        expect(tick).toBeGreaterThanOrEqual(min - (max - min) * 1e-6);
        expect(tick).toBeLessThanOrEqual(max + (max - min) * 1e-6);
      }
    }),
  );
});
