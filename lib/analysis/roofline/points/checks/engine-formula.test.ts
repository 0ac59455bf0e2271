import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { oneAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import { analysePool } from "@/lib/analysis/roofline/points/analyse-pool";
import type { PoolSetting } from "@/lib/analysis/roofline/points/setting";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { describeEngineAgreement } from "@/lib/sentences/roofline/describe-suspects";
import { sentenceText } from "@/tests/support/sentence-text";
import { findEngineFormula, unknownFormula, type EngineFormula } from "./engine-formula";

const vllm = { id: "vllm", title: "vLLM" };

test("the formula of vLLM depends on its version, and unverified versions are unknown", () => {
  const headOf = (version: string | null) => findEngineFormula(vllm, version).countsHeadForPrompts;
  expect(["0.13.0", "v0.14.1", "0.15.0", "0.16.0", "0.17.1"].map(headOf)).toEqual([
    true,
    true,
    null,
    false,
    false,
  ]);
  expect(findEngineFormula(vllm, "0.17.0").ignoresWindows).toBe(true);
  expect(findEngineFormula(vllm, "0.25.0").ignoresWindows).toBeNull();
  expect(findEngineFormula(vllm, "0.14.1").title).toBe("vLLM 0.14.1");
  for (const version of [null, "dev", "1.4.0"])
    expect(findEngineFormula(vllm, version)).toEqual(unknownFormula);
  expect(findEngineFormula({ id: "sglang", title: "SGLang" }, "0.5.9")).toEqual(unknownFormula);
});

/**
 * Measured by the authors of vLLM's estimate (pull request 30738): gpt-oss-120b on one accelerator, prompts of 6,000
 * tokens at 29,400.6 tokens/s, logged as 405.0 TFLOP/s.
 */
const published = { promptTokensPerSecond: 29_400.6, promptTokens: 6_000, flopsPerSecond: 405e12 };

function compare(formula: EngineFormula | undefined, flopsPerSecond = published.flopsPerSecond) {
  const setting: PoolSetting = {
    servedModel: { shape: findModel("gpt-oss-120b")!, formats: bf16Formats },
    accelerator: findAccelerator("h200-sxm")!,
    parallelism: oneAccelerator,
    replicas: 1,
    role: "prefill",
    usesChunkedPrefill: true,
  };
  const counters = {
    promptTokensPerSecond: published.promptTokensPerSecond,
    cachedPromptTokensPerSecond: 0,
    firstTokensPerSecond: published.promptTokensPerSecond / published.promptTokens,
    prefillSeconds: 0.15,
    stepTokenBudget: 8_192,
  };
  const sample = { counters, engine: {}, hardware: { windowSeconds: 300 }, devices: [] };
  const { prefill } = analysePool(setting, sample)!;
  if (prefill.kind !== "available") throw new Error(prefill.kind);
  const engine = { flopsPerSecond, readBytesPerSecond: prefill.average.bytesPerSecond, formula };
  return analysePool(setting, { ...sample, engine })!.engineAgreement!;
}

test("a published estimate of vLLM is explained by its formula, not by a larger model", () => {
  const old = compare(findEngineFormula(vllm, "0.13.0"));
  expect(old.agrees).toBe(true);
  expect(old.suspects).toEqual([]);
  // Per token: head 2 · 579,133,440; 18 of 36 layers with full attention instead of a window of 128 tokens.
  const perToken = published.flopsPerSecond / published.promptTokensPerSecond;
  const workPerToken = perToken / old.flopsRatio;
  const excess = 2 * 579_133_440 + 4 * 64 * 64 * 18 * (6_000 - 128);
  expect(Math.abs(old.formulaFlopsFactor / (1 + excess / workPerToken) - 1)).toBeLessThan(0.01);
  // Without the formula, the ratio is outside the expected error.
  const exact = { title: "exact", countsHeadForPrompts: false, ignoresWindows: false };
  expect(compare(exact)).toMatchObject({ agrees: false, suspects: ["larger-model"] });
});

test("an unknown version explains at most the factor of the formula", () => {
  expect(compare(undefined)).toMatchObject({ agrees: true, suspects: [] });
  expect(compare(undefined, 2 * published.flopsPerSecond)).toMatchObject({
    agrees: false,
    suspects: expect.arrayContaining(["larger-model"]),
  });
});

test("the sentence labels the formula with the version and its factor", () => {
  const textOf = (formula: EngineFormula | undefined) =>
    sentenceText(describeEngineAgreement(compare(formula)).sentence);
  expect(textOf(findEngineFormula(vllm, "0.13.0"))).toMatch(
    /, as expected\. The formula of vLLM 0\.13\.0 counts the output head for every prompt token and ignores sliding windows\. This explains a factor of 1\.\d+ of the FLOPs\.$/,
  );
  expect(textOf(undefined)).toContain("The version of the engine’s formula is unknown");
});
