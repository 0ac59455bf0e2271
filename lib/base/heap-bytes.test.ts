import { expect, test } from "vitest";
import { heapBytes } from "./heap-bytes";

test("counts a giant label by its length", () => {
  const labels = { id: "x".repeat(10_000_000) };
  expect(heapBytes([{ labels, value: 1 }])).toBeGreaterThan(10_000_000);
  expect(heapBytes([{ labels: { id: "ж".repeat(1_000) }, value: 1 }])).toBeGreaterThan(2_000);
});

test("counts typed arrays by their bytes, and a shared object once", () => {
  const values = new Float64Array(1_000);
  expect(heapBytes({ values })).toBeGreaterThanOrEqual(8_000);
  expect(heapBytes([{ values }, { values }])).toBeLessThan(9_000);
});

test("counts nested values, including maps", () => {
  expect(heapBytes(new Map([["key", { text: "y".repeat(500) }]]))).toBeGreaterThan(500);
});
