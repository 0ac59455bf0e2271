import { expect, test } from "vitest";
import { acceleratorOf } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { roofOf } from "@/lib/analysis/roofline/bounds/roof";
import { modelOf } from "@/lib/analysis/roofline/models/all-models";
import { oneAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import { halfPrecision } from "@/lib/model/precision";
import { counterPoints } from "./counter-points";
import type { Setting } from "./setting";
import { readingAt, trailOf } from "./trail";

const accelerator = acceleratorOf("h100-sxm")!;
const roof = roofOf(accelerator, "bf16")!;
const setting: Setting = {
  served: { shape: modelOf("llama-3.1-8b")!, plan: halfPrecision },
  accelerator,
  parallel: oneAccelerator,
  replicas: 1,
  role: "both",
  isChunked: true,
};

const series = {
  timesMs: Float64Array.of(1000, 2000, 3000, 4000),
  columns: {
    generatedTokensPerSecond: Float64Array.of(1000, Number.NaN, 2000, 0),
    firstTokensPerSecond: Float64Array.of(4, 4, 8, 0),
    promptTokensPerSecond: Float64Array.of(4000, 4000, 8000, 0),
    itlSeconds: Float64Array.of(0.01, 0.01, 0.012, Number.NaN),
    prefillSeconds: Float64Array.of(0.02, Number.NaN, 0.03, Number.NaN),
    promptTokensMean: Float64Array.of(1000, 1000, 1000, 1000),
    outputTokensMean: Float64Array.of(250, 250, 250, 250),
  },
};

test("every slice is placed by itself; what is absent or idle leaves a gap, never a point at 0", () => {
  const { decode, prefill } = trailOf(series, setting, roof);
  expect(decode.map(({ atMs }) => atMs)).toEqual([1000, 3000]);
  expect(prefill.map(({ atMs }) => atMs)).toEqual([1000, 3000]);
  const alone = counterPoints(readingAt(series, 2), setting, roof).decode;
  expect(alone).toMatchObject({
    kind: "placed",
    busy: {
      flopsPerSecond: decode[1]?.flopsPerSecond,
      intensityFlopPerByte: decode[1]?.intensityFlopPerByte,
    },
  });
  expect(decode.map(({ isMixed }) => isMixed)).toEqual([false, false]);
  expect(prefill.map(({ isMixed }) => isMixed)).toEqual([true, true]);
});

test("a number that is not finite is not in the reading", () => {
  expect(readingAt(series, 1)).not.toHaveProperty("generatedTokensPerSecond");
  expect(readingAt(series, 1)).toMatchObject({ itlSeconds: 0.01 });
});
