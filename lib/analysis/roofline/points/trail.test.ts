import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { findRoof } from "@/lib/analysis/roofline/bounds/roof";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { oneAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { counterPoints } from "./counter-points";
import type { PoolSetting } from "./setting";
import { computeTrail, type TrailInterval } from "./trail";

const accelerator = findAccelerator("h100-sxm")!;
const roof = findRoof(accelerator, "bf16")!;
const setting: PoolSetting = {
  servedModel: { shape: findModel("llama-3.1-8b")!, formats: bf16Formats },
  accelerator,
  parallelism: oneAccelerator,
  replicas: 1,
  role: "both",
  usesChunkedPrefill: true,
};

const busy = {
  generatedTokensPerSecond: 1000,
  firstTokensPerSecond: 4,
  promptTokensPerSecond: 4000,
  itlSeconds: 0.01,
  prefillSeconds: 0.02,
  promptTokensMean: 1000,
  outputTokensMean: 250,
};
const { generatedTokensPerSecond: _generated, prefillSeconds: _prefill, ...lacking } = busy;
const idle = { generatedTokensPerSecond: 0, firstTokensPerSecond: 0, promptTokensPerSecond: 0 };
const busier = {
  ...busy,
  generatedTokensPerSecond: 2000,
  firstTokensPerSecond: 8,
  promptTokensPerSecond: 8000,
  itlSeconds: 0.012,
  prefillSeconds: 0.03,
};
const intervals: readonly TrailInterval[] = [
  { atMs: 1000, sample: busy },
  { atMs: 2000, sample: lacking },
  { atMs: 3000, sample: busier },
  { atMs: 4000, sample: idle },
  { atMs: 5000, sample: null },
];

test("every interval gives its point; missing inputs and idle intervals are gaps, never a point at 0", () => {
  const { decode, prefill } = computeTrail(intervals, setting, roof);
  expect(decode.map(({ atMs }) => atMs)).toEqual([1000, 3000]);
  expect(prefill.map(({ atMs }) => atMs)).toEqual([1000, 3000]);
  const alone = counterPoints(busier, setting, roof).decode;
  expect(alone).toMatchObject({
    kind: "available",
    busy: {
      flopsPerSecond: decode[1]?.flopsPerSecond,
      intensityFlopPerByte: decode[1]?.intensityFlopPerByte,
    },
  });
  expect(decode.map(({ isMixed }) => isMixed)).toEqual([false, false]);
  expect(prefill.map(({ isMixed }) => isMixed)).toEqual([true, true]);
});

test("utilisation is the sum of the averages: 0 while idle, missing if an input is missing", () => {
  const { utilisation } = computeTrail(intervals, setting, roof);
  expect(utilisation.map(({ atMs }) => atMs)).toEqual([1000, 2000, 3000, 4000, 5000]);
  const { decode, prefill } = counterPoints(busier, setting, roof);
  if (decode.kind !== "available" || prefill.kind !== "available") throw new Error("both run");
  const [, lacks, ran, idled, uncovered] = utilisation;
  if (ran?.kind !== "used" || idled?.kind !== "used") throw new Error("both are available");
  expect(ran.mbu.value).toBeCloseTo(decode.average.mbu + prefill.average.mbu, 12);
  expect(ran.mfu.value).toBeCloseTo(decode.average.mfu + prefill.average.mfu, 12);
  expect(ran.mbu.lower).toBeLessThan(ran.mbu.value);
  expect(ran.mbu.upper).toBeGreaterThan(ran.mbu.value);
  expect(ran.stepsPerSecond).toBeCloseTo(
    decode.meanStep.stepsPerSecond + prefill.meanStep.stepsPerSecond,
    12,
  );
  expect(idled).toMatchObject({ mfu: { value: 0 }, mbu: { value: 0, lower: 0, upper: 0 } });
  expect(lacks).toMatchObject({
    gap: {
      kind: "missing",
      inputs: ["generatedTokensPerSecond", "prefillSeconds"],
      phases: ["decode", "prefill"],
    },
  });
  expect(uncovered).toMatchObject({ gap: { kind: "not-covered" } });
});

test("an interval without counter coverage has no point, regardless of its rates", () => {
  const covered = computeTrail([{ atMs: 1000, sample: busy }], setting, roof);
  expect(covered.decode).toHaveLength(1);
  const { decode, prefill, utilisation } = computeTrail([{ atMs: 1000, sample: null }], setting, roof);
  expect([decode, prefill]).toEqual([[], []]);
  expect(utilisation).toEqual([{ atMs: 1000, kind: "gap", gap: { kind: "not-covered" } }]);
});
