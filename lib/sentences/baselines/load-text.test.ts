import { expect, test } from "vitest";
import { arrivalPatternText } from "./load-text";

test.each([
  [0.1, "evenly spaced (index of dispersion 0.100)"],
  [1, "random, as in a Poisson process (index of dispersion 1.00)"],
  [7, "in bursts (index of dispersion 7.00)"],
] as const)("describes the index %s", (index, text) => {
  expect(arrivalPatternText(index)).toBe(text);
});
