import { expect, test } from "vitest";
import { compareVersions } from "./compare-versions";

const before = {
  kind: "accelerator",
  accelerator: { name: "Card", memoryBytes: 96e9, peakFlopsPerSecond: { bf16: 500e12 }, sources: ["a"] },
};

test("lists each changed field with both values in display units, and no unchanged fields", () => {
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

test("lists no change for equal documents, and lists removed fields", () => {
  expect(compareVersions(before, structuredClone(before))).toEqual([]);
  const { memoryBytes: _memory, ...less } = before.accelerator;
  expect(compareVersions(before, { ...before, accelerator: less })).toEqual([
    { field: "memory bytes", before: "96.0\u202fGB", after: null },
  ]);
});
