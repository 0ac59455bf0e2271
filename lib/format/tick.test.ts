import { expect, test } from "vitest";
import { formatTick } from "./tick";

test("formats values near 1 in plain digits", () => {
  expect([0.001, 0.0015, 0.3, 1, 30, 30_000, 700_000].map(formatTick)).toEqual([
    "0.001",
    "0.0015",
    "0.3",
    "1",
    "30",
    "30,000",
    "700,000",
  ]);
});

test("formats very small and very large values as powers of ten, never as 0", () => {
  expect([1e-6, 3e-4, 2.5e-5, 1e6, 3e9, 1.5e12].map(formatTick)).toEqual([
    "10⁻⁶",
    "3×10⁻⁴",
    "2.5×10⁻⁵",
    "10⁶",
    "3×10⁹",
    "1.5×10¹²",
  ]);
});
