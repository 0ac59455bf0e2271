import { expect, test } from "vitest";
import { allAccelerators } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { findRoof } from "@/lib/analysis/roofline/bounds/roof";
import { allModels } from "@/lib/analysis/roofline/models/all-models";
import { assertPresent } from "@/lib/base/assert";
import { checkDecodeStep } from "./decode-step";

const h100 = assertPresent(
  allAccelerators.find(({ id }) => id === "h100-sxm"),
  "the table has the H100",
);
const llama = assertPresent(
  allModels.find(({ id }) => id === "llama-2-70b"),
  "the table has Llama 2 70B",
);
const ceilings = assertPresent(findRoof(h100, "fp8"), "the H100 computes in FP8");

function check(claimedTokensPerSecond: number | null, tensor = 1) {
  return checkDecodeStep(
    { shape: llama, formats: { ...llama.publishedFormats, linear: "fp8", kv: "fp8", compute: "fp8" } },
    {
      machine: { ceilings, parallelism: { tensor, pipeline: 1 } },
      acceleratorMemoryBytes: h100.memoryBytes,
      batch: 1,
      contextTokens: 1,
      claimedTokensPerSecond,
    },
  );
}

test("155 tokens/s of Llama 2 70B in FP8 on one H100 are impossible: each token reads about 69 GB", () => {
  const { claim, tokensPerSecond } = check(155);
  // 3,350 GB/s allow about 48 readings of the weights.
  expect(tokensPerSecond).toBeGreaterThan(46);
  expect(tokensPerSecond).toBeLessThan(50);
  expect(claim?.judgement).toBe("impossible");
  expect(claim?.mbu).toBeCloseTo(155 / tokensPerSecond, 1);
});

test("a claim below the bound is possible, above 95 % of the bandwidth suspicious, and eight GPUs allow more", () => {
  const { tokensPerSecond } = check(null);
  expect(check(40).claim?.judgement).toBe("possible");
  expect(check(0.98 * tokensPerSecond).claim?.judgement).toBe("suspicious");
  expect(check(1.01 * tokensPerSecond).claim?.judgement).toBe("impossible");
  expect(check(155, 8).claim?.judgement).toBe("possible");
});

test("a model that does not fit is impossible at any rate", () => {
  const { claim, memoryFit } = checkDecodeStep(
    { shape: llama, formats: { ...llama.publishedFormats, linear: "bf16", kv: "bf16", compute: "bf16" } },
    {
      machine: { ceilings },
      acceleratorMemoryBytes: h100.memoryBytes,
      batch: 1,
      contextTokens: 1,
      claimedTokensPerSecond: 1,
    },
  );
  expect(memoryFit.kind).toBe("does-not-fit");
  expect(claim?.judgement).toBe("impossible");
});
