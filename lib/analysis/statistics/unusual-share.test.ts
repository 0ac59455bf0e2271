import { expect, test } from "vitest";
import { isFarAboveUsual } from "./unusual-share";

const usual = { centre: 0.005, upper: 0.008 };

test("finds 3 % of 1,200 far above a usual 0.5 %, and not above a usual 3 %", () => {
  expect(isFarAboveUsual({ ratio: 0.03, n: 1_200 }, usual)).toBe(true);
  expect(isFarAboveUsual({ ratio: 0.03, n: 1_200 }, { centre: 0.03, upper: 0.034 })).toBe(false);
});

test("concludes nothing from a small share, few events, or a difference within the uncertainty", () => {
  expect(isFarAboveUsual({ ratio: 0.009, n: 100_000 }, { centre: 0, upper: 0 })).toBe(false);
  expect(isFarAboveUsual({ ratio: 0.04, n: 450 }, usual)).toBe(false);
  // The Wilson interval of 24 of 1,000 at three standard deviations begins at 1.318 %.
  expect(isFarAboveUsual({ ratio: 0.024, n: 1_000 }, { centre: 0.001, upper: 0.0131 })).toBe(true);
  expect(isFarAboveUsual({ ratio: 0.024, n: 1_000 }, { centre: 0.001, upper: 0.0133 })).toBe(false);
});

test("requires at least twice the usual share", () => {
  expect(isFarAboveUsual({ ratio: 0.039, n: 1_000_000 }, { centre: 0.02, upper: 0.021 })).toBe(false);
  expect(isFarAboveUsual({ ratio: 0.042, n: 1_000_000 }, { centre: 0.02, upper: 0.021 })).toBe(true);
});

test("finds a share above a usual share of zero", () => {
  expect(isFarAboveUsual({ ratio: 0.02, n: 1_200 }, { centre: 0, upper: 0 })).toBe(true);
});
