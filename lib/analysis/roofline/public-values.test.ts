/** Published values of papers, books, repositories and data sets, within the tolerance of their digits. */
import { expect, test } from "vitest";
import { bf16Formats, bytesPerWeight, type NumberFormats } from "@/lib/model/roofline/precision";
import { findAccelerator } from "./accelerators/all-accelerators";
import { classifyBound } from "./bounds/bound-by";
import { breakEvenBatch, breakEvenContextLimit } from "./bounds/break-even";
import { costPerMillionTokens } from "./bounds/cost";
import { decodeBound } from "./bounds/decode-bound";
import { checkMemoryFit } from "./bounds/memory-fit";
import { judgeUtilisation, computeUtilisation } from "./bounds/judge-utilisation";
import { prefillBound } from "./bounds/prefill-bound";
import { findRoof, type Roof } from "./bounds/roof";
import { stepBound } from "./bounds/step-bound";
import { matmulBreakEven, matmulWork } from "./calculators/matmul";
import { findModel } from "./models/all-models";
import { decodeGroup, prefillGroup } from "./step-work/batch";
import { computeCommunication, communicationTime } from "./step-work/communication";
import { expectedDistinctExperts } from "./step-work/experts";
import { kvBytesPerSequence, kvBytesPerToken } from "./step-work/kv-cache";
import type { Operator } from "./step-work/operator";
import {
  activeParameters,
  parameterCounts,
  streamedParameters,
  totalParameters,
} from "./step-work/parameters";
import { computeIntensity, stepOperators, stepWork, type ServedModel } from "./step-work/step-work";

const fp16: NumberFormats = { linear: "fp16", rest: "fp16", kv: "fp16", compute: "fp16" };
const served = (id: string, formats: NumberFormats = fp16): ServedModel => ({
  shape: findModel(id)!,
  formats,
});
const roof = (id: string, precision: NumberFormats["compute"] = "fp16"): Roof =>
  findRoof(findAccelerator(id)!, precision)!;

/** Checks that a value is within a fraction of the expected value. */
const near = (expected: number, tolerance: number) => (actual: number) =>
  Math.abs(actual / expected - 1) <= tolerance;

test("a product of one row reads its weights once", () => {
  const square = { inputs: 4096, outputs: 4096, bytesPerWeight: 2, bytesPerActivation: 2 };
  const one = matmulWork({ rows: 1, ...square });
  expect(one.flops).toBe(33_554_432);
  expect(one.totalBytes).toBe(33_570_816);
  expect(one.intensityFlopPerByte).toSatisfy(near(0.99951, 1e-4));
  for (const [rows, intensity] of [
    [8, 7.96887],
    [64, 62.0606],
    [256, 227.556],
    [1024, 682.667],
  ] as const)
    expect(matmulWork({ rows, ...square }).intensityFlopPerByte).toSatisfy(near(intensity, 1e-4));
  expect(matmulWork({ rows: 8, ...square, bytesPerWeight: 0.5 }).intensityFlopPerByte).toSatisfy(
    near(31.5077, 1e-4),
  );
});

test("rows from which a product is compute-bound on an H100", () => {
  const ridge = roof("h100-sxm").ridgeFlopPerByte;
  for (const [inputs, outputs, expected] of [
    [4096, 4096, [345, 173, 86]],
    [8192, 28672, [310, 155, 77]],
  ] as const)
    for (const [index, bytesPerWeight] of [2, 1, 0.5].entries()) {
      const rows = matmulBreakEven({ inputs, outputs, bytesPerWeight, bytesPerActivation: 2 }, ridge);
      expect(rows.kind === "from" && Math.round(rows.rows)).toBe(expected[index]);
    }
  const thin = { inputs: 256, outputs: 256, bytesPerWeight: 2, bytesPerActivation: 2 };
  expect(matmulBreakEven(thin, ridge)).toEqual({ kind: "never" });
});

test("operators of a prefill as counted in LLM-Viewer's paper (arXiv 2402.16363, table 1)", () => {
  const choice = { usesFlashAttention: false, isCausal: false };
  const operators = stepOperators(served("llama-2-7b"), [prefillGroup(2048)], choice);
  const layers = 32;
  const transferred = (one: Operator): number =>
    one.weightBytes + one.kvReadBytes + one.scoreBytes + one.activationBytes;
  const rows: readonly (readonly [Operator["name"], number, number, number, number])[] = [
    ["query", 68.7195e9, 67.1089e6, 1024, layers],
    ["key", 68.7195e9, 67.1089e6, 1024, layers],
    ["value", 68.7195e9, 67.1089e6, 1024, layers],
    ["output", 68.7195e9, 67.1089e6, 1024, layers],
    ["gate", 184.684e9, 152.044e6, 1214.68, layers],
    ["up", 184.684e9, 152.044e6, 1214.68, layers],
    ["down", 184.684e9, 152.044e6, 1214.68, layers],
    ["scores", 34.3597e9, 301.99e6, 113.778, layers],
    ["weighted-values", 34.3597e9, 301.99e6, 113.778, layers],
    ["softmax", 671.089e6, 536.871e6, 1.25, layers],
    ["norm", 58.7203e6, 33.5544e6, 1.75, 2 * layers + 1],
    ["add", 8.38861e6, 33.5544e6, 0.25, 2 * layers],
  ];
  const a6000 = roof("a6000");
  for (const [name, flops, bytes, intensity, times] of rows) {
    const one = operators.find((found) => found.name === name)!;
    const [separateFlops, separateBytes] = [(one.flops + one.vectorFlops) / times, transferred(one) / times];
    expect(separateFlops).toSatisfy(near(flops, 1e-3));
    expect(separateBytes).toSatisfy(near(bytes, 1e-3));
    expect(separateFlops / separateBytes).toSatisfy(near(intensity, 1e-3));
    const attainable = Math.min(154.84e12, intensity * 768e9);
    expect(Math.min(a6000.flopsPerSecond, (separateFlops / separateBytes) * a6000.bytesPerSecond)).toSatisfy(
      near(attainable, 0.01),
    );
  }
});

test("ridges of dense 16-bit peaks", () => {
  for (const [id, precision, ridge] of [
    ["a100-80-sxm", "bf16", 153],
    ["h100-sxm", "bf16", 295.3],
    ["a10", "fp16", 208.3],
    ["l40s", "bf16", 419],
    ["mi300x", "bf16", 246.7],
    ["tpu-v5e", "bf16", 240.5],
    ["rtx4090", "fp16", 163.9],
  ] as const)
    expect(roof(id, precision).ridgeFlopPerByte).toSatisfy(near(ridge, 5e-3));
});

test("parameters summed from shapes", () => {
  for (const [id, total] of [
    ["llama-2-7b", 6_738_415_616],
    ["llama-3.1-8b", 8_030_261_248],
    ["llama-2-70b", 68_976_648_192],
    ["mixtral-8x7b", 46_702_792_704],
    ["qwen2.5-7b", 7_615_616_512],
  ] as const)
    expect(totalParameters(findModel(id)!)).toBe(total);
  expect(totalParameters(findModel("gpt-oss-20b")!)).toSatisfy(near(20.91e9, 3e-3));
  expect(activeParameters(findModel("gpt-oss-20b")!)).toSatisfy(near(3.61e9, 3e-3));
});

test("bytes of the cache per token", () => {
  for (const [id, bytes] of [
    ["llama-2-7b", 524_288],
    ["llama-3.1-8b", 131_072],
    ["llama-3.1-70b", 327_680],
    ["mistral-7b-v0.3", 131_072],
    ["deepseek-v3", 70_272],
  ] as const)
    expect(kvBytesPerToken(findModel(id)!, "bf16")).toBe(bytes);
});

test("a decode step of one sequence, and of 64", () => {
  const alone = stepWork(served("llama-2-7b"), [decodeGroup(1, 512)]);
  expect(alone.bytes).toSatisfy(near(13.483e9, 1e-3));
  expect(alone.flops).toSatisfy(near(13.483e9, 1e-3));
  expect(computeIntensity(alone)).toSatisfy(near(1, 1e-3));
  for (const [id, milliseconds] of [
    ["h100-sxm", 4.025],
    ["a100-80-sxm", 6.613],
    ["a10g", 22.47],
  ] as const)
    expect(stepBound(alone, roof(id)).memorySeconds).toSatisfy(near(milliseconds / 1e3, 1e-2));
  const many = stepWork(served("llama-3.1-8b"), [decodeGroup(64, 2048)]);
  expect(many.bytes).toSatisfy(near(32.19e9, 1e-2));
  expect(many.flops).toSatisfy(near(1.0293e12, 1e-2));
  expect(computeIntensity(many)).toSatisfy(near(31.98, 1e-2));
  const bound = stepBound(many, roof("h100-sxm"));
  expect(bound.memorySeconds).toSatisfy(near(9.609e-3, 1e-2));
  expect(bound.computeSeconds).toSatisfy(near(1.04e-3, 1e-2));
});

test("steps of Llama 2 13B on eight TPU v5e (jax-ml/scaling-book, inference)", () => {
  const chip = { flopsPerSecond: 8 * 197e12, bytesPerSecond: 8 * 0.82e12 };
  const step = (batch: number, kvEach: number): number =>
    stepBound(
      { flops: 2 * 13e9 * batch, attentionFlops: 0, weightBytes: 26e9, kvBytes: batch * kvEach },
      chip,
    ).boundSeconds;
  for (const [batch, kvEach, milliseconds, tokensPerSecond] of [
    [1, 6.7e9, 4.98, 200.61],
    [16, 6.7e9, 20.3, 787.99],
    [64, 6.7e9, 69.33, 923.13],
    [1, 1.34e9, 4.17, 1 / 4.17e-3],
    [16, 1.34e9, 7.23, 2212.48],
  ] as const) {
    expect(step(batch, kvEach)).toSatisfy(near(milliseconds / 1e3, 2e-3));
    expect(batch / step(batch, kvEach)).toSatisfy(near(tokensPerSecond, 2e-3));
  }
  const sixteen = { flopsPerSecond: 16 * 197e12, bytesPerSecond: 16 * 0.82e12 };
  const quantised = { flops: 2 * 30e9 * 4, attentionFlops: 0, weightBytes: 30e9, kvBytes: 4 * 8192 * 100e3 };
  expect(stepBound(quantised, sixteen).boundSeconds).toSatisfy(near(2.536e-3, 2e-3));
  const prefill = { flops: 2 * 70e9 * 8192, attentionFlops: 0, weightBytes: 0, kvBytes: 0 };
  expect(stepBound(prefill, { ...sixteen, flopsPerSecond: 16 * 197e12 * 0.4 }).boundSeconds).toSatisfy(
    near(0.91, 2e-3),
  );
});

test("weights implied by gpt-fast's rates (meta-pytorch/gpt-fast@6ecad9b)", () => {
  const implied = (tokensPerSecond: number, gigabytesPerSecond: number): number =>
    (gigabytesPerSecond / tokensPerSecond) * 1e9;
  const bytes = (id: string, formats: NumberFormats): number =>
    stepWork(served(id, formats), [decodeGroup(1, 1)]).weightBytes;
  expect(implied(104.9, 1397.31)).toSatisfy(near(13.32e9, 5e-3));
  expect(1397.31e9 / roof("a100-80-sxm").bytesPerSecond).toSatisfy(near(0.685, 5e-3));
  expect(implied(155.58, 1069.2)).toSatisfy(near(6.872e9, 5e-3));
  expect(implied(93.89, 1410.76)).toSatisfy(near(15.026e9, 5e-3));
  // Their size includes the cache's buffers.
  expect(bytes("llama-2-7b", bf16Formats)).toSatisfy(near(implied(104.9, 1397.31), 1e-2));
  expect(bytes("llama-3.1-8b", bf16Formats)).toSatisfy(near(implied(93.89, 1410.76), 1e-2));
  expect(bytes("llama-2-7b", { ...bf16Formats, linear: "int8" })).toSatisfy(
    near(implied(155.58, 1069.2), 2e-2),
  );
  expect(bytes("llama-2-7b", bf16Formats)).toSatisfy(near(13.215e9, 1e-3));
  expect(bytes("llama-3.1-8b", bf16Formats)).toSatisfy(near(15.01e9, 1e-3));
  expect(bytes("llama-3.1-8b", { ...bf16Formats, linear: "int4-g128" })).toSatisfy(near(4.68e9, 2e-3));
});

test("expected number of different experts that a step reads", () => {
  expect(expectedDistinctExperts(findModel("mixtral-8x7b")!.experts!, 4)).toSatisfy(near(5.469, 1e-3));
  expect(expectedDistinctExperts(findModel("qwen3-30b-a3b")!.experts!, 16)).toSatisfy(near(82.42, 1e-3));
  expect(expectedDistinctExperts(findModel("deepseek-v3")!.experts!, 64)).toSatisfy(near(222.44, 1e-3));
});

test("bytes per weight in quantised formats", () => {
  expect(bytesPerWeight["int4-g128"]).toSatisfy(near(0.51953, 1e-5));
  expect(bytesPerWeight.mxfp4).toBe(0.53125);
  expect(bytesPerWeight.nvfp4).toBe(0.5625);
  expect(bytesPerWeight.q8_0).toBe(1.0625);
});

test("contexts above which no batch makes decode compute-bound", () => {
  const limits = {
    "h100-sxm": [86, 1460, 393, 1476, 855, 849],
    "a100-80-sxm": [166, 2892, 769, 2925, 1689, 1683],
    "h200-sxm": [123, 2117, 567, 2141, 1238, 1232],
    mi300x: [103, 1757, 472, 1777, 1029, 1022],
    b200: [90, 1535, 413, 1552, 899, 893],
  };
  const models = ["llama-2-7b", "llama-2-70b", "llama-3.1-8b", "llama-3.1-70b", "qwen2.5-7b", "qwen3-32b"];
  for (const [gpu, row] of Object.entries(limits))
    for (const [index, tokens] of row.entries()) {
      const limit = breakEvenContextLimit(served(models[index]!), roof(gpu).ridgeFlopPerByte);
      expect(limit.kind === "above" ? limit.tokens : Number.NaN).toSatisfy(near(tokens, 1e-2));
    }
  const seven = breakEvenContextLimit(served("llama-2-7b"), roof("h100-sxm").ridgeFlopPerByte);
  expect(seven.kind === "above" ? seven.tokens : Number.NaN).toSatisfy(near(85.6, 1e-2));
});

test("batches from which decode is compute-bound", () => {
  const at = (context: number) =>
    breakEvenBatch(served("llama-3.1-8b"), roof("h100-sxm").ridgeFlopPerByte, context);
  for (const [context, batch] of [
    [0, 295],
    [128, 438],
    [256, 847],
  ] as const) {
    const found = at(context);
    expect(found.kind === "from" ? found.batch : Number.NaN).toSatisfy(near(batch, 1e-2));
  }
  expect(at(512)).toEqual({ kind: "never" });
});

test("cost of a million tokens", () => {
  expect(costPerMillionTokens(2, 1, 2810.4)).toSatisfy(near(0.19768, 1e-4));
});

test("Splitwise's measurements of a 70B on eight GPUs are above the bounds, far from memory-bound (arXiv 2311.18677)", () => {
  for (const [id, ttftBound, ttft, stepBound_, step] of [
    ["a100-80-sxm", 82.6e-3, 185e-3, 8.4e-3, 52e-3],
    ["h100-sxm", 26e-3, 95e-3, 5.1e-3, 31e-3],
  ] as const) {
    const { flopsPerSecond, bytesPerSecond } = roof(id);
    const prefill = { flops: (1500 * 137.4e9) / 8, attentionFlops: 0, weightBytes: 0, kvBytes: 0 };
    expect(stepBound(prefill, { flopsPerSecond, bytesPerSecond }).boundSeconds).toSatisfy(
      near(ttftBound, 1e-2),
    );
    const decode = decodeBound(
      served("llama-2-70b"),
      { batch: 1, contextTokens: 1 },
      { ceilings: { flopsPerSecond, bytesPerSecond }, parallelism: { tensor: 8, pipeline: 1 } },
    );
    expect(decode.bound.memorySeconds).toSatisfy(near(stepBound_, 1e-2));
    expect(
      prefillBound(served("llama-2-70b"), { promptTokens: 1500 }, eight(id)).bound.fullOverlapSeconds,
    ).toBeLessThan(ttft);
    expect(decode.stepSeconds).toBeLessThan(step);
    expect(decode.bound.memorySeconds / step).toSatisfy(near(0.16, 0.05));
  }
});

function eight(id: string) {
  return { ceilings: roof(id), parallelism: { tensor: 8, pipeline: 1 } };
}

test("rejects an impossible claim: 70B in FP16 on one H100 at 110 tokens per second", () => {
  const model = served("llama-2-70b");
  const h100 = findAccelerator("h100-sxm")!;
  const { bound, work } = decodeBound(model, { batch: 1, contextTokens: 1 }, { ceilings: roof("h100-sxm") });
  expect(1 / bound.fullOverlapSeconds).toSatisfy(near(24.4, 1e-2));
  const fit = checkMemoryFit(model, {
    acceleratorMemoryBytes: h100.memoryBytes,
    sequences: 1,
    contextTokens: 1,
  });
  expect(fit.weightBytes).toSatisfy(near(137.4e9, 1e-2));
  const used = computeUtilisation(
    { flopsPerSecond: work.flops * 110, bytesPerSecond: work.bytes * 110 },
    roof("h100-sxm"),
  );
  expect(used.mbu).toSatisfy(near(4.5, 1e-2));
  const verdict = judgeUtilisation(used, fit);
  expect(verdict.kind).toBe("impossible");
  expect(verdict.kind === "impossible" && verdict.problems.map(({ kind }) => kind)).toEqual([
    "does-not-fit",
    "bandwidth",
  ]);
});

test("Databricks' examples: MBU, the cache of a 70B, MFU of a prefill with tensor parallel", () => {
  expect(
    computeUtilisation(
      { flopsPerSecond: 0, bytesPerSecond: 14e9 / 14e-3 },
      { flopsPerSecond: 1, bytesPerSecond: 2e12 },
    ).mbu,
  ).toBe(0.5);
  for (const [batch, gibibytes] of [
    [1, 0.3125],
    [16, 5],
    [64, 20],
  ] as const) {
    const shape = findModel("llama-2-70b")!;
    expect((batch * kvBytesPerSequence(shape, "fp16", 1024)) / 1024 ** 3).toBe(gibibytes);
    expect((batch * kvBytesPerSequence(shape, "int8", 1024)) / 1024 ** 3).toBe(gibibytes / 2);
  }
  // MPT-7B: 6.44e9 parameters in 32 layers of 4096, 512 tokens, causal.
  const flops = 2 * 6.44e9 * 512 + 4 * 32 * 4096 * ((512 * 513) / 2);
  for (const [gpus, milliseconds, mfu] of [
    [1, 46, 0.46],
    [2, 34, 0.31],
    [4, 26, 0.21],
  ] as const)
    expect(
      computeUtilisation(
        { flopsPerSecond: flops / gpus / (milliseconds / 1e3), bytesPerSecond: 0 },
        roof("a100-40-sxm"),
      ).mfu,
    ).toSatisfy(near(mfu, 3e-2));
});

test("communication of eight accelerators of a 70B in a step of 32 sequences", () => {
  const shape = findModel("llama-3.1-70b")!;
  const tensorParallel8 = { tensor: 8, pipeline: 1 };
  const sent = computeCommunication(shape, [decodeGroup(32, 1000)], tensorParallel8);
  expect(sent.allReduceCount).toBe(160);
  expect(sent.messageBytes).toBe(524_288);
  expect(sent.allReduceBytes).toSatisfy(near(146.8e6, 1e-3));
  expect(sent.allReduceBytes / 450e9).toSatisfy(near(0.33e-3, 2e-2));
  expect(communicationTime(sent, 450e9, 5e-6).latencySeconds).toBeGreaterThan(0.8e-3);
  expect(communicationTime(sent, 450e9, 15e-6).latencySeconds).toBeLessThan(2.5e-3);
});

test("attention's share of the FLOPs of a prefill", () => {
  for (const [id, tokens, percent] of [
    ["llama-2-7b", 512, 1],
    ["llama-2-7b", 2048, 4],
    ["llama-3.1-8b", 8192, 13],
    ["llama-3.1-8b", 131_072, 71],
    ["llama-3.1-70b", 8192, 7],
  ] as const) {
    const { attentionFlops, flops } = stepWork(served(id), [prefillGroup(tokens)]);
    expect(Math.round((attentionFlops / flops) * 100)).toBe(percent);
  }
});

test("latent attention of DeepSeek-V3: absorbed in decode, projected out of the latent in prefill", () => {
  const model = served("deepseek-v3", bf16Formats);
  const decode = stepWork(model, [decodeGroup(1, 1001)]);
  expect(decode.attentionFlops / 61 / 1001).toSatisfy(near(278_528, 1e-9));
  expect(decode.kvBytes / 1001).toSatisfy(near(70_272, 1e-9));
  const prefill = stepWork(model, [prefillGroup(1)]);
  expect(prefill.attentionFlops / 61).toSatisfy(near(81_920, 1e-9));
  expect(streamedParameters(model.shape)).toSatisfy(near(670_099_740_160, 1e-12));
});

test("vLLM's log of a prefill on a B200: the count of that version and the count of causal attention (PR 30738)", () => {
  const shape = findModel("gpt-oss-120b")!;
  const { query, key, value, output, head } = parameterCounts(shape);
  const experts = shape.layers * 4 * 3 * 2880 * 2880;
  // Every pair, no windows, no router, the LM head for each prompt token.
  const perToken = 2 * (query + key + value + output + experts + head) + 4 * 64 * 64 * 36 * 6000;
  expect(29_400.6 * perToken).toSatisfy(near(404.98e12, 1e-3));
  expect(29_400.6 * perToken).toSatisfy(near(405e12, 1e-3));
  const expected = stepWork({ shape, formats: shape.publishedFormats }, [prefillGroup(6000)]).flops / 6000;
  expect(expected / perToken).toSatisfy(near(0.73, 2e-2));
});

test("measured times and their bounds", () => {
  // Splitwise, H100: 31 ms between tokens of a 70B on eight, far from memory and compute.
  const { work, bound } = decodeBound(
    served("llama-2-70b"),
    { batch: 1, contextTokens: 1500 },
    eight("h100-sxm"),
  );
  const of = (stepSeconds: number) =>
    classifyBound(
      { ...bound, stepSeconds },
      computeUtilisation(
        { flopsPerSecond: work.flops / stepSeconds, bytesPerSecond: work.bytes / stepSeconds },
        roof("h100-sxm"),
      ),
    );
  expect(of(31e-3)).toBe("overhead");
  // Databricks, MPT-7B: one A100 is compute-bound, four wait for each other.
  const flops = 2 * 6.44e9 * 512 + 4 * 32 * 4096 * ((512 * 513) / 2);
  const prefill = (gpus: number, seconds: number) => {
    const { flopsPerSecond, bytesPerSecond } = roof("a100-40-sxm");
    const expected = { flopsPerSecond: flops / gpus / seconds, bytesPerSecond: 13e9 / gpus / seconds };
    return classifyBound(
      {
        computeSeconds: flops / gpus / flopsPerSecond,
        memorySeconds: 13e9 / gpus / bytesPerSecond,
        communicationSeconds: 0,
        stepSeconds: seconds,
      },
      computeUtilisation(expected, roof("a100-40-sxm")),
    );
  };
  expect(prefill(1, 46e-3)).toBe("compute");
  expect(prefill(4, 26e-3)).toBe("overhead");
  // Llama 2 70B on sixteen TPU v5e, 8192 tokens in 0.91 s.
  const seventy = (2 * 70e9 * 8192) / 16;
  const tpu = roof("tpu-v5e", "bf16");
  const times = {
    computeSeconds: seventy / tpu.flopsPerSecond,
    memorySeconds: 140e9 / 16 / tpu.bytesPerSecond,
    communicationSeconds: 0,
    stepSeconds: 0.91,
  };
  const used = computeUtilisation({ flopsPerSecond: seventy / 0.91, bytesPerSecond: 140e9 / 16 / 0.91 }, tpu);
  expect(used.mfu).toSatisfy(near(0.4, 1e-2));
  expect(times.memorySeconds / 0.91).toSatisfy(near(0.0117, 5e-2));
  expect(classifyBound(times, used)).toBe("compute");
});
