import { expect, test } from "vitest";
import { healthyMachine, computeStepCost } from "./cost";
import { gpus, models } from "./hardware";

const machine = { model: models["qwen3-30b-a3b"], gpu: gpus.h100, gpuCount: 1 };

function weightsRead(decodeTokens: number): number {
  const { memoryTrafficBytes } = computeStepCost(machine, healthyMachine, {
    prefillTokens: 0,
    decodeTokens,
    decodeContextTokens: 0,
    prefillAttentionPairs: 0,
  });
  const { bytesPerParameter, kvBytesPerToken } = machine.model;
  return (memoryTrafficBytes - kvBytesPerToken * decodeTokens) / bytesPerParameter;
}

test("in a mixture of experts one token reads its active parameters, many tokens read all", () => {
  const { activeParameters, streamedParameters } = machine.model;
  expect(weightsRead(1)).toBeCloseTo(activeParameters, -3);
  expect(weightsRead(500)).toBeCloseTo(streamedParameters, -3);
});

test("every step reads all of attention and head; tokens share some of the 128 experts, 8 per token", () => {
  // 48 layers of 128 experts, each of three matrices of 2048 × 768.
  const experts = 48 * 128 * 3 * 2048 * 768;
  const rest = machine.model.streamedParameters - experts;
  expect(weightsRead(15)).toBeCloseTo(rest + experts * (1 - (1 - 8 / 128) ** 15), -3);
});
