import { expect, test } from "vitest";
import { getTimeShadeToken } from "./time-shades";

test("gives the first and last shade to the ends of the range and to times outside it", () => {
  expect([0, 19, 20, 50, 99, 100, -5, 105].map((timeMs) => getTimeShadeToken(timeMs, 0, 100))).toEqual([
    "i2",
    "i2",
    "i3",
    "i4",
    "i6",
    "i6",
    "i2",
    "i6",
  ]);
});

test("treats a single point as the newest", () => {
  expect(getTimeShadeToken(7, 7, 7)).toBe("i6");
});
