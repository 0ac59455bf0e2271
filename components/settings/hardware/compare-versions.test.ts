import { expect, test } from "vitest";
import { compareVersions } from "./compare-versions";

const before = {
  kind: "accelerator",
  accelerator: { name: "Card", memoryBytes: 96e9, peakFlopsPerSecond: { bf16: 500e12 }, sources: ["a"] },
};

test("each field that differs is told before and after, in printed units; what is alike is not", () => {
  const after = {
    kind: "accelerator",
    accelerator: {
      name: "Card",
      memoryBytes: 96e9,
      peakFlopsPerSecond: { bf16: 450e12, fp8: 900e12 },
      sources: ["a", "b"],
    },
  };
  expect(compareVersions(before, after)).toEqual([
    { field: "peak flops per second, bf16", before: "500\u202fTFLOP/s", after: "450\u202fTFLOP/s" },
    { field: "sources", before: "a", after: "a; b" },
    { field: "peak flops per second, fp8", before: null, after: "900\u202fTFLOP/s" },
  ]);
});

test("the same document again changes nothing, and what was taken away is told", () => {
  expect(compareVersions(before, structuredClone(before))).toEqual([]);
  const { memoryBytes: _memory, ...less } = before.accelerator;
  expect(compareVersions(before, { ...before, accelerator: less })).toEqual([
    { field: "memory bytes", before: "96.0\u202fGB", after: null },
  ]);
});
