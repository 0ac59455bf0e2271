import { expect, test } from "vitest";
import { clampToPossibleValues } from "./possible-interval";

test("a mean duration has no negative lower end", () => {
  expect(clampToPossibleValues({ lower: -3.12, upper: 4.01 }, { value: 0.443, unit: "seconds" })).toEqual({
    lower: 0,
    upper: 4.01,
  });
});

test("a ratio is between 0 and 1", () => {
  expect(clampToPossibleValues({ lower: -2.33, upper: 4.06 }, { value: 0.865, unit: "ratio" })).toEqual({
    lower: 0,
    upper: 1,
  });
  expect(clampToPossibleValues({ lower: 1.1, upper: 1.4 }, { value: 1.2, unit: "ratio" })).toEqual({
    lower: 1.1,
    upper: 1.4,
  });
});

test("an unbounded end and other fields remain", () => {
  expect(clampToPossibleValues({ lower: 0.1, upper: null, n: 5 }, { value: 0.2, unit: "ratio" })).toEqual({
    lower: 0.1,
    upper: null,
    n: 5,
  });
});
