import fc from "fast-check";
import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { findRoof } from "@/lib/analysis/roofline/bounds/roof";
import { decodeBound } from "@/lib/analysis/roofline/bounds/decode-bound";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { oneAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import { prefillGroup } from "@/lib/analysis/roofline/step-work/batch";
import { stepWork } from "@/lib/analysis/roofline/step-work/step-work";
import { bf16Formats } from "@/lib/model/roofline/precision";
import type { Accelerator } from "@/lib/model/roofline/accelerator";
import { counterPoints, type PhasePoints } from "./counter-points";
import type { CounterSample } from "./counter-sample";
import { meanContext, missingContextInputs } from "./mean-context";
import type { OperatingPoint } from "./operating-point";
import { simulateEngine, type PhaseTruth } from "./fixtures";
import { breakDownStepTime } from "./step-time-breakdown";
import { estimatePool } from "./pool-estimates";
import { findWrongInputs } from "./checks/wrong-inputs";
import type { PoolSetting } from "./setting";

const roof = findRoof(findAccelerator("h100-sxm")!, "bf16")!;

function settingOf(model: string): PoolSetting {
  return {
    servedModel: { shape: findModel(model)!, formats: bf16Formats },
    accelerator: findAccelerator("h100-sxm")!,
    parallelism: oneAccelerator,
    replicas: 1,
    role: "both",
    usesChunkedPrefill: true,
  };
}

function availableOf(placement: PhasePoints) {
  if (placement.kind !== "available") throw new Error(`not available: ${JSON.stringify(placement)}`);
  return placement;
}

const achievedRates = { flopsPerSecond: 989.4e12 * 0.65, bytesPerSecond: 3350e9 * 0.78 };
const load = {
  promptTokens: 800,
  outputTokens: 200,
  stepTokenBudget: 2048,
  simulatedSeconds: 30,
  overheadSeconds: 0.001,
};

function simulated(model: string, requestsPerSecond: number, lengths: Partial<typeof load> = {}) {
  const setting = settingOf(model);
  const engine = { ...load, ...lengths, servedModel: setting.servedModel, achievedRates, requestsPerSecond };
  return { setting, ...simulateEngine(engine) };
}

function expectWithinError(busy: OperatingPoint, truth: PhaseTruth): void {
  const intensity = truth.flopsPerSecond / truth.bytesPerSecond;
  expect(truth.flopsPerSecond).toBeGreaterThan(busy.flopsRange.lower);
  expect(truth.flopsPerSecond).toBeLessThan(busy.flopsRange.upper);
  expect(intensity).toBeGreaterThan(busy.intensityRange.lower);
  expect(intensity).toBeLessThan(busy.intensityRange.upper);
}

test.each([
  ["llama-3.1-8b", 2],
  ["llama-3.1-8b", 10],
  ["llama-3.1-8b", 20],
  ["qwen2.5-32b", 3],
  ["qwen3-30b-a3b", 8],
] as const)(
  "%s at %d requests per second: points match the simulated steps within their error",
  (model, rate) => {
    const { setting, sample, decode, prompts, batch } = simulated(model, rate);
    const points = counterPoints(sample, setting, roof);
    const [separate, mixed] = [availableOf(points.decode), availableOf(points.prefill)];
    expectWithinError(separate.busy, decode);
    expectWithinError(mixed.busy, prompts);
    expect(Math.abs(separate.meanStep.busyRatio - decode.busyRatio)).toBeLessThan(0.05);
    expect(Math.abs(separate.meanStep.batch / batch - 1)).toBeLessThan(0.03);
    // Routing is skewed by an unknown amount.
    expect(separate.busy.error.bytes.higherByRatio).toBeGreaterThan(model === "qwen3-30b-a3b" ? 0.2 : 0.05);
    expect(separate.busy.error.bytes.higherByRatio).toBeLessThan(model === "qwen3-30b-a3b" ? 0.21 : 0.06);
    expect(separate.busy.mixed).toBeNull();
    expect(mixed.busy.mixed?.decodeTokens).toBeGreaterThan(0);
    expect(separate.busy.judgement.kind).toBe("possible");
  },
);

test.each([4, 10] as const)(
  "prompts in separate steps, %d per second: the phases do not affect each other",
  (requestsPerSecond) => {
    const setting = { ...settingOf("llama-3.1-8b"), usesChunkedPrefill: false };
    const { sample, decode, prompts, batch } = simulateEngine({
      ...load,
      servedModel: setting.servedModel,
      achievedRates,
      requestsPerSecond,
      hasSeparatePromptSteps: true,
    });
    const points = counterPoints(sample, setting, roof);
    expectWithinError(availableOf(points.decode).busy, decode);
    expectWithinError(availableOf(points.prefill).busy, prompts);
    expect(availableOf(points.prefill).busy.mixed).toBeNull();
    expect(Math.abs(availableOf(points.decode).meanStep.batch / batch - 1)).toBeLessThan(0.03);
  },
);

test.each([
  ["llama-3.1-8b", 0.5, 200, 200],
  ["llama-3.1-8b", 0.5, 8000, 300],
  ["llama-3.1-8b", 2, 8000, 300],
  ["llama-3.1-8b", 6, 30, 600],
  ["qwen2.5-32b", 0.5, 8000, 300],
  ["qwen2.5-32b", 1, 8000, 300],
  ["qwen2.5-32b", 6, 1000, 250],
  ["gpt-oss-20b", 1, 1000, 250],
  ["gpt-oss-20b", 6, 8000, 300],
] as const)(
  "%s, %d per second with %d and %d tokens: idle, chunked or nearly full, the true value is within the error",
  (model, rate, promptTokens, outputTokens) => {
    const { setting, sample, decode, prompts } = simulated(model, rate, { promptTokens, outputTokens });
    const points = counterPoints(sample, setting, roof);
    expectWithinError(availableOf(points.decode).busy, decode);
    expectWithinError(availableOf(points.prefill).busy, prompts);
    const offset = availableOf(points.prefill).meanStep.busyRatio - prompts.busyRatio;
    // Prompts that share the rest of a chunk appear longer than they are.
    expect(Math.abs(offset)).toBeLessThan(0.16 * prompts.busyRatio + 0.01);
  },
);

test("reports mixed steps only when prompts take more time than there is", () => {
  const { setting, sample, prompts } = simulated("llama-3.1-8b", 6, {
    promptTokens: 8000,
    outputTokens: 300,
  });
  const points = counterPoints(sample, setting, roof);
  expect(points.decode).toEqual({ kind: "mixed-only" });
  // Every step includes a prompt, so the counted steps share the weights.
  const { intensityFlopPerByte } = availableOf(points.prefill).busy;
  expect(Math.abs((intensityFlopPerByte * prompts.bytesPerSecond) / prompts.flopsPerSecond - 1)).toBeLessThan(
    0.1,
  );
  expectWithinError(availableOf(points.prefill).busy, prompts);
});

test("without a step counter the batch follows from token gaps", () => {
  const { setting, sample, decode } = simulated("llama-3.1-8b", 10);
  const { busy, meanStep } = availableOf(
    counterPoints({ ...sample, stepsPerSecond: undefined }, setting, roof).decode,
  );
  expect(meanStep.phaseTimes?.batchSource).toBe("gaps");
  expectWithinError(busy, decode);
});

test("without prefill time the decode point is lower, and prefill reports the missing input", () => {
  const { setting, sample } = simulated("llama-3.1-8b", 20);
  const full = availableOf(counterPoints(sample, setting, roof).decode).busy;
  const { decode, prefill } = counterPoints({ ...sample, prefillSeconds: undefined }, setting, roof);
  expect(availableOf(decode).busy.flopsPerSecond).toBeLessThan(full.flopsPerSecond);
  expect(availableOf(decode).busy.error.time).toEqual({ lowerByRatio: 0.1, higherByRatio: 0.1 });
  expect(prefill).toEqual({ kind: "cannot-tell", missingInputs: ["prefillSeconds"] });
});

test("cached prompt tokens are not computed, but attended to", () => {
  const { setting, sample } = simulated("llama-3.1-8b", 2);
  const perPrompt = (cachedTokens: number): number => {
    const cached = cachedTokens * sample.firstTokensPerSecond!;
    const reported = {
      ...sample,
      promptTokensPerSecond: sample.promptTokensPerSecond! + cached,
      cachedPromptTokensPerSecond: cached,
    };
    return availableOf(counterPoints(reported, { ...setting, role: "prefill" }, roof).prefill).busy
      .flopsPerSecond;
  };
  // 32 layers of 32 heads of 128.
  const more = 4 * 32 * 32 * 128 * 800 * 4000;
  const alone = stepWork(setting.servedModel, [prefillGroup(800)]).flops;
  expect(perPrompt(4000) / perPrompt(0)).toBeCloseTo((alone + more) / alone, 2);
});

test("average points have the same intensity and add up to the total work", () => {
  const { setting, sample, decode, prompts } = simulated("llama-3.1-8b", 10);
  const points = counterPoints(sample, setting, roof);
  const [separate, mixed] = [availableOf(points.decode), availableOf(points.prefill)];
  for (const { busy, average } of [separate, mixed]) {
    expect(average.intensityFlopPerByte / busy.intensityFlopPerByte).toBeCloseTo(1, 9);
    expect(average.flopsPerSecond).toBeLessThan(busy.flopsPerSecond);
  }
  const spent = (one: PhaseTruth): number => one.flopsPerSecond * one.busyRatio;
  const counted = separate.average.flopsPerSecond + mixed.average.flopsPerSecond;
  expect(counted / (spent(decode) + spent(prompts))).toBeCloseTo(1, 1);
});

test("property: twice the instances at twice the rates give the same points per accelerator", () => {
  const { setting, sample } = simulated("llama-3.1-8b", 10);
  const rates = [
    "promptTokensPerSecond",
    "generatedTokensPerSecond",
    "firstTokensPerSecond",
    "stepsPerSecond",
    "runningRequests",
  ] as const;
  const alone = counterPoints(sample, setting, roof);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), (replicas) => {
      const many = { ...sample };
      for (const rate of rates) many[rate] = (sample[rate] ?? 0) * replicas;
      const points = counterPoints(many, { ...setting, replicas }, roof);
      for (const phase of ["decode", "prefill"] as const)
        expect(
          availableOf(points[phase]).busy.flopsPerSecond / availableOf(alone[phase]).busy.flopsPerSecond,
        ).toBeCloseTo(1, 9);
    }),
  );
});

test("an idle phase, another role and missing inputs are reported, never as a point at 0", () => {
  const setting = settingOf("llama-3.1-8b");
  const idle = { generatedTokensPerSecond: 0, promptTokensPerSecond: 0, firstTokensPerSecond: 0 };
  expect(counterPoints(idle, setting, roof)).toEqual({ decode: { kind: "idle" }, prefill: { kind: "idle" } });
  expect(counterPoints({}, setting, roof)).toEqual({
    decode: { kind: "cannot-tell", missingInputs: ["generatedTokensPerSecond", "itlSeconds"] },
    prefill: {
      kind: "cannot-tell",
      missingInputs: ["promptTokensPerSecond", "firstTokensPerSecond", "prefillSeconds"],
    },
  });
  const { sample } = simulated("llama-3.1-8b", 2);
  expect(counterPoints(sample, { ...setting, role: "prefill" }, roof).decode).toEqual({ kind: "other-role" });
  expect(counterPoints(sample, { ...setting, role: "decode" }, roof).prefill).toEqual({ kind: "other-role" });
  const lengthless = {
    ...sample,
    kvUsageRatio: undefined,
    promptTokensMean: undefined,
    firstTokensPerSecond: undefined,
  };
  // Inputs that are present are not listed.
  const cacheless = sample.kvCacheTokens === undefined ? ["kvCacheTokens"] : [];
  expect(counterPoints(lengthless, setting, roof).decode).toEqual({
    kind: "cannot-tell",
    missingInputs: ["kvUsageRatio", ...cacheless, "promptTokensMean"],
  });
});

const above = (wrong: PoolSetting, counters: CounterSample, devices: readonly Accelerator[]) => {
  const reported = { counters, engine: {}, hardware: { windowSeconds: 300 }, devices };
  const estimates = estimatePool(wrong, {
    ...reported,
    counters: { ...counters, kvCacheTokens: undefined },
  })!;
  return {
    estimates,
    named: findWrongInputs(
      estimates,
      { ...reported, counters: { ...counters, kvCacheTokens: undefined } },
      null,
    ),
  };
};

test("a point above the roof is impossible when the wrong accelerator is chosen", () => {
  const { setting, sample } = simulated("llama-3.1-8b", 10);
  const wrong = { ...setting, accelerator: findAccelerator("l40s")! };
  const { estimates, named } = above(wrong, sample, [findAccelerator("h100-sxm")!]);
  const { busy } = availableOf(estimates.decode);
  expect(busy.judgement.kind).toBe("impossible");
  expect(named.map(({ suspect }) => suspect)).toEqual([
    expect.objectContaining({ kind: "accelerator", id: "h100-sxm" }),
  ]);
  expect(named[0]?.correctedUtilisation?.mbu).toBeGreaterThan(0.55);
  const unnamed = above(wrong, sample, []).named;
  // More instances would not reduce the bytes that one of them reads.
  expect(unnamed.map(({ suspect }) => suspect.kind)).toContain("tensor-parallel");
  expect(unnamed.map(({ suspect }) => suspect.kind)).not.toContain("accelerator-count");
  // Prompts are above the peak as well, and narrower weights do not change that.
  expect(unnamed.map(({ suspect }) => suspect.kind)).not.toContain("weight-format");
  expect(
    unnamed.every(
      ({ correctedUtilisation }) => Math.max(correctedUtilisation!.mbu, correctedUtilisation!.mfu) <= 0.95,
    ),
  ).toBe(true);
});

test("weights configured too wide: the widest format below the roof is the first suspect", () => {
  const { setting, sample } = simulated("llama-3.1-8b", 10);
  const wide = {
    ...setting,
    servedModel: { ...setting.servedModel, formats: { ...bf16Formats, linear: "fp32" as const } },
  };
  const { estimates, named } = above(wide, sample, [setting.accelerator]);
  expect(availableOf(estimates.decode).busy.judgement.kind).not.toBe("possible");
  expect(named[0]?.suspect).toEqual({ kind: "weight-format", format: "bf16" });
});

test("published runs: achieved bandwidth, all memory-bound", () => {
  // FerranAgulloLopez/vLLMBatchingMemoryGap@a918634, Llama-2-7B on an H100 of 64 GB, outputs of 261 tokens, mean
  // context 380.5.
  const accelerator = findAccelerator("h100-64-custom")!;
  const separate = findRoof(accelerator, "fp16")!;
  const served = { shape: findModel("llama-2-7b")!, formats: findModel("llama-2-7b")!.publishedFormats };
  for (const [running, itlMs, intensity, gigabytesPerSecond] of [
    [1, 10.877, 1, 1233],
    [4, 11.441, 3.83, 1225],
    [15.9, 13.726, 13, 1194],
    [63.7, 21.664, 33, 1197],
    [127.5, 32.463, 44.3, 1191],
  ] as const) {
    const { work } = decodeBound(served, { batch: running, contextTokens: 380.5 }, { ceilings: separate });
    const shares = breakDownStepTime(work, { stepSeconds: itlMs / 1e3, communicationSeconds: 0 }, separate);
    expect(work.bytes / (itlMs / 1e3) / 1e9 / gigabytesPerSecond).toBeCloseTo(1, 1.6);
    expect(Math.abs(work.flops / work.bytes / intensity - 1)).toBeLessThan(0.03);
    expect(shares.boundBy).toBe("memory");
    expect(shares.memorySeconds + shares.communicationSeconds + shares.otherSeconds).toBeCloseTo(
      itlMs / 1e3,
      9,
    );
  }
});

test("communication has a share of a step, and a step shorter than its parts is impossible", () => {
  const { work } = decodeBound(
    settingOf("llama-3.1-8b").servedModel,
    { batch: 42, contextTokens: 1000 },
    { ceilings: roof },
  );
  const shares = breakDownStepTime(work, { stepSeconds: 8e-3, communicationSeconds: 1e-3 }, roof);
  expect(shares.otherSeconds).toBeCloseTo(7e-3 - work.bytes / 3350e9, 12);
  expect(shares.overlapped).toBe("compute");
  const short = breakDownStepTime(work, { stepSeconds: 6.5e-3, communicationSeconds: 1e-3 }, roof);
  expect(short.otherSeconds).toBe(0);
  expect(short.impossibleSeconds).toBeCloseTo(work.bytes / 3350e9 - 5.5e-3, 12);
});

test.each([
  ["llama-3.1-8b", 2],
  ["llama-3.1-8b", 10],
  ["qwen2.5-32b", 3],
] as const)(
  "%s at %d per second, an engine without request lengths: token counters give the context within the error",
  (model, rate) => {
    const { setting, sample, decode } = simulated(model, rate);
    const lengthless = {
      ...sample,
      kvUsageRatio: undefined,
      promptTokensMean: undefined,
      outputTokensMean: undefined,
      outputTokensSelfWeighted: undefined,
    };
    const { busy, meanStep } = availableOf(counterPoints(lengthless, setting, roof).decode);
    expectWithinError(busy, decode);
    expect(meanStep.meanContext).toMatchObject({ method: "token-counters" });
    expect(Math.abs(meanStep.meanContext!.tokens / 900 - 1)).toBeLessThan(
      meanStep.meanContext!.error.lowerByRatio,
    );
  },
);

test("derives prompt length from token counters if only output length is reported; missing if no prompt arrived", () => {
  const shape = findModel("llama-3.1-8b")!;
  const reported = { outputTokensMean: 200, promptTokensPerSecond: 1600, firstTokensPerSecond: 2 };
  expect(meanContext(reported, shape, 1)).toMatchObject({ tokens: 900, method: "token-counters" });
  expect(meanContext({ ...reported, firstTokensPerSecond: 0 }, shape, 1)).toBeNull();
  // With shared prefixes the cache is not used, so its inputs are not missing.
  const shared = { outputTokensMean: 200, promptTokensPerSecond: 1600, cachedPromptTokensPerSecond: 400 };
  expect(missingContextInputs(shared, shape)).toEqual(["promptTokensMean"]);
});

test("derives the mean context from the cache gauge on a published run", () => {
  const sample = { kvUsageRatio: 0.274, kvCacheTokens: 5671 * 16, kvBlockTokens: 16, runningRequests: 63.7 };
  const shape = findModel("llama-2-7b")!;
  expect(meanContext(sample, shape, 1)?.tokens).toBeCloseTo(382.3, 1);
  expect(meanContext({ ...sample, kvBlockTokens: undefined }, shape, 1)?.tokens).toBeCloseTo(390.3, 1);
  const lengths = { promptTokensMean: 250, outputTokensMean: 261 };
  expect(meanContext(lengths, shape, 1)).toMatchObject({ tokens: 380.5, method: "mean-lengths" });
  // The cache counts shared prefixes once, and windowed layers drop tokens.
  const shared = { ...sample, ...lengths, promptTokensPerSecond: 100, cachedPromptTokensPerSecond: 50 };
  expect(meanContext(shared, shape, 1)?.method).toBe("mean-lengths");
  expect(meanContext({ ...sample, ...lengths }, findModel("gemma-2-9b")!, 1)?.method).toBe("mean-lengths");
  expect(meanContext({ runningRequests: 3 }, shape, 1)).toBeNull();
});
