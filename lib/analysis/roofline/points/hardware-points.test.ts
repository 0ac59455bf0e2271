import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { findRoof } from "@/lib/analysis/roofline/bounds/roof";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { decodeGroup } from "@/lib/analysis/roofline/step-work/batch";
import { oneAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import { stepWork } from "@/lib/analysis/roofline/step-work/step-work";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { checkAgreement, type Agreement } from "./checks/disagreement";
import type { CounterSample } from "./counter-sample";
import { enginePoints } from "./engine-points";
import { symmetricError, computeErrorRange, combineErrors, inverseError } from "./expected-error";
import { hardwarePoints, type HardwareSample } from "./hardware-points";
import { estimatePool, type PoolSample } from "./pool-estimates";
import type { PoolSetting } from "./setting";

const accelerator = findAccelerator("h100-sxm")!;
const roof = findRoof(accelerator, "bf16")!;
const served = { shape: findModel("llama-3.1-8b")!, formats: bf16Formats };
const setting: PoolSetting = {
  servedModel: served,
  accelerator,
  parallelism: oneAccelerator,
  replicas: 2,
  role: "both",
  usesChunkedPrefill: true,
};
const work = stepWork(served, [decodeGroup(42, 1000)]);
const stepSeconds = 7.8e-3;

/** Decode of 42 sequences with 1000 tokens in steps of 7.8 ms, always busy, on two instances. */
const counters: CounterSample = {
  generatedTokensPerSecond: (2 * 42) / stepSeconds,
  firstTokensPerSecond: 0,
  stepsPerSecond: 2 / stepSeconds,
  itlSeconds: stepSeconds,
  promptTokensMean: 900,
  outputTokensMean: 200,
};

function placement(sample: Partial<HardwareSample>, batch = 42) {
  const found = hardwarePoints(
    { tensorActiveRatio: 0.3, dramActiveRatio: 0.76, windowSeconds: 600, ...sample },
    { accelerator, roof },
    { batch },
  );
  if (found.kind !== "available") throw new Error("not available");
  return found;
}

function agreement(dramActiveRatio: number, differs: Partial<PoolSample> = {}, chosen = setting): Agreement {
  const sample: PoolSample = {
    counters,
    engine: {},
    hardware: { tensorActiveRatio: 0.3, dramActiveRatio, windowSeconds: 600 },
    devices: [accelerator],
    observedMachines: { acceleratorCount: 2, instanceCount: 2 },
    ...differs,
  };
  return checkAgreement(estimatePool(chosen, sample)!, sample)!;
}

const suspectsOf = (found: Agreement) => (found.kind === "disagree" ? found.suspects : []);

test("bytes are DRAM activity times bandwidth, FLOPs tensor activity times peak at the actual clock", () => {
  const { average, busy, clockRatio, dramToPracticalMaxRatio } = placement({
    engineActiveRatio: 0.95,
    smClockHertz: 1980e6,
  });
  expect(average.bytesPerSecond).toBeCloseTo(0.76 * 3350e9, -3);
  expect(clockRatio).toBeCloseTo(1980 / 1830, 3);
  expect(average.flopsPerSecond / (0.3 * 989.4e12 * (1980 / 1830))).toBeCloseTo(1, 3);
  expect(busy?.bytesPerSecond).toBeCloseTo((0.76 * 3350e9) / 0.95, -3);
  expect(busy?.time).toBe("busy");
  expect(dramToPracticalMaxRatio).toBeCloseTo(0.95, 9);
  expect(placement({}).clockRatio).toBeNull();
});

test("few rows keep tensor cores as busy as many, so FLOPs are compared only if tiles are full", () => {
  expect(placement({}, 8).flopsMeaning).toBe("padded");
  expect(placement({}, 8).average.error.flops.lowerByRatio).toBeGreaterThan(0.8);
  expect(placement({}, 128).flopsMeaning).toBe("usable");
});

test("gauges of one minute have a large error, and missing metrics are named", () => {
  expect(placement({ windowSeconds: 60 }).average.error.bytes).toEqual(symmetricError(0.5));
  const { average } = placement({});
  expect(average.error.bytes).toEqual(symmetricError(0.1));
  const without = hardwarePoints({ dramActiveRatio: 0.5, windowSeconds: 600 }, { accelerator, roof });
  expect(without).toEqual({ kind: "not-exposed", missing: ["tensorActiveRatio"] });
});

test("the bus and the counters agree within their error", () => {
  // 2.55 TB/s compared with 2.63 TB/s.
  const found = agreement(0.761);
  expect(found.kind).toBe("agree");
  expect(found.bytes.ratio).toBeCloseTo(0.97, 2);
});

/** The same counters with steps twice as long. */
const slower: CounterSample = {
  ...counters,
  generatedTokensPerSecond: 42 / stepSeconds,
  stepsPerSecond: 1 / stepSeconds,
  itlSeconds: 2 * stepSeconds,
};

test("a busy bus with half the expected bytes: slow memory, or half as many accelerators if their number is unknown", () => {
  expect(suspectsOf(agreement(0.78, { counters: slower }))[0]).toEqual({ kind: "slow-memory" });
  const uncounted = suspectsOf(agreement(0.78, { counters: slower, observedMachines: {} }));
  expect(uncounted).toContainEqual({ kind: "slow-memory" });
  expect(uncounted).toContainEqual({ kind: "accelerator-count", count: 1 });
});

test("a quiet bus with more bytes than counted is other work, with fewer it is shared reads", () => {
  const quiet = agreement(0.4, {
    counters: {
      ...counters,
      generatedTokensPerSecond: 22 / stepSeconds,
      stepsPerSecond: 0.5 / stepSeconds,
      itlSeconds: 4 * stepSeconds,
    },
  });
  expect(suspectsOf(quiet)).toEqual([{ kind: "other-work" }]);
  expect(suspectsOf(agreement(0.6))).toContainEqual({ kind: "shared-reads" });
  // If prompts share nothing, nothing is read together.
  const alone = { ...counters, promptTokensPerSecond: 100, cachedPromptTokensPerSecond: 0 };
  expect(suspectsOf(agreement(0.6, { counters: alone }))).not.toContainEqual({ kind: "shared-reads" });
});

test("suspects weights half as wide if the bus transfers correspondingly less", () => {
  const really = work.bytes - work.weightBytes / 2;
  expect(suspectsOf(agreement(really / stepSeconds / 3350e9))).toContainEqual({
    kind: "weight-format",
    format: "fp8",
  });
});

test("names a device that differs from the chosen one first", () => {
  // An L40S is chosen, an H100 ran: 0.76 of a bus four times as wide.
  const found = agreement(0.76, {}, { ...setting, accelerator: findAccelerator("l40s")! });
  expect(suspectsOf(found)).toEqual([{ kind: "accelerator", id: "h100-sxm", name: accelerator.name }]);
});

test("the engine's estimates are biased upwards, and counters that never move were not enabled", () => {
  const sample = { flopsPerSecond: 8e13, readBytesPerSecond: 2.5e12, writtenBytesPerSecond: 1e10 };
  const found = enginePoints({ ...sample, busyRatio: 0.8, prefillFlopsRatio: 0.02 }, roof);
  expect(found).toMatchObject({ kind: "available", average: { method: "engine", flopsPerSecond: 8e13 } });
  expect(found.kind === "available" && found.busy?.flopsPerSecond).toBeCloseTo(1e14, -3);
  expect(found.kind === "available" && found.average.flopsRange.lower).toBeCloseTo(8e13 / 1.1, -3);
  const mixed = enginePoints(sample, roof);
  expect(mixed.kind === "available" && mixed.busy).toBeNull();
  expect(mixed.kind === "available" && mixed.average.flopsRange.lower).toBeCloseTo(8e13 / 1.3, -3);
  expect(enginePoints({ flopsPerSecond: 0, readBytesPerSecond: 0 }, roof)).toEqual({ kind: "not-counted" });
  expect(enginePoints({}, roof)).toEqual({ kind: "not-exposed" });
});

test("errors: independent ones add in quadrature, those of a divisor are inverted, none is below 0", () => {
  expect(combineErrors(symmetricError(0.03), symmetricError(0.04)).higherByRatio).toBeCloseTo(0.05, 12);
  expect(inverseError({ lowerByRatio: 0.2, higherByRatio: 0.25 })).toEqual({
    lowerByRatio: 0.2,
    higherByRatio: 0.25,
  });
  expect(computeErrorRange(10, { lowerByRatio: 2, higherByRatio: 0.1 })).toEqual({ lower: 0, upper: 11 });
});
