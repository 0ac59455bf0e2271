import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { fitLine } from "@/lib/analysis/roofline/sweep/fit-line";
import { computeSweepInterval } from "@/lib/analysis/roofline/sweep/sweep-interval";
import { oneAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { analysePool, type PoolRoofline } from "./analyse-pool";
import type { PoolSample } from "./pool-estimates";
import type { PoolSetting } from "./setting";
import { simulateEngine, type PhaseTruth } from "./fixtures";

const h100 = findAccelerator("h100-sxm")!;
const setting: PoolSetting = {
  servedModel: { shape: findModel("llama-3.1-8b")!, formats: bf16Formats },
  accelerator: h100,
  parallelism: oneAccelerator,
  replicas: 1,
  role: "both",
  usesChunkedPrefill: true,
};
const reached = { flopsPerSecond: 989.4e12 * 0.65, bytesPerSecond: 3350e9 * 0.78 };

function simulated(requestsPerSecond: number, bandwidthRatio = 1, overheadSeconds = 0.001) {
  return simulateEngine({
    servedModel: setting.servedModel,
    achievedRates: { ...reached, bytesPerSecond: reached.bytesPerSecond * bandwidthRatio },
    overheadSeconds,
    requestsPerSecond,
    promptTokens: 1000,
    outputTokens: 250,
    stepTokenBudget: 2048,
    simulatedSeconds: 40,
  });
}

type Run = ReturnType<typeof simulated>;

/** The accelerator's counters: the bus is equally busy while bytes move, however few bytes it delivers. */
function readingOf(run: Run, dramActiveRatio?: number): PoolSample {
  const spent = (value: (one: PhaseTruth) => number): number =>
    value(run.decode) * run.decode.busyRatio + value(run.prompts) * run.prompts.busyRatio;
  return {
    counters: run.sample,
    engine: {
      flopsPerSecond: spent((one) => one.flopsPerSecond) * 1.05,
      readBytesPerSecond: spent((one) => one.bytesPerSecond) * 1.05,
    },
    hardware: {
      tensorActiveRatio: spent((one) => one.flopsPerSecond) / 989.4e12,
      dramActiveRatio: dramActiveRatio ?? spent((one) => one.bytesPerSecond) / 3350e9,
      engineActiveRatio: run.decode.busyRatio + run.prompts.busyRatio,
      windowSeconds: 600,
    },
    devices: [h100],
  };
}

function analyse(run: Run, sample = readingOf(run), on: PoolSetting = setting): PoolRoofline {
  const pool = analysePool(on, sample);
  if (pool === null) throw new Error("no roof");
  return pool;
}

const busyOf = (pool: PoolRoofline, phase: "decode" | "prefill") => {
  const placement = pool[phase];
  if (placement.kind !== "available") throw new Error(`${phase} is not available`);
  return placement.busy;
};

test("a memory-bound decode and compute-bound prompts have the expected facts, and shares that add up", () => {
  const run = simulated(12);
  const pool = analyse(run);
  expect(pool.decodeShares?.boundBy).toBe("memory");
  expect(pool.prefillShares?.boundBy).toBe("compute");
  for (const shares of [pool.decodeShares!, pool.prefillShares!]) {
    const { memorySeconds, computeSeconds, communicationSeconds, otherSeconds, stepSeconds } = shares;
    const longer = Math.max(memorySeconds, computeSeconds);
    expect(longer + communicationSeconds + otherSeconds).toBeCloseTo(stepSeconds, 12);
    expect(shares.impossibleSeconds).toBe(0);
  }
  const facts = pool.decodeFacts!;
  expect(facts.bytesPerStep).toBeGreaterThan(15e9);
  expect(facts.breakEven).toEqual({ kind: "never" });
  expect(facts.contextLimit.kind === "above" && Math.round(facts.contextLimit.tokens)).toBe(393);
  expect(facts.bandwidthKind).toBe("specified");
  expect(pool.hardwareAgreement?.kind).toBe("agree");
  expect(pool.wrongInputs).toEqual([]);
  expect(pool.engineAgreement).toMatchObject({ agrees: true, suspects: [] });
});

test("a small model whose steps wait for launches is overhead-bound", () => {
  const small = { ...setting, servedModel: { shape: findModel("llama-3.2-1b")!, formats: bf16Formats } };
  const run = simulateEngine({
    servedModel: small.servedModel,
    achievedRates: reached,
    overheadSeconds: 0.004,
    requestsPerSecond: 4,
    promptTokens: 200,
    outputTokens: 200,
    stepTokenBudget: 2048,
    simulatedSeconds: 40,
  });
  const pool = analyse(run, readingOf(run), small);
  expect(pool.decodeShares?.boundBy).toBe("overhead");
  expect(pool.decodeShares!.otherSeconds).toBeGreaterThan(0.7 * pool.decodeShares!.stepSeconds);
});

test("memory at half its bandwidth with an equally busy bus lowers the decode point at the same intensity", () => {
  const healthy = simulated(12);
  // Steps take nearly twice as long, so about half the arrivals keep the same batch.
  const slow = simulated(7.6, 0.5);
  const before = analyse(healthy);
  const after = analyse(slow, readingOf(slow, 0.78));
  expect(Math.abs(slow.sample.runningRequests! / healthy.sample.runningRequests! - 1)).toBeLessThan(0.1);
  const [was, is] = [busyOf(before, "decode"), busyOf(after, "decode")];
  expect(Math.abs(is.intensityFlopPerByte / was.intensityFlopPerByte - 1)).toBeLessThan(0.1);
  expect(is.flopsPerSecond / was.flopsPerSecond).toBeLessThan(0.62);
  expect(is.flopsPerSecond / was.flopsPerSecond).toBeGreaterThan(0.45);
  const [prompts, slowPrompts] = [busyOf(before, "prefill"), busyOf(after, "prefill")];
  expect(slowPrompts.flopsPerSecond / prompts.flopsPerSecond).toBeGreaterThan(0.8);
  expect(after.hardwareAgreement?.kind).toBe("disagree");
  expect(after.hardwareAgreement?.kind === "disagree" && after.hardwareAgreement.suspects[0]).toEqual({
    kind: "slow-memory",
  });
});

test("a wrong accelerator gives an impossible point, and the exporter's device is the first suspect", () => {
  const run = simulated(12);
  const wrong = { ...setting, accelerator: findAccelerator("l4")! };
  const pool = analyse(run, readingOf(run), wrong);
  expect(busyOf(pool, "decode").judgement.kind).toBe("impossible");
  expect(pool.wrongInputs[0]?.suspect).toMatchObject({ kind: "accelerator", id: "h100-sxm" });
  expect(pool.hardwareAgreement?.kind === "disagree" && pool.hardwareAgreement.suspects[0]).toMatchObject({
    kind: "accelerator",
    id: "h100-sxm",
  });
});

test("reports how the engine's estimate differs: weight format, missing parts, number of accelerators", () => {
  const run = simulated(12);
  const sample = readingOf(run);
  const suspects = (flops: number, bytes: number) =>
    analyse(run, {
      ...sample,
      engine: {
        flopsPerSecond: sample.engine.flopsPerSecond! * flops,
        readBytesPerSecond: sample.engine.readBytesPerSecond! * bytes,
      },
    }).engineAgreement?.suspects;
  expect(suspects(1, 0.6)).toEqual(["narrower-weights"]);
  expect(suspects(1, 1.9)).toEqual(["wider-weights"]);
  expect(suspects(0.6, 1)).toEqual(["missing-part"]);
  expect(suspects(1.6, 1)).toEqual(["larger-model"]);
  expect(suspects(0.5, 0.5)).toEqual(["accelerator-count"]);
});

test("the engine's point uses the accelerator's busy time and has a smaller error with little prefill", () => {
  const run = simulateEngine({
    servedModel: setting.servedModel,
    achievedRates: reached,
    overheadSeconds: 0.001,
    requestsPerSecond: 2,
    promptTokens: 10,
    outputTokens: 400,
    stepTokenBudget: 2048,
    simulatedSeconds: 30,
  });
  const sample = readingOf(run);
  const { engine } = analyse(run, { ...sample, hardware: { ...sample.hardware, engineActiveRatio: 0.5 } });
  if (engine.kind !== "available") throw new Error(engine.kind);
  expect(engine.busy!.flopsPerSecond / engine.average.flopsPerSecond).toBeCloseTo(2, 9);
  expect(engine.average.error.flops.lowerByRatio).toBeCloseTo(1 - 1 / 1.1, 9);
  const mostlyPrompts = analyse(simulated(12)).engine;
  expect(mostlyPrompts.kind === "available" && mostlyPrompts.average.error.flops.lowerByRatio).toBeCloseTo(
    1 - 1 / 1.3,
    9,
  );
});

test("communication has a share with several accelerators", () => {
  const run = simulated(12);
  const four = { ...setting, parallelism: { tensor: 4, pipeline: 1 } };
  const pool = analyse(run, readingOf(run), four);
  expect(pool.decodeShares!.communicationSeconds).toBeGreaterThan(0);
});

test("without metrics every method reports its missing inputs and gives no point", () => {
  const pool = analysePool(setting, {
    counters: {},
    engine: {},
    hardware: { windowSeconds: 600 },
    devices: [],
  });
  expect(pool).toMatchObject({
    decode: { kind: "cannot-tell" },
    prefill: { kind: "cannot-tell" },
    engine: { kind: "not-exposed" },
    hardware: { kind: "not-exposed" },
    hardwareAgreement: null,
    engineAgreement: null,
    decodeShares: null,
    prefillShares: null,
    decodeFacts: null,
    wrongInputs: [],
  });
  expect(
    analysePool({ ...setting, accelerator: { ...h100, peakFlopsPerSecond: {} } }, readingOf(simulated(1))),
  ).toBeNull();
});

test("intervals of a daily load give a sweep whose slope is one sequence's cache; prefill intervals are excluded", () => {
  const answers = [2, 5, 8, 11, 14, 18].map((rate) =>
    computeSweepInterval(simulated(rate).sample, setting, 40),
  );
  const intervals = answers.flatMap((one) => (one.kind === "interval" ? [one] : []));
  expect(answers.at(-1)).toEqual({ kind: "excluded", reason: "mostly-prefill" });
  expect(computeSweepInterval({}, setting, 40)).toEqual({ kind: "excluded", reason: "nothing-decoded" });
  const fit = fitLine(intervals);
  if (fit.kind !== "fit") throw new Error(fit.reason);
  const perSequence = (1125 * 131_072) / reached.bytesPerSecond;
  expect(fit.perSequenceSeconds.value / perSequence).toBeGreaterThan(0.8);
  expect(fit.perSequenceSeconds.value / perSequence).toBeLessThan(1.1);
  expect(fit.baseSeconds.value / (15.01e9 / reached.bytesPerSecond + 0.001)).toBeCloseTo(1, 1);
});

test("with half of the time idle, a bus that is busy only during steps means slow memory, not other work", () => {
  const run = simulated(0.1, 0.35);
  const sample = readingOf(run);
  const busyRatio = sample.hardware.engineActiveRatio!;
  expect(busyRatio).toBeLessThan(0.95);
  const { hardwareAgreement: agreement } = analyse(run, {
    ...sample,
    hardware: { ...sample.hardware, dramActiveRatio: 0.55 * busyRatio },
  });
  expect(agreement?.kind === "disagree" && agreement.suspects[0]).toEqual({ kind: "slow-memory" });
});
