import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { findRoof } from "@/lib/analysis/roofline/bounds/roof";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import type { Parallelism } from "@/lib/analysis/roofline/step-work/parallel";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { counterPoints, type PhasePoints } from "./counter-points";
import type { CounterSample } from "./counter-sample";
import { runEngine } from "./fixtures-running";
import { analysePool } from "./analyse-pool";
import type { PoolSetting } from "./setting";

const h100 = findAccelerator("h100-sxm")!;
const roof = findRoof(h100, "bf16")!;

const settingOf = (parallelism: Parallelism, role: PoolSetting["role"]): PoolSetting => ({
  servedModel: { shape: findModel("llama-3.1-8b")!, formats: bf16Formats },
  accelerator: h100,
  parallelism,
  replicas: 1,
  role,
  usesChunkedPrefill: true,
});

function availableOf(placement: PhasePoints) {
  if (placement.kind !== "available") throw new Error(`not available: ${JSON.stringify(placement)}`);
  return placement;
}

/** 50 steps per second with 10 sequences of 1,100 tokens each. */
const decodes: CounterSample = {
  generatedTokensPerSecond: 500,
  stepsPerSecond: 50,
  itlSeconds: 0.02,
  promptTokensMean: 1_000,
  outputTokensMean: 200,
};
/** 7.505 billion weights of two bytes; 32 layers of 8 heads of 128 keys and values. */
const weightBytes = 2 * 7.505e9;
const stepBytes = weightBytes + 10 * 1_100 * 131_072;
const decodeFlops = 500 * (2 * 7.505e9 + 4 * 32 * 32 * 128 * 1_100);

const estimates = [
  { tensor: 1, pipeline: 2 },
  { tensor: 2, pipeline: 1 },
  { tensor: 2, pipeline: 2 },
  { tensor: 1, pipeline: 4 },
] as const;

test.each(estimates)(
  "each accelerator of tensor $tensor × pipeline $pipeline reads its part of a decode step",
  (parallel) => {
    const accelerators = parallel.tensor * parallel.pipeline;
    const { average } = availableOf(counterPoints(decodes, settingOf(parallel, "decode"), roof).decode);
    expect((average.bytesPerSecond * accelerators) / (50 * stepBytes)).toBeCloseTo(1, 1.7);
    expect((average.flopsPerSecond * accelerators) / decodeFlops).toBeCloseTo(1, 1.7);
  },
);

test.each(estimates)(
  "each accelerator of tensor $tensor × pipeline $pipeline computes its part of prompts",
  (parallel) => {
    const accelerators = parallel.tensor * parallel.pipeline;
    const sample = { promptTokensPerSecond: 20_000, firstTokensPerSecond: 20, prefillSeconds: 0.04 };
    const { average } = availableOf(counterPoints(sample, settingOf(parallel, "prefill"), roof).prefill);
    // The head computes only the last token of a prompt, and a token attends to half of its prompt on average.
    const flops = 20 * (1_000 * 2 * 6.979e9 + 2 * 525e6 + 4 * 32 * 32 * 128 * 1_000 * 500);
    expect((average.flopsPerSecond * accelerators) / flops).toBeCloseTo(1, 1.7);
  },
);

test("without a step counter the pipeline counts as full: each stage reads its weights once per micro-batch", () => {
  const unreported = { ...decodes, stepsPerSecond: undefined, itlSeconds: 0.04 };
  const { busy, meanStep } = availableOf(
    counterPoints(unreported, settingOf({ tensor: 1, pipeline: 2 }, "decode"), roof).decode,
  );
  expect(meanStep.batch).toBeCloseTo(10, 3);
  expect(meanStep.stepSeconds).toBeCloseTo(0.02, 6);
  expect(meanStep.phaseTimes?.concurrentSteps).toBe(2);
  expect((2 * busy.bytesPerSecond) / (50 * stepBytes)).toBeCloseTo(1, 1.7);
});

test("two pipeline accelerators that read like two tensor-parallel ones agree with their counters", () => {
  const { setting, sample } = runEngine({
    model: "qwen2.5-32b",
    device: "h200-sxm",
    tensor: 2,
    requestsPerSecond: 4,
  });
  const pool = analysePool({ ...setting, parallelism: { tensor: 1, pipeline: 2 } }, sample);
  expect(pool?.hardwareAgreement).toMatchObject({ kind: "agree", memorySuspects: [] });
  expect(pool?.hardwareAgreement?.memory?.isWithinExpectedError).toBe(true);
  expect(pool?.wrongInputs).toEqual([]);
  expect(pool?.decodeShares?.boundBy).toBe("memory");
  expect(pool?.prefillShares?.mfu).toBeLessThan(0.85);
});
