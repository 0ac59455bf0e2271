import fc from "fast-check";
import { expect, test } from "vitest";
import { anyDense, anyServed } from "@/lib/analysis/roofline/fixtures";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { bf16Formats, bytesPerKvElement, bytesPerWeight } from "@/lib/model/roofline/precision";
import { causalPairs, squarePairs } from "./attention-pairs";
import { decodeGroup, prefillGroup, type Batch } from "./batch";
import { expectedDistinctExperts, maxDistinctExperts } from "./experts";
import { parameterCounts } from "./parameters";
import { operatorPerAccelerator, workPerAccelerator } from "./parallel";
import { defaultWorkOptions, stepOperators, stepWork, sumWork, type Work } from "./step-work";

const tokens = fc.integer({ min: 1, max: 5000 });
const sequences = fc.integer({ min: 1, max: 500 });
const group = fc.oneof(
  fc.tuple(sequences, tokens).map(([many, context]) => decodeGroup(many, context)),
  fc
    .tuple(tokens, fc.integer({ min: 0, max: 5000 }))
    .map(([prompt, cachedTokens]) => prefillGroup(prompt, { cachedTokens })),
);

/** Equal except for rounding. */
const same = (expected: number) => (actual: number) =>
  Math.abs(actual - expected) <= 1e-9 * Math.abs(expected) + 1e-9;

test("property: a decode step is B·(2·P + 4·L·H·d·c) FLOP and W + B·kv·c bytes", () => {
  fc.assert(
    fc.property(anyDense, sequences, tokens, (servedModel, batch, context) => {
      const { shape, formats } = servedModel;
      if (shape.attention.kind !== "grouped") throw new Error("dense models have grouped attention");
      const { heads, kvHeads, headDim } = shape.attention;
      const { small, embedding: _, head, perExpert: __, ...matrices } = parameterCounts(shape);
      const linear = Object.values(matrices).reduce((sum, count) => sum + count, 0);
      const work = stepWork(servedModel, [decodeGroup(batch, context)]);
      expect(work.flops).toSatisfy(
        same(batch * (2 * (linear + head) + 4 * shape.layers * heads * headDim * context)),
      );
      expect(work.weightBytes).toSatisfy(
        same(linear * bytesPerWeight[formats.linear] + (head + small) * bytesPerWeight[formats.rest]),
      );
      expect(work.kvBytes).toSatisfy(
        same(batch * 2 * shape.layers * kvHeads * headDim * bytesPerKvElement[formats.kv] * context),
      );
    }),
  );
});

test("property: the operators add up to the total, also when divided among accelerators", () => {
  const degrees = fc.record({ tensor: fc.constantFrom(1, 2, 4, 8, 16), pipeline: fc.constantFrom(1, 2, 4) });
  fc.assert(
    fc.property(
      anyServed,
      fc.array(group, { minLength: 1, maxLength: 3 }),
      degrees,
      (servedModel, batch, parallel) => {
        const operators = stepOperators(servedModel, batch);
        const each = workPerAccelerator(operators, parallel);
        const ranks = parallel.tensor * parallel.pipeline;
        // Operators that cannot be divided further are repeated.
        const repeated = operators.flatMap((one) => {
          const separate = operatorPerAccelerator(one, parallel);
          return [
            {
              flops: ranks * separate.flops - one.flops,
              bytes: ranks * separate.weightBytes - one.weightBytes,
              kv: ranks * (separate.kvReadBytes + separate.kvWriteBytes) - one.kvReadBytes - one.kvWriteBytes,
              isExact: one.maxShards >= parallel.tensor && one.maxKvShards >= parallel.tensor,
            },
          ];
        });
        const sum = (value: (one: (typeof repeated)[number]) => number): number =>
          repeated.reduce((total, one) => total + value(one), 0);
        const total = sumWork(operators);
        expect(ranks * each.flops).toSatisfy(same(total.flops + sum(({ flops }) => flops)));
        expect(ranks * each.weightBytes).toSatisfy(same(total.weightBytes + sum(({ bytes }) => bytes)));
        expect(ranks * each.kvBytes).toSatisfy(same(total.kvBytes + sum(({ kv }) => kv)));
        for (const [index, one] of repeated.entries()) {
          const scale = operators[index]!;
          expect(one.flops).toBeGreaterThanOrEqual(-1e-9 * scale.flops);
          expect(one.isExact ? Math.abs(one.flops) : 0).toBeLessThanOrEqual(1e-9 * scale.flops + 1e-9);
        }
      },
    ),
  );
});

test("the cache is divided among at most the KV heads, a latent cache not at all", () => {
  const kvOf = (id: string, tensor: number): number =>
    workPerAccelerator(
      stepOperators({ shape: findModel(id)!, formats: bf16Formats }, [decodeGroup(8, 1000)]),
      {
        tensor,
        pipeline: 1,
      },
    ).kvBytes;
  expect(kvOf("llama-3.1-70b", 8)).toSatisfy(same(kvOf("llama-3.1-70b", 1) / 8));
  expect(kvOf("llama-3.1-70b", 16)).toSatisfy(same(kvOf("llama-3.1-70b", 8)));
  expect(kvOf("deepseek-v3", 8)).toSatisfy(same(kvOf("deepseek-v3", 1)));
});

test("property: more sequences, tokens or context never need less work", () => {
  const parts = ["flops", "attentionFlops", "vectorFlops", "weightBytes", "kvBytes", "bytes"] as const;
  const grows = (less: Work, more: Work): void => {
    for (const part of parts) expect(more[part], part).toBeGreaterThanOrEqual(less[part] * (1 - 1e-12));
  };
  fc.assert(
    fc.property(anyServed, sequences, tokens, tokens, (servedModel, batch, context, extra) => {
      const base = stepWork(servedModel, [decodeGroup(batch, context)]);
      grows(base, stepWork(servedModel, [decodeGroup(batch + 1, context)]));
      grows(base, stepWork(servedModel, [decodeGroup(batch, context + extra)]));
      grows(base, stepWork(servedModel, [decodeGroup(batch, context, 4)]));
      grows(
        stepWork(servedModel, [prefillGroup(context)]),
        stepWork(servedModel, [prefillGroup(context + extra)]),
      );
    }),
  );
});

test("property: groups add up, except for weights, which are read once", () => {
  fc.assert(
    fc.property(anyServed, group, group, (servedModel, one, other) => {
      const [combined, first, second] = [[one, other], [one], [other]].map((batch: Batch) =>
        stepWork(servedModel, batch),
      ) as [Work, Work, Work];
      expect(combined.flops).toSatisfy(same(first.flops + second.flops));
      expect(combined.kvBytes).toSatisfy(same(first.kvBytes + second.kvBytes));
      expect(combined.weightBytes).toBeLessThan(first.weightBytes + second.weightBytes);
      expect(combined.weightBytes).toBeGreaterThanOrEqual(
        Math.max(first.weightBytes, second.weightBytes) * (1 - 1e-12),
      );
    }),
  );
});

test("property: a prompt in chunks needs the same arithmetic as in one step", () => {
  fc.assert(
    fc.property(anyServed, tokens, fc.integer({ min: 1, max: 5000 }), (servedModel, prompt, chunk) => {
      // With latent attention, cached tokens are projected once more for each chunk.
      fc.pre(servedModel.shape.attention.kind === "grouped");
      let sum = 0;
      for (let done = 0; done < prompt; done += chunk) {
        const newTokens = Math.min(chunk, prompt - done);
        const isLast = done + newTokens === prompt;
        sum += stepWork(servedModel, [prefillGroup(newTokens, { cachedTokens: done, isLast })]).flops;
      }
      expect(sum).toSatisfy(same(stepWork(servedModel, [prefillGroup(prompt)]).flops));
    }),
  );
});

test("property: the pairs equal those counted one by one", () => {
  const window = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.constant(Infinity));
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.nat(300),
      window,
      (newTokens, cachedTokens, visiblePairs) => {
        let [causal, square] = [0, 0];
        for (let query = 1; query <= newTokens; query += 1) {
          causal += Math.min(cachedTokens + query, visiblePairs);
          square += Math.min(cachedTokens + newTokens, visiblePairs);
        }
        expect(causalPairs({ newTokens, cachedTokens }, visiblePairs)).toBe(causal);
        expect(squarePairs({ newTokens, cachedTokens }, visiblePairs)).toBe(square);
      },
    ),
  );
});

test("property: the number of different experts is between that of one token and the maximum", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 512 }), fc.integer({ min: 1, max: 512 }), tokens, (a, b, many) => {
      const experts = { count: Math.max(a, b), perToken: Math.min(a, b) };
      const hit = expectedDistinctExperts(experts, many);
      expect(hit).toBeGreaterThanOrEqual(experts.perToken * (1 - 1e-9));
      expect(hit).toBeLessThanOrEqual(maxDistinctExperts(experts, many) * (1 + 1e-9));
      expect(expectedDistinctExperts(experts, many + 1)).toBeGreaterThanOrEqual(hit);
    }),
  );
});

test("without FlashAttention the scores pass through memory four times", () => {
  const served = { shape: findModel("llama-3.1-8b")!, formats: bf16Formats };
  const plain = stepWork(served, [prefillGroup(1000)], { ...defaultWorkOptions, usesFlashAttention: false });
  const flash = stepWork(served, [prefillGroup(1000)]);
  expect(flash.scoreBytes).toBe(0);
  expect(plain.scoreBytes).toBe(4 * 32 * 32 * 1000 * 1000 * 2);
  expect(plain.flops).toBe(flash.flops);
  expect(plain.bytes - flash.bytes).toBe(plain.scoreBytes);
});

test("activations count on request, and are small compared with weights and cache in decode", () => {
  const served = { shape: findModel("llama-3.1-8b")!, formats: bf16Formats };
  const work = stepWork(served, [decodeGroup(64, 2048)], {
    ...defaultWorkOptions,
    includesActivations: true,
  });
  expect(work.activationBytes).toBeGreaterThan(0);
  expect(work.activationBytes / work.bytes).toBeLessThan(0.03);
});

test("verifying draft tokens multiplies the arithmetic, not the bytes", () => {
  const served = { shape: findModel("llama-3.1-70b")!, formats: bf16Formats };
  const [plain, drafted] = [1, 5].map((many) => stepWork(served, [decodeGroup(4, 1000, many)])) as [
    Work,
    Work,
  ];
  expect(drafted.flops / plain.flops).toBeCloseTo(5, 1);
  expect(drafted.bytes / plain.bytes).toBeLessThan(1.001);
});
