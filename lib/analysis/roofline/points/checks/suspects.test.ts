/** Puts each incorrect input into the setting of a simulated engine and checks the suspects and the cause. */
import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { withWeightFormat } from "@/lib/analysis/roofline/what-if/change";
import type { NumberFormats } from "@/lib/model/roofline/precision";
import {
  assistEngine,
  withInt4Weights,
  runEngine,
  type EngineTruth,
} from "@/lib/analysis/roofline/points/fixtures-running";
import { analysePool, type PoolRoofline } from "@/lib/analysis/roofline/points/analyse-pool";
import type { PoolSetting } from "@/lib/analysis/roofline/points/setting";

const extract: EngineTruth = {
  model: "qwen3-14b",
  device: "l40s",
  tensor: 2,
  requestsPerSecond: 2.4,
  promptTokens: 1_000,
  outputTokens: 70,
};
const code: EngineTruth = { model: "qwen2.5-32b", device: "h200-sxm", tensor: 2, requestsPerSecond: 5 };
const fp8 = (formats: NumberFormats): NumberFormats => withWeightFormat(formats, "fp8");
const chat: EngineTruth = {
  model: "llama-3.1-70b",
  device: "h100-sxm",
  tensor: 2,
  formats: fp8,
  requestsPerSecond: 6,
};

/** Its cache is hardly read. */
const quiet: EngineTruth = { ...assistEngine, requestsPerSecond: 1, promptTokens: 200, outputTokens: 150 };

type Wrong = (setting: PoolSetting) => PoolSetting;

const weights =
  (format: Parameters<typeof withWeightFormat>[1]): Wrong =>
  (setting) => ({
    ...setting,
    servedModel: { ...setting.servedModel, formats: withWeightFormat(setting.servedModel.formats, format) },
  });
const kv =
  (format: NumberFormats["kv"]): Wrong =>
  (setting) => ({
    ...setting,
    servedModel: { ...setting.servedModel, formats: { ...setting.servedModel.formats, kv: format } },
  });
const tensor =
  (count: number): Wrong =>
  (setting) => ({ ...setting, parallelism: { tensor: count, pipeline: 1 } });
const replicas =
  (count: number): Wrong =>
  (setting) => ({ ...setting, replicas: count });
const device =
  (id: string): Wrong =>
  (setting) => ({ ...setting, accelerator: findAccelerator(id)! });
const model =
  (id: string): Wrong =>
  (setting) => ({ ...setting, servedModel: { ...setting.servedModel, shape: findModel(id)! } });
const kvHeads =
  (factor: number): Wrong =>
  (setting) => {
    const { attention } = setting.servedModel.shape;
    if (attention.kind !== "grouped") throw new Error("the cache has no heads");
    const changed = { ...attention, kvHeads: attention.kvHeads * factor };
    return {
      ...setting,
      servedModel: { ...setting.servedModel, shape: { ...setting.servedModel.shape, attention: changed } },
    };
  };
const layers =
  (factor: number): Wrong =>
  (setting) => ({
    ...setting,
    servedModel: {
      ...setting.servedModel,
      shape: { ...setting.servedModel.shape, layers: setting.servedModel.shape.layers * factor },
    },
  });
const pair =
  (...changes: readonly Wrong[]): Wrong =>
  (setting) =>
    changes.reduce((changed, one) => one(changed), setting);

function found(truth: EngineTruth, wrong: Wrong = isRight): PoolRoofline {
  const { setting, sample } = runEngine(truth);
  return analysePool(wrong(setting), sample)!;
}
const isRight: Wrong = (setting) => setting;

const suspectKeys = (pool: PoolRoofline): readonly (string | number)[] => {
  const suspects =
    pool.hardwareAgreement?.kind === "disagree"
      ? pool.hardwareAgreement.suspects
      : pool.wrongInputs.map(({ suspect }) => suspect);
  return suspects.map((one) => {
    const value = "format" in one ? one.format : "count" in one ? one.count : "id" in one ? one.id : null;
    return value === null ? one.kind : `${one.kind} ${value}`;
  });
};

test.each([
  ["assist-8b", assistEngine],
  ["code-32b", code],
  ["chat-70b", chat],
] as const)("%s with the correct setting: the methods agree without suspects", (_, truth) => {
  const pool = found(truth);
  expect(pool.hardwareAgreement?.kind).toBe("agree");
  expect(pool.wrongInputs).toEqual([]);
});

test.each([
  ["assist-8b", "another GPU, larger", assistEngine, device("h100-sxm"), ["accelerator l40s"]],
  ["assist-8b", "another GPU, smaller", assistEngine, device("l4"), ["accelerator l40s"]],
  ["code-32b", "another GPU, smaller", code, device("a100-80-sxm"), ["accelerator h200-sxm"]],
  ["assist-8b", "weights half as wide", assistEngine, weights("fp8"), ["weight-format bf16"]],
  ["code-32b", "weights half as wide", code, weights("fp8"), ["weight-format bf16"]],
  ["code-32b", "weights a quarter as wide", code, weights("int4-g128"), ["weight-format bf16"]],
  ["chat-70b", "weights twice as wide", chat, weights("bf16"), ["weight-format fp8"]],
  ["chat-70b", "weights half as wide", chat, weights("int4-g128"), ["weight-format fp8"]],
  ["assist-8b", "weights twice as wide", assistEngine, weights("fp32"), ["weight-format bf16"]],
  [
    "assist-8b",
    "tensor parallel 2 of 1",
    assistEngine,
    tensor(2),
    ["tensor-parallel 1", "accelerator-count 1"],
  ],
  ["code-32b", "tensor parallel 1 of 2", code, tensor(1), ["tensor-parallel 2", "accelerator-count 2"]],
  ["code-32b", "tensor parallel 4 of 2", code, tensor(4), ["tensor-parallel 2", "accelerator-count 2"]],
  ["chat-70b", "two instances of 1", chat, replicas(2), ["accelerator-count 2"]],
  ["assist-8b", "another model, smaller", assistEngine, model("llama-3.2-3b"), ["architecture"]],
  ["assist-8b", "another model, larger", assistEngine, model("llama-3.1-70b"), ["architecture"]],
  ["code-32b", "half the layers", code, layers(0.5), ["architecture"]],
  ["extract-14b", "another model, of half the size", extract, model("qwen3-8b"), ["architecture"]],
  [
    "code-32b",
    "tensor parallel and weights",
    code,
    pair(tensor(1), weights("fp8")),
    ["tensor-parallel 2", "accelerator-count 2", "weight-format bf16"],
  ],
] as const)("%s, %s: %#", (_, __, truth, wrong, expected) => {
  const pool = found(truth, wrong);
  expect(suspectKeys(pool)).toEqual(expected);
  expect(pool.hardwareAgreement?.kind === "disagree" ? pool.hardwareAgreement.cause : "inputs").toBe(
    "inputs",
  );
});

test.each([
  ["assist-8b at half", { ...assistEngine, requestsPerSecond: 2, deliveredRatio: 0.5 }],
  ["assist-8b at 0.35", { ...assistEngine, requestsPerSecond: 1.4, deliveredRatio: 0.35 }],
  ["assist-8b at 0.7", { ...assistEngine, requestsPerSecond: 2.8, deliveredRatio: 0.7 }],
  ["code-32b at half", { ...code, requestsPerSecond: 2.5, deliveredRatio: 0.5 }],
  ["code-32b at 0.35", { ...code, requestsPerSecond: 1.7, deliveredRatio: 0.35 }],
  ["chat-70b at half", { ...chat, requestsPerSecond: 3, deliveredRatio: 0.5 }],
  ["chat-70b at a quarter", { ...chat, requestsPerSecond: 1.5, deliveredRatio: 0.25 }],
] as const)("memory that delivers less, %s: the suspect is the memory, not an input", (_, truth) => {
  const pool = found(truth);
  expect(suspectKeys(pool)).toEqual(["slow-memory", "other-work"]);
  expect(pool.hardwareAgreement).toMatchObject({ kind: "disagree", cause: "machine" });
  expect(pool.decodeShares).toMatchObject({ boundBy: "memory", bandwidthKind: "delivered" });
});

const chatFp8Cache: EngineTruth = {
  ...chat,
  formats: (formats) => ({ ...fp8(formats), kv: "fp8" }),
  requestsPerSecond: 1.4,
  promptTokens: 6_000,
  outputTokens: 1_500,
};
const longAssist: EngineTruth = {
  ...assistEngine,
  promptTokens: 3_000,
  outputTokens: 900,
  requestsPerSecond: 0.9,
};

test.each([
  ["a cache configured half as wide", longAssist, kv("fp8"), "kv-format bf16"],
  ["a cache configured twice as wide", chatFp8Cache, kv("bf16"), "kv-format fp8"],
] as const)(
  "%s is suspected if it is read enough to notice, and by its memory",
  (_, truth, wrong, expected) => {
    const pool = found(truth, wrong);
    expect(suspectKeys(pool)).toEqual([expected]);
  },
);

test("a peak with sparsity: the tensor cores seem to do half", () => {
  const crowded: EngineTruth = {
    ...assistEngine,
    device: "h100-sxm",
    requestsPerSecond: 24,
    outputTokens: 600,
  };
  const sparse: Wrong = (setting) => ({
    ...setting,
    accelerator: { ...setting.accelerator, peakFlopsPerSecond: { bf16: 2 * 989.4e12 } },
  });
  expect(found(crowded).hardwareAgreement?.kind).toBe("agree");
  const pool = found(crowded, sparse);
  expect(pool.hardwareAgreement).toMatchObject({ kind: "disagree", cause: "inputs" });
  expect(suspectKeys(pool)).toEqual(["sparse-peak"]);
});

/** Removes the cache size and the memory in use from the sample. */
function withoutMemory(truth: EngineTruth, wrong: Wrong = isRight): PoolRoofline {
  const { setting, sample } = runEngine(truth);
  return analysePool(wrong(setting), {
    ...sample,
    counters: { ...sample.counters, kvCacheTokens: undefined },
    observedMachines: { acceleratorCount: truth.tensor ?? 1, instanceCount: 1 },
  })!;
}

test("without memory metrics, slow memory and weights twice as wide cannot be distinguished and are named together", () => {
  for (const pool of [
    withoutMemory({ ...assistEngine, promptTokens: 40, formats: withInt4Weights, deliveredRatio: 0.6 }),
    withoutMemory({ ...assistEngine, promptTokens: 40, formats: fp8 }, weights("int4-g128")),
  ]) {
    expect(pool.hardwareAgreement).toMatchObject({
      kind: "disagree",
      cause: "cannot-tell",
      isAmbiguous: true,
    });
    expect(suspectKeys(pool)).toEqual(expect.arrayContaining(["slow-memory"]));
    expect(suspectKeys(pool).some((one) => String(one).startsWith("weight-format"))).toBe(true);
    // Neither is certain where time shares are computed.
    expect(pool.decodeShares?.bandwidthKind).toBe("specified");
  }
});

test("if the number of accelerators is not observed, half of them and slow memory cannot be distinguished", () => {
  const { setting, sample } = runEngine({
    ...code,
    promptTokens: 60,
    requestsPerSecond: 2.5,
    deliveredRatio: 0.5,
  });
  const pool = analysePool(setting, {
    ...sample,
    counters: { ...sample.counters, kvCacheTokens: undefined },
    observedMachines: {},
  })!;
  expect(pool.hardwareAgreement).toMatchObject({ cause: "cannot-tell" });
  expect(suspectKeys(pool)).toEqual(expect.arrayContaining(["tensor-parallel 1", "slow-memory"]));
});

test("the engine's estimate distinguishes the two, because it knows its weights", () => {
  const estimating = (truth: EngineTruth, wrong: Wrong) => {
    const { setting, sample } = runEngine(truth);
    const matching = analysePool(setting, sample)!;
    const sum = (of: "flopsPerSecond" | "bytesPerSecond"): number =>
      [matching.decode, matching.prefill].reduce(
        (total, one) => total + (one.kind === "available" ? one.average[of] : 0),
        0,
      );
    return analysePool(wrong(setting), {
      ...sample,
      counters: { ...sample.counters, kvCacheTokens: undefined },
      observedMachines: { acceleratorCount: truth.tensor ?? 1, instanceCount: 1 },
      engine: {
        flopsPerSecond: 1.05 * sum("flopsPerSecond"),
        readBytesPerSecond: 1.05 * sum("bytesPerSecond"),
      },
    })!;
  };
  expect(suspectKeys(estimating({ ...code, requestsPerSecond: 2.5, deliveredRatio: 0.55 }, isRight))).toEqual(
    ["slow-memory", "other-work"],
  );
  expect(suspectKeys(estimating(code, weights("fp8")))).toEqual(["weight-format bf16"]);
});

test("suspects a configured step limit that is too small, not the model", () => {
  const { setting, sample } = runEngine({ ...assistEngine, promptTokens: 1_800 });
  expect(analysePool(setting, sample)!.hardwareAgreement?.kind).toBe("agree");
  const pool = analysePool(setting, { ...sample, counters: { ...sample.counters, stepTokenBudget: 128 } })!;
  expect(suspectKeys(pool)).toEqual(["step-limit"]);
});

test.each([
  ["a cache configured half as wide", code, kv("fp8"), ["kv-format bf16"]],
  ["a cache configured twice as wide", code, kv("fp32"), ["kv-format bf16"]],
  ["the cache as it is", code, isRight, []],
] as const)(
  "%s that is hardly read: the bus agrees, the memory in use names the suspect",
  (_, truth, wrong, expected) => {
    const { hardwareAgreement: agreement } = found(truth, wrong);
    if (agreement?.kind !== "agree") throw new Error("the bus already shows it");
    expect(agreement.memorySuspects.map((one) => `${one.kind} ${"format" in one ? one.format : ""}`)).toEqual(
      expected,
    );
  },
);

test.each([
  [
    "a model of equal weight whose cache is less than half as wide",
    model("qwen2.5-7b"),
    { agrees: false, memorySuspects: ["architecture", "other-work"] },
  ],
  [
    "a model whose cache is one and a half times as wide",
    kvHeads(1.5),
    { agrees: false, memorySuspects: ["architecture"] },
  ],
  ["a cache a little smaller than possible", kvHeads(0.9), { agrees: false, memorySuspects: [] }],
  ["the model as it is", isRight, { agrees: true, memorySuspects: [] }],
] as const)(
  "%s: the bus agrees, and the memory in use names a suspect only if it deviates clearly",
  (_, wrong, { agrees, memorySuspects }) => {
    const { hardwareAgreement: agreement } = found(quiet, wrong);
    if (agreement?.kind !== "agree") throw new Error("the bus already shows it");
    expect(agreement.memorySuspects.map(({ kind }) => kind)).toEqual(memorySuspects);
    expect(agreement.memory?.isWithinExpectedError).toBe(agrees);
  },
);

test("unreported memory does not make the model a suspect", () => {
  const { setting, sample } = runEngine(quiet);
  const unreported = {
    ...sample,
    observedMachines: { ...sample.observedMachines, memoryUsedBytes: undefined },
  };
  const { hardwareAgreement: agreement } = analysePool(model("qwen2.5-7b")(setting), unreported)!;
  expect(agreement).toMatchObject({ kind: "agree", memory: null, memorySuspects: [] });
});

test.each([1, 1.25, 1.31, 1.33, 1.36])(
  "slow memory with %s times the counted tensor work, as prompts are computed again: the suspect is the memory",
  (factor) => {
    const { setting, sample } = runEngine({
      ...chat,
      requestsPerSecond: 4,
      outputTokens: 400,
      deliveredRatio: 0.35,
    });
    const { tensorActiveRatio = 0 } = sample.hardware;
    const right = analysePool(setting, sample)!;
    const counted = right.hardwareAgreement?.flops?.ratio ?? Number.NaN;
    const pool = analysePool(setting, {
      ...sample,
      hardware: { ...sample.hardware, tensorActiveRatio: (tensorActiveRatio * factor) / counted },
    })!;
    expect(pool.hardwareAgreement?.flops?.ratio).toBeCloseTo(factor, 6);
    expect(suspectKeys(pool)).toEqual(["slow-memory", "other-work"]);
    expect(pool.decodeShares).toMatchObject({ boundBy: "memory", bandwidthKind: "delivered" });
  },
);
