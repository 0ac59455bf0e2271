import { expect, test } from "vitest";
import { acceleratorSchema } from "@/lib/model/roofline/accelerator-schema";
import { computePrecisions } from "@/lib/model/roofline/precision";
import { findAccelerator, allAccelerators } from "./all-accelerators";

test("every row passes the schema of added rows and has a unique id and unique device names", () => {
  for (const row of allAccelerators) expect(acceleratorSchema.parse(row)).toEqual(row);
  const unique = (values: readonly string[]): void => expect(new Set(values).size).toBe(values.length);
  unique(allAccelerators.map(({ id }) => id));
  unique(allAccelerators.map(({ name }) => name));
  unique(allAccelerators.flatMap(({ deviceNames }) => deviceNames));
  expect(findAccelerator("abacus")).toBeNull();
});

test("peaks are dense: no sparse figure, and half the width is at most twice as fast", () => {
  for (const { id, peakFlopsPerSecond: peaks } of allAccelerators) {
    const half = peaks.bf16 ?? peaks.fp16!;
    // GeForce accumulates FP8 in FP32 at half the rate of INT8.
    const fourTimes = id.startsWith("rtx");
    expect((peaks.fp8 ?? half) / half, id).toBeLessThanOrEqual(2.05);
    expect((peaks.int8 ?? half) / half, id).toBeLessThanOrEqual(fourTimes ? 4.05 : 2.05);
  }
  const h100 = findAccelerator("h100-sxm")!.peakFlopsPerSecond;
  expect(h100.bf16).toBe(989.4e12);
  expect(h100.fp8).toBe(1978.9e12);
  expect(findAccelerator("rtx5090")!.peakFlopsPerSecond.bf16).toBe(209.5e12);
  expect(findAccelerator("gb200")!.peakFlopsPerSecond.fp4).toBe(10_000e12);
});

test("measured values are below specified ones, and an unmeasured bandwidth is unknown", () => {
  for (const { id, measured, peakFlopsPerSecond, bandwidthBytesPerSecond } of allAccelerators) {
    for (const precision of computePrecisions) {
      const best = measured?.matmulFlopsPerSecond[precision] ?? 0;
      expect(best, id).toBeLessThan(peakFlopsPerSecond[precision] ?? 1);
    }
    expect(measured?.bandwidthBytesPerSecond ?? 0).toBeLessThan(bandwidthBytesPerSecond);
  }
  expect(allAccelerators.filter(({ measured }) => measured !== undefined).length).toBeGreaterThan(10);
});

test("names a page for every row, or states that its figures are unverified", () => {
  for (const { id, sources, confidence } of allAccelerators) {
    expect(sources.length, id).toBeGreaterThan(0);
    expect(sources.join(" "), id).not.toMatch(/from memory|a public repository/);
    const isUnverified = sources.every((source) => source.includes("not compared with"));
    expect(isUnverified && confidence !== "from-memory", id).toBe(false);
  }
});

test("the clocks of the peaks are clocks at which such devices run", () => {
  for (const { id, peakClockHertz } of allAccelerators) {
    if (peakClockHertz === undefined) continue;
    expect(peakClockHertz, id).toBeGreaterThan(1.3e9);
    expect(peakClockHertz, id).toBeLessThan(2.6e9);
  }
  expect(findAccelerator("h100-sxm")!.peakClockHertz! / 1830e6).toBeCloseTo(1, 3);
  expect(findAccelerator("a100-80-sxm")!.peakClockHertz! / 1410e6).toBeCloseTo(1, 3);
});
