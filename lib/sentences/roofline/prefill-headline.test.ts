import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { analysePool } from "@/lib/analysis/roofline/points/analyse-pool";
import { oneAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { sentenceText } from "@/tests/support/sentence-text";
import { prefillHeadline } from "./contradicted-headline";

/** Prompts of 4,000 tokens that take 0.1 s each, during a share of the time. */
function headlineAt(busyRatio: number): string {
  const counters = {
    promptTokensPerSecond: 40_000 * busyRatio,
    cachedPromptTokensPerSecond: 0,
    firstTokensPerSecond: 10 * busyRatio,
    prefillSeconds: 0.1,
  };
  const setting = {
    servedModel: { shape: findModel("llama-3.1-8b")!, formats: bf16Formats },
    accelerator: findAccelerator("h100-sxm")!,
    parallelism: oneAccelerator,
    replicas: 1,
    role: "prefill",
    usesChunkedPrefill: true,
  } as const;
  const pool = analysePool(setting, { counters, engine: {}, hardware: { windowSeconds: 300 }, devices: [] })!;
  return sentenceText(prefillHeadline(pool));
}

test("the headline states the utilisation of prompts that never overlap, where it differs", () => {
  expect(headlineAt(1)).toMatch(
    / If prompts never overlap, as from a client that sends one at a time, it uses 0\.6\d* of the peak\.$/,
  );
  expect(headlineAt(0.05)).not.toContain("overlap");
});
