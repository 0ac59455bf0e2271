import fc from "fast-check";
import { expect, test } from "vitest";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { countLogitTokens, prefillGroup, countNewTokens } from "./batch";
import { promptGroups } from "./prompt-steps";
import { stepWork } from "./step-work";

const served = { shape: findModel("llama-3.1-8b")!, formats: bf16Formats };

test("property: the chunks of a prompt add up to the prompt, for any number of chunks", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 500, max: 100_000 }),
      fc.integer({ min: 1, max: 500 }),
      fc.nat(10_000),
      fc.double({ min: 0.01, max: 4, noNaN: true }),
      (newTokens, chunks, cachedTokens, prompts) => {
        const groups = promptGroups({
          newTokens,
          cachedTokens,
          chunksPerPrompt: chunks,
          completedPrompts: prompts,
        });
        expect(groups.length).toBeLessThanOrEqual(64);
        expect(countNewTokens(groups) / (prompts * newTokens)).toBeCloseTo(1, 9);
        expect(countLogitTokens(groups) / prompts).toBeCloseTo(1, 9);
        const singleStep = stepWork(served, [prefillGroup(newTokens, { cachedTokens, sequences: prompts })]);
        expect(stepWork(served, groups).flops / singleStep.flops).toBeCloseTo(1, 9);
      },
    ),
  );
});

test("every chunk reads the tokens before it again", () => {
  const read = (chunks: number): number =>
    stepWork(
      served,
      promptGroups({ newTokens: 8000, cachedTokens: 0, chunksPerPrompt: chunks, completedPrompts: 1 }),
    ).kvBytes;
  expect(read(1)).toBe(8000 * 131_072);
  expect(read(4)).toBe((8000 + 2000 + 4000 + 6000) * 131_072);
});
