import fc from "fast-check";
import { expect, test } from "vitest";
import { sliderSteps, sliderStepOf, sliderValueOf } from "./slider-steps";

test("the slider reaches both ends and never decreases", () => {
  expect(sliderValueOf(0, 1, 1024)).toBe(1);
  expect(sliderValueOf(sliderSteps, 128, 131_072)).toBe(131_072);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: sliderSteps - 1 }), (step) => {
      expect(sliderValueOf(step + 1, 1, 1024)).toBeGreaterThanOrEqual(sliderValueOf(step, 1, 1024));
    }),
  );
});

test("the step of a value is close to it, and values outside the range map to the ends", () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 100_000 }), (value) => {
      const found = sliderValueOf(sliderStepOf(value, 1, 100_000), 1, 100_000);
      expect(Math.abs(found / value - 1)).toBeLessThan(0.09);
    }),
  );
  expect(sliderStepOf(1e9, 1, 1024)).toBe(sliderSteps);
  expect(sliderStepOf(0.5, 1, 1024)).toBe(0);
});
