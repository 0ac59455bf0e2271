/** Headline and detail give one explanation: memory, inputs, or either of them when the data is inconclusive. */
import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { classifyBound, findSecondBound } from "@/lib/analysis/roofline/bounds/bound-by";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import {
  assistEngine,
  withInt4Weights,
  runEngine,
  type EngineTruth,
} from "@/lib/analysis/roofline/points/fixtures-running";
import { analysePool } from "@/lib/analysis/roofline/points/analyse-pool";
import type { PoolSample } from "@/lib/analysis/roofline/points/pool-estimates";
import type { PoolSetting } from "@/lib/analysis/roofline/points/setting";
import { sentenceText } from "@/tests/support/sentence-text";
import { cacheRemedyText } from "./cache-remedy";
import { prefillHeadline } from "./contradicted-headline";
import { describePeriod } from "./describe-period";
import { describeHeadline } from "./describe-headline";

function describeRun(
  truth: EngineTruth,
  change: (reading: PoolSample, setting: PoolSetting) => [PoolSample, PoolSetting],
  configuredAccelerators = truth.tensor ?? 1,
) {
  const right = runEngine(truth);
  const [reading, setting] = change(right.sample, right.setting);
  const analysis = analysePool(setting, reading)!;
  const period = describePeriod({
    roofline: analysis,
    sample: reading,
    startMs: 0,
    endMs: 300_000,
    coveredMs: 300_000,
    replicas: 1,
    listMissingInputs: () => [],
    listMissingHardwareInputs: () => [],
    howToEnableEngineEstimate: undefined,
    configuredAccelerators,
    activeAccelerators: 1,
  });
  const { headline, detail } = describeHeadline({
    now: analysis,
    nowPeriod: period,
    fullWindow: null,
    cacheRemedy: null,
  });
  return { period, headline: sentenceText(headline), detail: sentenceText(detail) };
}

test("memory at half its bandwidth: headline, shares and suspects agree", () => {
  const slow = describeRun(
    { ...assistEngine, requestsPerSecond: 2, deliveredRatio: 0.5 },
    (reading, setting) => [reading, setting],
  );
  expect(slow.headline).toMatch(/^Memory bandwidth is too low: .* Decode is memory-bound: each step reads/);
  expect(slow.detail).toMatch(
    /^GPU memory transfers fewer bytes.* Other possible causes: Other processes may use the same GPU\./,
  );
  expect(sentenceText(slow.period.decodeShares!.sentence)).toMatch(
    /that memory delivers and is memory-bound/,
  );
});

test("slow memory with launches that take more of a step: the headline states both", () => {
  const slow = describeRun(
    { ...assistEngine, requestsPerSecond: 2, deliveredRatio: 0.5 },
    ({ counters, ...reading }, setting) => [
      {
        ...reading,
        // Launches double the time of each step, so the bus is busy for half of the time.
        counters: {
          ...counters,
          itlSeconds: 2 * counters.itlSeconds!,
          stepsPerSecond: counters.stepsPerSecond! / 2,
          promptTokensPerSecond: counters.promptTokensPerSecond! / 2,
          generatedTokensPerSecond: counters.generatedTokensPerSecond! / 2,
          firstTokensPerSecond: counters.firstTokensPerSecond! / 2,
        },
        hardware: {
          ...reading.hardware,
          dramActiveRatio: reading.hardware.dramActiveRatio! / 2,
          engineActiveRatio: reading.hardware.engineActiveRatio! / 2,
        },
      },
      setting,
    ],
  );
  expect(slow.headline).toMatch(
    /^Memory bandwidth is too low: .* Reading \S+ takes 0\.\d+ of each decode step/,
  );
});

test("estimates that differ barely more than expected do not change the headline", () => {
  const near = describeRun(assistEngine, (reading, setting) => [
    {
      ...reading,
      hardware: { ...reading.hardware, dramActiveRatio: 1.17 * reading.hardware.dramActiveRatio! },
    },
    setting,
  ]);
  expect(near.period.agreement).toMatchObject({ agrees: false, cause: "machine" });
  expect(near.headline).toMatch(/^Decode is memory-bound: each step reads/);
  expect(near.period.decodeShares?.bandwidthKind).toBe("specified");
});

test("a bus slightly busier than predicted, in a step that seems half idle: the headline does not exclude memory", () => {
  const busier = describeRun(
    { ...assistEngine, requestsPerSecond: 2, deliveredRatio: 0.62 },
    (reading, setting) => {
      const counted = analysePool(setting, reading)!.hardwareAgreement!.bytes.ratio;
      const dramActiveRatio = (1.16 * reading.hardware.dramActiveRatio!) / counted;
      return [{ ...reading, hardware: { ...reading.hardware, dramActiveRatio } }, setting];
    },
  );
  expect(busier.period.agreement).toMatchObject({ agrees: false, cause: "machine" });
  expect(busier.period.decodeShares).toMatchObject({ boundBy: "overhead", bandwidthKind: "specified" });
  expect(busier.headline).toMatch(
    /^The memory bus is busier than the inputs explain: DRAM counters report .*, but the inputs imply .* Reading \S+ takes 0\.\d+ of each decode step/,
  );
  expect(busier.detail).toMatch(/^Possible causes: GPU memory may be slow: .*Prefill is /);
  expect(sentenceText(busier.period.decodeShares!.sentence)).toMatch(
    /The memory bus is busier than these reads explain\. Some of the time under “Other” may be spent waiting for memory\.$/,
  );
});

test("a wrong tensor parallel: the headline blames the inputs, omits the GPU count, and marks the shares", () => {
  const wrong = describeRun(assistEngine, (reading, setting) => [
    reading,
    { ...setting, parallelism: { tensor: 2, pipeline: 1 } },
  ]);
  expect(wrong.headline).toMatch(/^The inputs are wrong: DRAM counters report/);
  expect(wrong.detail).toBe(
    "Most likely: Each instance seems to use one GPU. Check whether its tensor parallelism is 1. ",
  );
  expect(wrong.period.agreement?.suspects.map(({ kind }) => kind)).toEqual(["tensor-parallel"]);
  expect(sentenceText(wrong.period.decodeShares!.sentence)).toMatch(
    / The GPU counters contradict these inputs\.$/,
  );
});

test("when the estimates agree, memory usage is still reported and can contradict a model of equal weight", () => {
  const agreement = (wrong: PoolSetting["servedModel"]["shape"] | null = null) =>
    describeRun({ ...assistEngine, requestsPerSecond: 1, promptTokens: 200 }, (reading, setting) => [
      reading,
      wrong === null ? setting : { ...setting, servedModel: { ...setting.servedModel, shape: wrong } },
    ]).period.agreement!;
  const right = agreement();
  expect(right).toMatchObject({ agrees: true, suspects: [] });
  expect(sentenceText(right.sentence)).toMatch(
    / The used GPU memory matches the configured weights and KV cache\.$/,
  );
  const other = agreement(findModel("qwen2.5-7b"));
  expect(other.agrees).toBe(true);
  expect(sentenceText(other.sentence)).toMatch(
    / The used GPU memory is 1\.\d+ of what the configured weights and KV cache require/,
  );
  expect(other.suspects.map(({ kind }) => kind)).toEqual(["architecture", "other-work"]);
});

test("a point above the roof does not suggest the configured GPU count", () => {
  const wrong = describeRun({ ...assistEngine, tensor: 2 }, (reading, setting) => [
    { ...reading, observedMachines: { ...reading.observedMachines, acceleratorCount: 2 } },
    { ...setting, parallelism: { tensor: 1, pipeline: 1 } },
  ]);
  const kinds = wrong.period.wrongInputs.map(({ kind, value }) => `${kind} ${value}`);
  expect(kinds).toContain("tensor-parallel 2");
  expect(kinds).not.toContain("accelerator-count 2");
});

test("an inconclusive contradiction blames neither inputs nor memory, and names the distinguishing evidence", () => {
  const either = describeRun(
    { ...assistEngine, promptTokens: 40, formats: withInt4Weights, deliveredRatio: 0.6 },
    ({ observedMachines: observed, counters, ...reading }, setting) => [
      {
        ...reading,
        counters: { ...counters, kvCacheTokens: undefined },
        observedMachines: { ...observed, memoryUsedBytes: undefined },
      },
      setting,
    ],
  );
  expect(either.headline).toMatch(/^Inputs and GPU counters disagree: DRAM counters report/);
  expect(either.detail).toMatch(
    /^Possible causes: The weights may be stored as FP8\. .*GPU memory may be slow/,
  );
  expect(either.detail).toMatch(
    /fit the measurements equally well\. To distinguish them, check memory usage, because wider weights use more, .*\.$/,
  );
  expect(either.period.agreement?.cause).toBe("cannot-tell");
});

test("a wrong device with slow memory: the exporter's device name is first and is not listed as evidence to collect", () => {
  const wrong = describeRun(
    { ...assistEngine, requestsPerSecond: 2, deliveredRatio: 0.5 },
    (reading, setting) => [reading, { ...setting, accelerator: findAccelerator("a100-80-sxm")! }],
  );
  expect(wrong.period.agreement?.suspects[0]).toMatchObject({ kind: "accelerator", value: "l40s" });
  expect(wrong.period.agreement?.cause).toBe("inputs");
  expect(wrong.headline).toMatch(/^The inputs are wrong:/);
  expect(wrong.detail).toMatch(/^Most likely: The GPU may be a different model: /);
  expect(wrong.detail).not.toContain("GPU name that its exporter reports");
});

test("a bus less busy than predicted is never slow memory, and no memory delivers more than its printed bandwidth", () => {
  const { period, headline } = describeRun(
    { ...assistEngine, tensor: 2, requestsPerSecond: 3, deliveredRatio: 0.64 },
    (reading, setting) => [reading, { ...setting, parallelism: { tensor: 1, pipeline: 1 } }],
    1,
  );
  expect(period.agreement?.bytes.ratio).toBeLessThan(1);
  expect(period.agreement?.cause).toBe("inputs");
  expect(period.decodeShares?.bandwidthKind).not.toBe("delivered");
  expect(headline).not.toContain("bandwidth is too low");
});

test("a configured GPU count is listed before tensor parallel", () => {
  const wrong = describeRun(
    { ...assistEngine, tensor: 2 },
    (reading, setting) => [reading, { ...setting, parallelism: { tensor: 1, pipeline: 1 } }],
    1,
  );
  expect(wrong.period.agreement?.suspects.map(({ kind }) => kind)).toEqual([
    "accelerator-count",
    "tensor-parallel",
  ]);
});

test.each([0.54, 0.55])(
  "memory at %s of a step reads as about half, on both sides of the threshold",
  (share) => {
    const { now, period } = withShares({ memory: share, other: 1 - share, mbu: share });
    const { headline } = describeHeadline({ now, nowPeriod: period, fullWindow: null, cacheRemedy: null });
    expect(sentenceText(headline)).toMatch(/^Decode is bound about equally by memory and overhead: /);
  },
);

test("a queue for the KV cache: the headline names the remedy, and nothing suggests a larger batch", () => {
  const { now, period } = withShares({ memory: 0.7, other: 0.3, mbu: 0.68 });
  const decodeFacts = { ...now.decodeFacts, breakEven: { kind: "from", batch: 400 } as const };
  const facts = { now: { ...now, decodeFacts }, nowPeriod: period, fullWindow: null };
  expect(sentenceText(describeHeadline({ ...facts, cacheRemedy: null }).detail)).toMatch(
    /On L40S, decode becomes compute-bound at a batch size of 400/,
  );
  const { headline, detail } = describeHeadline({ ...facts, cacheRemedy: cacheRemedyText("bf16") });
  expect(sentenceText(headline)).toMatch(
    /^Decode is memory-bound: .*\. Requests wait because the KV cache is full: store the cache as FP8, shorten contexts or add GPU memory\.$/,
  );
  expect(sentenceText(detail)).not.toContain("batch");
});

test("a batch size that does not exist names the GPU", () => {
  const { now, period } = withShares({ memory: 0.7, other: 0.3, mbu: 0.68 });
  const never = { breakEven: { kind: "never" }, contextLimit: { kind: "above", tokens: 728 } } as const;
  const facts = { now: { ...now, decodeFacts: { ...now.decodeFacts, ...never } }, nowPeriod: period };
  expect(sentenceText(describeHeadline({ ...facts, fullWindow: null, cacheRemedy: null }).detail)).toMatch(
    /^On L40S, no batch size makes decode compute-bound while contexts are longer than 728/,
  );
});

test("a long prefill step below both ceilings is not explained by launches", () => {
  const { now } = withShares({ memory: 0.2, other: 0.8, mbu: 0.2 });
  const shares = (otherSeconds: number) => ({
    ...now,
    prefillShares: { ...now.prefillShares, otherSeconds },
  });
  expect(sentenceText(prefillHeadline(shares(0.06)))).toMatch(/^Prefill is below both ceilings: it uses /);
  expect(sentenceText(prefillHeadline(shares(0.01)))).toMatch(/^Prefill is overhead-bound: it uses /);
});

test("a memory-bound prefill states its bandwidth utilisation", () => {
  const { now } = withShares({ memory: 0.7, other: 0.3, mbu: 0.68 });
  expect(sentenceText(prefillHeadline(now))).toMatch(
    /^Prefill is memory-bound: it uses 0\.68\d* of the GPU’s bandwidth\.$/,
  );
});

test("a prefill with over a quarter communication, and more arithmetic, names both and the quarter", () => {
  const { now } = withShares({ memory: 0.05, other: 0.35, mbu: 0.05 });
  const prefillShares = {
    ...now.prefillShares,
    boundBy: "communication",
    secondBound: "compute",
    mfu: 0.3,
  } as const;
  expect(sentenceText(prefillHeadline({ ...now, prefillShares }))).toMatch(
    /^Prefill is bound by compute and communication \(communication takes more than a quarter of the step\): it uses 0\.3 of the/,
  );
});

/** Steps of the healthy engine with the given shares. */
function withShares({ memory, other, mbu }: { memory: number; other: number; mbu: number }) {
  const { setting, sample } = runEngine(assistEngine);
  const { period } = describeRun(assistEngine, (...results) => results);
  const analysis = analysePool(setting, sample)!;
  const times = { memorySeconds: memory, computeSeconds: 0.1, communicationSeconds: 0, stepSeconds: 1 };
  const shares = {
    ...analysis.decodeShares!,
    ...times,
    otherSeconds: other,
    mbu,
    boundBy: classifyBound(times, { mfu: 0.1, mbu }),
    secondBound: findSecondBound(times, { mfu: 0.1, mbu }),
  };
  const decodeFacts = { ...analysis.decodeFacts!, boundBy: shares.boundBy };
  return { now: { ...analysis, decodeShares: shares, prefillShares: shares, decodeFacts }, period };
}
