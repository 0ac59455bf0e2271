import fc from "fast-check";
import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { anyServed } from "@/lib/analysis/roofline/fixtures";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { oneAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { computePerformanceCeiling } from "./ceiling";
import {
  applyChange,
  findComputePrecision,
  expectedAcceptedTokens,
  type WhatIfChange,
  type Scenario,
} from "./change";
import { secondsBeyondBound } from "./remainder";
import { computeWhatIf, type MeasuredTimes } from "./what-if";
import { toWhatIfResult } from "./what-if-result";

const h100 = findAccelerator("h100-sxm")!;
/** An accelerator with a measured bandwidth: 2.95 TB/s. */
const measuredH100 = {
  ...h100,
  measured: { ...h100.measured!, bandwidthBytesPerSecond: 2.95e12 },
};

const scenario: Scenario = {
  servedModel: { shape: findModel("llama-3.1-8b")!, formats: bf16Formats },
  accelerator: measuredH100,
  parallelism: oneAccelerator,
  batch: 42,
  contextTokens: 1000,
  promptTokens: 1000,
  cachedPromptTokens: 0,
  usesFlashAttention: true,
  speculation: null,
  usableMemoryRatio: 0.9,
  pricePerAcceleratorHour: null,
};
const measured: MeasuredTimes = { stepSeconds: 7.8e-3, promptSeconds: null, waitingRequests: 6 };

function request(change: WhatIfChange, from: Scenario = scenario, kinds: MeasuredTimes = measured) {
  const answer = computeWhatIf(from, change, kinds);
  if (answer === null) throw new Error("the accelerator has no roof");
  return answer;
}

test("Llama 3.1 8B on an H100: FP8 weights and cache, 64 sequences instead of 42", () => {
  const { now, after, expected, remarks } = request({ weights: "fp8", kv: "fp8", batch: 64 });
  const { step } = expected;
  expect(step!.now.stepSeconds).toBeCloseTo(7.8e-3, 9);
  expect(step!.after.stepSeconds * 1e3).toBeCloseTo(4.99, 2);
  expect(step!.now.tokensPerSecond).toBeCloseTo(5385, 0);
  expect(Math.abs(step!.after.tokensPerSecond / 12_800 - 1)).toBeLessThan(5e-3);
  // The ceiling is the bytes over the bandwidth, at which memory is always busy.
  expect(after.stepSeconds * 1e3).toBeCloseTo((1e3 * after.decode.work.bytes) / 2.95e12, 6);
  expect(after.point.intensityFlopPerByte).toBeCloseTo(81.3, 1);
  expect(after.point.mbu).toBeCloseTo(2.95 / 3.35, 2);
  expect(now.memoryFit.neededBytes / 1e9).toBeCloseTo(21.6, 1);
  expect(after.memoryFit.neededBytes / 1e9).toBeCloseTo(13.3, 1);
  expect(after.memoryFit.usableBytes).toBe(72e9);
  expect(remarks).toEqual([{ kind: "needs-requests", additionalRequests: 22, waitingRequests: 6 }]);
});

test("quantising weights gains almost nothing if cache reads are most of the bytes, and a remark states it", () => {
  const long = { ...scenario, batch: 128, contextTokens: 8000 };
  const kinds = { ...measured, stepSeconds: null };
  const { now, after, remarks } = request({ weights: "int4-g128" }, long, kinds);
  expect(after.tokensPerSecond / now.tokensPerSecond).toBeLessThan(1.1);
  expect(remarks.map(({ kind }) => kind)).toContain("cache-reads-dominate");
  const cache = request({ kv: "fp8" }, long, kinds);
  expect(cache.after.tokensPerSecond / cache.now.tokensPerSecond).toBeGreaterThan(1.7);
});

test("another accelerator: the time beyond the bound stays in the expectation and is not part of a ceiling", () => {
  const h200 = findAccelerator("h200-sxm")!;
  for (const accelerator of [measuredH100, h100]) {
    const { now, after, expected, remarks } = request({ accelerator: h200 }, { ...scenario, accelerator });
    const rest = 7.8e-3 - now.stepSeconds;
    expect(expected.step!.after.stepSeconds).toBeCloseTo(after.stepSeconds + rest, 12);
    expect(after.stepSeconds).toBe(after.decode.stepSeconds);
    expect(remarks).toContainEqual({ kind: "vendor-bandwidth" });
  }
});

test("code-32b on an H200: steps measured at a batch of 19.2 are not faster than the ceiling at 19", () => {
  const code: Scenario = {
    ...scenario,
    servedModel: { shape: findModel("qwen2.5-32b")!, formats: bf16Formats },
    accelerator: findAccelerator("h200-sxm")!,
    batch: 17,
    contextTokens: 3_000,
  };
  const kinds: MeasuredTimes = { stepSeconds: 27e-3, promptSeconds: null, waitingRequests: 0 };
  const { after, expected } = request({ batch: 19 }, code, kinds);
  expect(after.stepSeconds).toBeLessThan(16.93e-3);
  expect(expected.step!.after.stepSeconds).toBeGreaterThan(27e-3);
});

test("property: for any measurement a ceiling is the bound, and the expectation is on or above it", () => {
  fc.assert(
    fc.property(
      anyServed,
      fc.integer({ min: 1, max: 256 }),
      fc.double({ min: 1, max: 20, noNaN: true }),
      (servedModel, batch, factor) => {
        const accelerator = { ...h100, memoryBytes: Number.MAX_SAFE_INTEGER };
        const any = { ...scenario, servedModel, batch, accelerator };
        const bound = computePerformanceCeiling(any)!.stepSeconds;
        const answer = request({ batch: batch + 1 }, any, { ...measured, stepSeconds: bound * factor });
        expect(answer.after.stepSeconds).toBe(
          computePerformanceCeiling({ ...any, batch: batch + 1 })!.stepSeconds,
        );
        expect(answer.expected.step!.after.stepSeconds).toBeGreaterThanOrEqual(answer.after.stepSeconds);
      },
    ),
  );
});

test("a step faster than its bound gets a remark on incorrect inputs and has no expectation", () => {
  const { now, expected, remarks } = request({ batch: 64 }, scenario, { ...measured, stepSeconds: 1e-3 });
  expect(expected.step).toBeNull();
  expect(remarks).toContainEqual({
    kind: "faster-than-bound",
    measuredSeconds: 1e-3,
    boundSeconds: now.stepSeconds,
  });
});

test("remarks: fewer KV heads are another model, missing FP8 units widen numbers, missing memory is stated in bytes", () => {
  expect(request({ kvHeads: 1 }).remarks).toContainEqual({ kind: "another-model" });
  expect(request({ kvHeads: 1 }).after.decode.work.kvBytes).toBeCloseTo(
    request({}).now.decode.work.kvBytes / 8,
    0,
  );
  const a100 = findAccelerator("a100-80-sxm")!;
  expect(request({ weights: "fp8", accelerator: a100 }).remarks).toContainEqual({ kind: "widened" });
  const large = { ...scenario, servedModel: { shape: findModel("llama-2-70b")!, formats: bf16Formats } };
  const kinds = { ...measured, stepSeconds: null };
  expect(request({}, large, kinds).remarks.map(({ kind }) => kind)).toContain("does-not-fit");
  const eight = request({ parallelism: { tensor: 8, pipeline: 1 } }, large, kinds);
  expect(eight.after.memoryFit.kind).toBe("fits");
  expect(eight.after.decode.bound.communicationSeconds).toBeGreaterThan(0);
  expect(eight.after.stepSeconds).toBeGreaterThan(eight.now.stepSeconds / 8);
});

test("remarks on more accelerators than usually fit in one machine, because links between machines are slower", () => {
  const kinds = (tensor: number) =>
    request({ parallelism: { tensor, pipeline: 1 } }).remarks.filter(
      ({ kind }) => kind === "beyond-one-machine",
    );
  expect(kinds(8)).toEqual([]);
  expect(kinds(32)).toEqual([{ kind: "beyond-one-machine", tensor: 32 }]);
});

test("draft tokens: one step also gives the accepted ones and costs the time to read the draft model", () => {
  const speculation = { draftTokens: 4, acceptedTokens: 2, draftWeightBytes: 0 };
  const small = { ...scenario, batch: 1 };
  const kinds = { ...measured, stepSeconds: null };
  const free = request({ speculation }, small, kinds);
  expect(free.after.tpotSeconds / free.now.tpotSeconds).toBeCloseTo(1 / 3, 2);
  const paid = request({ speculation: { ...speculation, draftWeightBytes: 2.5e9 } }, small, kinds);
  expect(paid.after.stepSeconds - free.after.stepSeconds).toBeCloseTo((4 * 2.5e9) / 2.95e12, 9);
  expect(expectedAcceptedTokens(0.8, 4)).toBeCloseTo(0.8 + 0.64 + 0.512 + 0.4096, 12);
  expect(expectedAcceptedTokens(1, 4)).toBe(4);
});

test("without FlashAttention a long prompt takes longer, decode hardly", () => {
  const long = { ...scenario, promptTokens: 16_000 };
  const { now, after } = request({ usesFlashAttention: false }, long, { ...measured, stepSeconds: null });
  expect(after.ttftSeconds).toBeGreaterThan(1.2 * now.ttftSeconds);
  expect(after.stepSeconds).toBeLessThan(1.05 * now.stepSeconds);
});

test("cost requires a price", () => {
  expect(request({}).now.costPerMillionTokens).toBeNull();
  const { now } = request({}, { ...scenario, pricePerAcceleratorHour: 2 });
  expect(now.costPerMillionTokens).toBeCloseTo((2 / (now.tokensPerSecond * 3600)) * 1e6, 9);
});

test("property: no change gains nothing, and saving bytes never slows a step", () => {
  fc.assert(
    fc.property(
      anyServed,
      fc.integer({ min: 1, max: 256 }),
      fc.integer({ min: 1, max: 5000 }),
      (servedModel, batch, contextTokens) => {
        const any = { ...scenario, servedModel, batch, contextTokens };
        const same = request({}, any, { ...measured, stepSeconds: null });
        expect(same.after).toEqual(same.now);
        for (const change of [
          { kv: "fp8" },
          { contextTokens: Math.max(1, Math.floor(contextTokens / 2)) },
        ] as const) {
          const to = computePerformanceCeiling(
            applyChange(any, "kv" in change && servedModel.formats.kv === "int8" ? {} : change),
          )!;
          expect(to.stepSeconds).toBeLessThanOrEqual(same.now.stepSeconds * (1 + 1e-9));
        }
      },
    ),
  );
});

test("weight formats have the expected compute precision", () => {
  expect(
    ["fp8", "int8", "int4-g128", "mxfp4", "fp16"].map((one) => findComputePrecision(one as "fp8")),
  ).toEqual(["fp8", "int8", "bf16", "bf16", "fp16"]);
});

test("the remainder is in seconds, and null for a time below its bound", () => {
  expect(secondsBeyondBound(1e-3, 2e-3)).toBeNull();
  expect(secondsBeyondBound(null, 2e-3)).toBeNull();
  expect(secondsBeyondBound(4, 2.5)).toBe(1.5);
});

test("a step left of the ridge is not compute-bound: attention waits for memory, the matrices for arithmetic", () => {
  const h200 = findAccelerator("h200-sxm")!;
  const formats = { ...bf16Formats, linear: "fp8", compute: "fp8" } as const;
  const chat: Scenario = {
    ...scenario,
    servedModel: { shape: findModel("llama-3.1-70b")!, formats },
    accelerator: h200,
    parallelism: { tensor: 2, pipeline: 1 },
    contextTokens: 1_099,
  };
  const boundOf = (batch: number) => {
    const { point, boundBy } = toWhatIfResult(request({ batch }, chat), h200);
    return [point.intensityFlopPerByte < request({ batch }, chat).after.roof.ridgeFlopPerByte, boundBy];
  };
  expect(boundOf(16)).toEqual([true, "memory"]);
  expect(boundOf(1_024)).toEqual([true, "mixed"]);
});

test("no scenario is compute-bound left of the ridge or memory-bound far right of it", () => {
  fc.assert(
    fc.property(anyServed, fc.integer({ min: 1, max: 2_048 }), (servedModel, batch) => {
      const { point, boundBy } = toWhatIfResult(
        request({ batch }, { ...scenario, servedModel }),
        measuredH100,
      );
      const { ridgeFlopPerByte } = request({ batch }, { ...scenario, servedModel }).after.roof;
      const positionToRidge = point.intensityFlopPerByte / ridgeFlopPerByte;
      expect(boundBy === "compute" && positionToRidge < 1).toBe(false);
      expect(boundBy === "memory" && positionToRidge >= 2).toBe(false);
    }),
  );
});
