import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { bf16Formats } from "@/lib/model/roofline/precision";
import type { Scenario } from "./change";
import { estimateEngineCache, sequenceCapacity, type EngineCache } from "./engine-cache";
import { computeWhatIf, type WhatIfRemark } from "./what-if";

const served = { shape: findModel("llama-3.1-70b")!, formats: bf16Formats };
const chat: Scenario = {
  servedModel: served,
  accelerator: findAccelerator("h100-sxm")!,
  parallelism: { tensor: 4, pipeline: 1 },
  batch: 36,
  contextTokens: 2_000,
  promptTokens: 1_500,
  cachedPromptTokens: 0,
  usesFlashAttention: true,
  speculation: null,
  usableMemoryRatio: 0.9,
  pricePerAcceleratorHour: null,
};

function reported(
  change: Parameters<typeof computeWhatIf>[1],
  engineCache: EngineCache | null,
): WhatIfRemark | undefined {
  const measured = { stepSeconds: null, promptSeconds: null, waitingRequests: 500, engineCache };
  const answer = computeWhatIf(chat, change, measured)!;
  return answer.remarks.find(({ kind }) => kind === "engine-cache");
}

test("a cache in use gives its capacity in sequences, regardless of its configuration; one with little use does not", () => {
  const counters = { kvUsageRatio: 0.98, runningRequests: 72, kvCacheTokens: 1_000_000 };
  const full = estimateEngineCache(counters, { servedModel: served, contextTokens: 2_000, replicas: 2 });
  expect(full).toEqual({ kind: "in-use", usageRatio: 0.98, sequences: 36, contextTokens: 2_000 });
  expect(sequenceCapacity(full!, served, 2_000)).toBeCloseTo(36 / 0.98, 9);
  expect(sequenceCapacity(full!, served, 4_000)).toBeCloseTo(18 / 0.98, 9);
  const idle = estimateEngineCache(
    { ...counters, kvUsageRatio: 0.1 },
    { servedModel: served, contextTokens: 2_000, replicas: 2 },
  );
  expect(idle).toEqual({ kind: "capacity", tokens: 1_000_000 });
  expect(sequenceCapacity(idle!, served, 2_000)).toBe(500);
});

test("returns null if the usage is unknown, and no block tokens for windowed layers", () => {
  const about = { servedModel: served, contextTokens: 2_000, replicas: 1 };
  expect(estimateEngineCache({}, about)).toBeNull();
  const windowed = { shape: findModel("gemma-3-27b")!, formats: bf16Formats };
  expect(estimateEngineCache({ kvCacheTokens: 1_000 }, { ...about, servedModel: windowed })).toBeNull();
});

test("reports a scenario that fits in memory but not in the engine's cache", () => {
  const full: EngineCache = { kind: "in-use", usageRatio: 0.98, sequences: 36, contextTokens: 2_000 };
  expect(reported({ batch: 128 }, full)).toMatchObject({ kind: "engine-cache", cache: full });
  expect(reported({ batch: 36 }, full)).toBeUndefined();
  expect(reported({ batch: 36, contextTokens: 4_000 }, full)).toMatchObject({ kind: "engine-cache" });
  expect(reported({ batch: 128 }, { kind: "capacity", tokens: 100_000 })).toMatchObject({ maxSequences: 50 });
  expect(reported({ batch: 128 }, null)).toBeUndefined();
});

test("ignores the current cache if the scenario does not fit in memory or restarts the engine", () => {
  const small: EngineCache = { kind: "capacity", tokens: 100_000 };
  expect(reported({ batch: 10_000 }, small)).toBeUndefined();
  for (const change of [
    { weights: "fp8" },
    { kv: "fp8" },
    { parallelism: { tensor: 8, pipeline: 1 } },
  ] as const)
    expect(reported({ batch: 128, ...change }, small)).toBeUndefined();
});
