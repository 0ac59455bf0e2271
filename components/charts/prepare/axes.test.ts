import fc from "fast-check";
import { expect, test } from "vitest";
import { roundTicks } from "./axes";

test.each([
  [14.87, 15.93, [14.5, 15, 15.5, 16]],
  [0, 100, [0, 20, 40, 60, 80, 100]],
  [-3, 4, [-4, -2, 0, 2, 4]],
  [7, 7, [6, 8]],
  [0, 0, [0, 0.2]],
])("from %d to %d returns %j", (min, max, ticks) => {
  expect(roundTicks(min, max)).toEqual(ticks);
});

test("returns few ticks that enclose the range and are multiples of 1, 2 or 5", () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(value, fc.double({ min: 1e-3, max: 1e6, noNaN: true }), (min, span) => {
      const max = min + span;
      const ticks = roundTicks(min, max);
      const slack = Math.max(Math.abs(min), Math.abs(max)) * 1e-9;
      expect(ticks[0]).toBeLessThanOrEqual(min + slack);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(max - slack);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(8);
    }),
  );
});
