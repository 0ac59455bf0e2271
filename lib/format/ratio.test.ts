import { expect, test } from "vitest";
import { formatRatio } from "./ratio";

test("formats ratios with two decimals, and small ratios as a value other than 0", () => {
  expect([0.784, 0.0104, 0.0099, 0.0094, 0.0042, 0.0006, 0.0001, 0].map(formatRatio)).toEqual([
    "0.78",
    "0.01",
    "0.01",
    "0.009",
    "0.004",
    "0.001",
    "<0.001",
    "0.00",
  ]);
});
