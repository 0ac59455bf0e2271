import fc from "fast-check";
import { expect, test } from "vitest";
import { sliderStepCount, toSliderStep, toSliderValue } from "./slider-steps";

test("the slider reaches both ends and never decreases", () => {
  expect(toSliderValue(0, 1, 1024)).toBe(1);
  expect(toSliderValue(sliderStepCount, 128, 131_072)).toBe(131_072);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: sliderStepCount - 1 }), (step) => {
      expect(toSliderValue(step + 1, 1, 1024)).toBeGreaterThanOrEqual(toSliderValue(step, 1, 1024));
    }),
  );
});

test("the step of a value is close to it, and values outside the range map to the ends", () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 100_000 }), (value) => {
      const found = toSliderValue(toSliderStep(value, 1, 100_000), 1, 100_000);
      expect(Math.abs(found / value - 1)).toBeLessThan(0.09);
    }),
  );
  expect(toSliderStep(1e9, 1, 1024)).toBe(sliderStepCount);
  expect(toSliderStep(0.5, 1, 1024)).toBe(0);
});
