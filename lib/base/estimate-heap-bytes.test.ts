import { expect, test } from "vitest";
import { estimateHeapBytes } from "./estimate-heap-bytes";

test("counts a giant label by its length", () => {
  const labels = { id: "x".repeat(10_000_000) };
  expect(estimateHeapBytes([{ labels, value: 1 }])).toBeGreaterThan(10_000_000);
  expect(estimateHeapBytes([{ labels: { id: "ж".repeat(1_000) }, value: 1 }])).toBeGreaterThan(2_000);
});

test("counts typed arrays by their bytes, and a shared object once", () => {
  const values = new Float64Array(1_000);
  expect(estimateHeapBytes({ values })).toBeGreaterThanOrEqual(8_000);
  expect(estimateHeapBytes([{ values }, { values }])).toBeLessThan(9_000);
});

test("counts nested values, including maps", () => {
  expect(estimateHeapBytes(new Map([["key", { text: "y".repeat(500) }]]))).toBeGreaterThan(500);
});

test("counts all of the buffer that a part of an array keeps, once", () => {
  const values = new Float64Array(1_000);
  const parts = [values.subarray(0, 10), values.subarray(10, 20)];
  expect(estimateHeapBytes(parts)).toBeGreaterThanOrEqual(8_000);
  expect(estimateHeapBytes(parts)).toBeLessThan(9_000);
});
