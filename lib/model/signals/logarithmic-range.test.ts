import { expect, test } from "vitest";
import { needsLogarithmicScale } from "./logarithmic-range";

test.each([
  [[0.2, 7], true],
  [[1, 10], false],
  [[1, 10.1], true],
  [[0, 1, 1_000], false],
  [[-5, 1, 1_000], false],
  [[], false],
])("a scale of %j is logarithmic: %s", (values, expected) => {
  expect(needsLogarithmicScale(values)).toBe(expected);
});
