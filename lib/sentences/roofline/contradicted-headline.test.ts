/** One story in headline and detail: of the memory, of the inputs, or of either where the data cannot tell. */
import { expect, test } from "vitest";
import { acceleratorOf } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { classifyBound, secondaryBound } from "@/lib/analysis/roofline/bounds/bound-by";
import { modelOf } from "@/lib/analysis/roofline/models/all-models";
import { assist, int4, runEngine, type EngineTruth } from "@/lib/analysis/roofline/points/fixtures-running";
import { analysePool } from "@/lib/analysis/roofline/points/analyse-pool";
import type { PoolSample } from "@/lib/analysis/roofline/points/pool-estimates";
import type { Setting } from "@/lib/analysis/roofline/points/setting";
import { sentenceText } from "@/tests/support/sentence-text";
import { prefillHeadline } from "./contradicted-headline";
import { describePeriod } from "./describe-period";
import { describeHeadline } from "./describe-headline";

function told(
  truth: EngineTruth,
  change: (reading: PoolSample, setting: Setting) => [PoolSample, Setting],
  saidCount = truth.tensor ?? 1,
) {
  const right = runEngine(truth);
  const [reading, setting] = change(right.sample, right.setting);
  const placed = analysePool(setting, reading)!;
  const toldNow = describePeriod({
    roofline: placed,
    sample: reading,
    startMs: 0,
    endMs: 300_000,
    coveredMs: 300_000,
    replicas: 1,
    missingOf: () => [],
    missingHardware: () => [],
    engineFlag: undefined,
    configuredCount: saidCount,
    deviceCount: 1,
  });
  const { headline, detail } = describeHeadline({ now: placed, nowPeriod: toldNow, fullWindow: null });
  return { toldNow, headline: sentenceText(headline), detail: sentenceText(detail) };
}

test("memory at half its bandwidth: headline, shares and suspects say the same", () => {
  const slow = told({ ...assist, requestsPerSecond: 2, deliveredRatio: 0.5 }, (reading, setting) => [
    reading,
    setting,
  ]);
  expect(slow.headline).toMatch(/^Memory delivers too little: .* Decode is memory-bound: each step reads/);
  expect(slow.detail).toMatch(/^The memory is slow.* Or: Something else uses the accelerator as well\./);
  expect(sentenceText(slow.toldNow.decodeShares!.sentence)).toMatch(/that its memory delivers: memory-bound/);
});

test("slow memory beside launches that take more of a step: both are told, and neither is denied", () => {
  const slow = told(
    { ...assist, requestsPerSecond: 2, deliveredRatio: 0.5 },
    ({ counters, ...reading }, setting) => [
      {
        ...reading,
        // Each step as long again in launches: the bus is as busy for half of the time.
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
    /^Memory delivers too little: .* Reading \S+ takes 0\.\d+ of each decode step/,
  );
});

test("ways that are hardly farther apart than they may be change no headline", () => {
  const near = told(assist, (reading, setting) => [
    {
      ...reading,
      hardware: { ...reading.hardware, dramActiveRatio: 1.17 * reading.hardware.dramActiveRatio! },
    },
    setting,
  ]);
  expect(near.toldNow.agreement).toMatchObject({ agrees: false, cause: "machine" });
  expect(near.headline).toMatch(/^Decode is memory-bound: each step reads/);
  expect(near.toldNow.decodeShares?.bandwidthIs).toBe("printed");
});

test("a bus that is a little busier than counted, beside a step that seems half idle: nobody says that it is not memory", () => {
  const busier = told({ ...assist, requestsPerSecond: 2, deliveredRatio: 0.62 }, (reading, setting) => {
    const counted = analysePool(setting, reading)!.agreement!.bytes.ratio;
    const dramActiveRatio = (1.16 * reading.hardware.dramActiveRatio!) / counted;
    return [{ ...reading, hardware: { ...reading.hardware, dramActiveRatio } }, setting];
  });
  expect(busier.toldNow.agreement).toMatchObject({ agrees: false, cause: "machine" });
  expect(busier.toldNow.decodeShares).toMatchObject({ boundBy: "overhead", bandwidthIs: "printed" });
  expect(busier.headline).toMatch(
    /^The memory bus is busier than these numbers explain: the DRAM counter says .*, these numbers say .* Reading \S+ takes 0\.\d+ of each decode step/,
  );
  expect(busier.detail).toMatch(/^It may be that: Memory delivers less than its bandwidth .*Prefill is /);
  expect(sentenceText(busier.toldNow.decodeShares!.sentence)).toMatch(
    /The memory bus is busier than this explains: some of “other” may be waiting for memory\.$/,
  );
});

test("a wrong tensor parallel: the inputs are wrong, how many accelerators there are is no news, shares say on what they stand", () => {
  const wrong = told(assist, (reading, setting) => [
    reading,
    { ...setting, parallel: { tensor: 2, pipeline: 1 } },
  ]);
  expect(wrong.headline).toMatch(/^The inputs are wrong: the DRAM counter says/);
  expect(wrong.detail).toBe("Likeliest: One accelerator makes an instance: tensor parallel is 1. ");
  expect(wrong.toldNow.agreement?.suspects.map(({ kind }) => kind)).toEqual(["tensor-parallel"]);
  expect(sentenceText(wrong.toldNow.decodeShares!.sentence)).toMatch(
    /stands on inputs that .* contradict\.$/,
  );
});

test("where the ways agree the memory in use is told as well, and doubts a model of equal weight", () => {
  const agreement = (wrong: Setting["served"]["shape"] | null = null) =>
    told({ ...assist, requestsPerSecond: 1, promptTokens: 200 }, (reading, setting) => [
      reading,
      wrong === null ? setting : { ...setting, served: { ...setting.served, shape: wrong } },
    ]).toldNow.agreement!;
  const right = agreement();
  expect(right).toMatchObject({ agrees: true, suspects: [] });
  expect(sentenceText(right.sentence)).toMatch(
    / The memory in use is that of weights and cache as they are set\.$/,
  );
  const other = agreement(modelOf("qwen2.5-7b"));
  expect(other.agrees).toBe(true);
  expect(sentenceText(other.sentence)).toMatch(
    / The memory in use is 1\.\d+ of what weights and cache would take/,
  );
  expect(other.suspects.map(({ kind }) => kind)).toEqual(["architecture", "other-work"]);
});

test("a point above the roof: how many accelerators there are is no news there either", () => {
  const wrong = told({ ...assist, tensor: 2 }, (reading, setting) => [
    { ...reading, observed: { ...reading.observed, accelerators: 2 } },
    { ...setting, parallel: { tensor: 1, pipeline: 1 } },
  ]);
  const kinds = wrong.toldNow.wrongInputs.map(({ kind, value }) => `${kind} ${value}`);
  expect(kinds).toContain("tensor-parallel 2");
  expect(kinds).not.toContain("accelerator-count 2");
});

test("what the data cannot tell apart is neither called the inputs nor the memory, and what would tell is said", () => {
  const either = told(
    { ...assist, promptTokens: 40, plan: int4, deliveredRatio: 0.6 },
    ({ observed, counters, ...reading }, setting) => [
      {
        ...reading,
        counters: { ...counters, kvCacheTokens: undefined },
        observed: { ...observed, memoryUsedBytes: undefined },
      },
      setting,
    ],
  );
  expect(either.headline).toMatch(/^Inputs and counters do not fit together: the DRAM counter says/);
  expect(either.detail).toMatch(
    /^It may be that: The weights are stored otherwise: FP8\. .*Memory delivers less/,
  );
  expect(either.detail).toMatch(
    /look alike; the memory that is used, since wider weights take more, .* tell them apart\.$/,
  );
  expect(either.toldNow.agreement?.cause).toBe("cannot-tell");
});

test("the wrong device over memory that is slow as well: what its exporter says comes first, and is not asked for", () => {
  const wrong = told({ ...assist, requestsPerSecond: 2, deliveredRatio: 0.5 }, (reading, setting) => [
    reading,
    { ...setting, accelerator: acceleratorOf("a100-80-sxm")! },
  ]);
  expect(wrong.toldNow.agreement?.suspects[0]).toMatchObject({ kind: "accelerator", value: "l40s" });
  expect(wrong.toldNow.agreement?.cause).toBe("inputs");
  expect(wrong.headline).toMatch(/^The inputs are wrong:/);
  expect(wrong.detail).toMatch(/^Likeliest: The accelerator is another one: /);
  expect(wrong.detail).not.toContain("name from its exporter");
});

test("a bus that is less busy than counted is never slow memory, and none delivers more than is printed", () => {
  const { toldNow, headline } = told(
    { ...assist, tensor: 2, requestsPerSecond: 3, deliveredRatio: 0.64 },
    (reading, setting) => [reading, { ...setting, parallel: { tensor: 1, pipeline: 1 } }],
    1,
  );
  expect(toldNow.agreement?.bytes.ratio).toBeLessThan(1);
  expect(toldNow.agreement?.cause).toBe("inputs");
  expect(toldNow.decodeShares?.bandwidthIs).not.toBe("delivered");
  expect(headline).not.toContain("delivers too little");
});

test("a number of accelerators that was set comes before how they share the work", () => {
  const wrong = told(
    { ...assist, tensor: 2 },
    (reading, setting) => [reading, { ...setting, parallel: { tensor: 1, pipeline: 1 } }],
    1,
  );
  expect(wrong.toldNow.agreement?.suspects.map(({ kind }) => kind)).toEqual([
    "accelerator-count",
    "tensor-parallel",
  ]);
});

test.each([0.54, 0.55])("memory at %s of a step: about half, whichever side of a bound it is", (share) => {
  const { now, toldNow } = withShares({ memory: share, other: 1 - share, mbu: share });
  const { headline } = describeHeadline({ now, nowPeriod: toldNow, fullWindow: null });
  expect(sentenceText(headline)).toMatch(/^Decode is about half memory, half overhead: /);
});

test("a prefill that memory binds says how much of the bandwidth it uses", () => {
  const { now } = withShares({ memory: 0.7, other: 0.3, mbu: 0.68 });
  expect(sentenceText(prefillHeadline(now))).toMatch(
    /^Prefill is memory-bound: it uses 0\.68\d* of the accelerator’s bandwidth\.$/,
  );
});

test("a prefill of which communication takes more than a quarter, and arithmetic more, names both and the quarter", () => {
  const { now } = withShares({ memory: 0.05, other: 0.35, mbu: 0.05 });
  const prefillShares = {
    ...now.prefillShares,
    boundBy: "communication",
    nearTo: "compute",
    mfu: 0.3,
  } as const;
  expect(sentenceText(prefillHeadline({ ...now, prefillShares }))).toMatch(
    /^Prefill is bound by compute and communication, which takes more than a quarter: it uses 0\.3 of the/,
  );
});

/** Steps of the healthy engine with their shares as given. */
function withShares({ memory, other, mbu }: { memory: number; other: number; mbu: number }) {
  const { setting, sample } = runEngine(assist);
  const { toldNow } = told(assist, (...both) => both);
  const placed = analysePool(setting, sample)!;
  const times = { memorySeconds: memory, computeSeconds: 0.1, communicationSeconds: 0, stepSeconds: 1 };
  const shares = {
    ...placed.decodeShares!,
    ...times,
    otherSeconds: other,
    mbu,
    boundBy: classifyBound(times, { mfu: 0.1, mbu }),
    nearTo: secondaryBound(times, { mfu: 0.1, mbu }),
  };
  const decodeFacts = { ...placed.decodeFacts!, boundBy: shares.boundBy };
  return { now: { ...placed, decodeShares: shares, prefillShares: shares, decodeFacts }, toldNow };
}
