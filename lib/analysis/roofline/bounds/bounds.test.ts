import fc from "fast-check";
import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { anyCeilings, anyServed } from "@/lib/analysis/roofline/fixtures";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { decodeGroup, prefillGroup } from "@/lib/analysis/roofline/step-work/batch";
import {
  computeIntensity,
  stepOperators,
  stepWork,
  sumWork,
} from "@/lib/analysis/roofline/step-work/step-work";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { classifyBound, findSecondBound } from "./bound-by";
import { breakEvenBatch, breakEvenContextLimit } from "./break-even";
import { decodeBound } from "./decode-bound";
import { checkMemoryFit } from "./memory-fit";
import { judgeUtilisation, computeUtilisation } from "./judge-utilisation";
import { prefillBound } from "./prefill-bound";
import { attainableFlops, practicalCeilings, findRoof } from "./roof";
import { operatorBoundSeconds, stepBound } from "./step-bound";

const tokens = fc.integer({ min: 1, max: 5000 });
const batches = fc.integer({ min: 1, max: 500 });
const loose = 1 + 1e-9;

test("property: the bounds are ordered fused ≤ phased ≤ per operator ≤ memory and compute in sequence", () => {
  fc.assert(
    fc.property(anyServed, anyCeilings, batches, tokens, (servedModel, ceilings, batch, context) => {
      for (const group of [decodeGroup(batch, context), prefillGroup(context)]) {
        const operators = stepOperators(servedModel, [group]);
        const bound = stepBound(sumWork(operators), ceilings);
        const apart = operatorBoundSeconds(operators, ceilings);
        expect(bound.fullOverlapSeconds).toBe(Math.max(bound.memorySeconds, bound.computeSeconds));
        expect(bound.fullOverlapSeconds).toBeLessThanOrEqual(bound.attentionThenWeightsSeconds * loose);
        expect(bound.attentionThenWeightsSeconds).toBeLessThanOrEqual(apart * loose);
        expect(apart).toBeLessThanOrEqual((bound.memorySeconds + bound.computeSeconds) * loose);
      }
    }),
  );
});

test("property: a rate at the fused bound is on the roof, and no slower rate is impossible", () => {
  fc.assert(
    fc.property(anyServed, anyCeilings, batches, tokens, (servedModel, ceilings, batch, context) => {
      const work = stepWork(servedModel, [decodeGroup(batch, context)]);
      const { fullOverlapSeconds: fusedSeconds } = stepBound(work, ceilings);
      const at = (seconds: number) => ({
        flopsPerSecond: work.flops / seconds,
        bytesPerSecond: work.bytes / seconds,
      });
      const attainable = attainableFlops(ceilings, computeIntensity(work));
      expect(at(fusedSeconds).flopsPerSecond / attainable).toBeCloseTo(1, 9);
      expect(judgeUtilisation(computeUtilisation(at(fusedSeconds * 1.5), ceilings)).kind).toBe("possible");
      expect(judgeUtilisation(computeUtilisation(at(fusedSeconds / 1.01), ceilings)).kind).toBe("impossible");
      // A point above the roof has a utilisation above 1, and vice versa.
      const above = at(fusedSeconds / 1.01);
      expect(above.flopsPerSecond).toBeGreaterThan(attainable);
    }),
  );
});

test("property: the intensity at the break-even batch is the ridge, and beyond the context limit there is no such batch", () => {
  const ridge = fc.double({ min: 5, max: 1000, noNaN: true });
  fc.assert(
    fc.property(anyServed, ridge, tokens, (servedModel, ridgeFlopPerByte, context) => {
      const at = (tokens: number) => breakEvenBatch(servedModel, ridgeFlopPerByte, tokens);
      const found = at(context);
      const limit = breakEvenContextLimit(servedModel, ridgeFlopPerByte);
      const batch = found.kind === "from" ? found.batch : 1e12;
      const intensity =
        computeIntensity(stepWork(servedModel, [decodeGroup(batch, context)])) / ridgeFlopPerByte;
      expect(found.kind === "from" ? Math.abs(intensity - 1) : Math.max(0, intensity - 1)).toBeLessThan(1e-6);
      const around = limit.kind === "none" ? [1e9, context] : [limit.tokens * 1.001, limit.tokens * 0.999];
      expect(around.map((tokens) => at(tokens).kind)).toEqual([
        limit.kind === "none" ? "from" : "never",
        "from",
      ]);
    }),
  );
});

test("places latent attention's decode near the ridge of an H100, and grouped attention at its group size", () => {
  const shape = findModel("deepseek-v3")!;
  const served = { shape, formats: bf16Formats };
  const { attentionFlops, kvBytes } = stepWork(served, [decodeGroup(1, 10_000)]);
  expect(attentionFlops / kvBytes).toBeCloseTo(242, 0);
  const grouped = stepWork({ shape: findModel("llama-3.1-70b")!, formats: bf16Formats }, [
    decodeGroup(1, 10_000),
  ]);
  expect(grouped.attentionFlops / grouped.kvBytes).toBeCloseTo(8, 6);
});

test("delays the break-even batch by about E over k for a mixture of experts", () => {
  const ridge = findRoof(findAccelerator("h100-sxm")!, "bf16")!.ridgeFlopPerByte;
  const at = (id: string): number => {
    const found = breakEvenBatch({ shape: findModel(id)!, formats: bf16Formats }, ridge, 1);
    return found.kind === "from" ? found.batch : Number.NaN;
  };
  expect(at("mixtral-8x7b") / ridge).toBeGreaterThan(3.5);
  expect(at("mixtral-8x7b") / ridge).toBeLessThan(4.2);
  expect(at("qwen3-30b-a3b") / ridge).toBeGreaterThan(9);
});

test("names the precision that replaces missing units, and unmeasured ceilings", () => {
  const a100 = findRoof(findAccelerator("a100-80-sxm")!, "fp8")!;
  expect([a100.precision, a100.isPrecisionWidened, a100.flopsPerSecond]).toEqual(["fp16", true, 312e12]);
  const tpu = findRoof(findAccelerator("tpu-v5e")!, "fp16")!;
  expect([tpu.precision, tpu.isPrecisionWidened]).toEqual(["bf16", false]);
  const h100 = findRoof(findAccelerator("h100-sxm")!, "bf16")!;
  expect(h100.practicalFlopsPerSecond).toMatchObject({ kind: "measured", value: 794.5e12 });
  expect(h100.practicalBytesPerSecond).toEqual({ kind: "unknown" });
  expect(practicalCeilings(h100)).toEqual({ flopsPerSecond: 794.5e12, bytesPerSecond: 3350e9 });
  expect(findRoof(findAccelerator("gaudi3")!, "fp32")).toBeNull();
});

test("reads the weights once per micro-batch in a pipeline: more capacity, no faster for one sequence", () => {
  const served = { shape: findModel("llama-3.1-70b")!, formats: bf16Formats };
  const ceilings = { flopsPerSecond: 989e12, bytesPerSecond: 3350e9 };
  const of = (pipeline: number, batch: number) =>
    decodeBound(
      served,
      { batch, contextTokens: 2000 },
      { ceilings, parallelism: { tensor: 4, pipeline }, latencyPerReduceSeconds: 0 },
    ).stepSeconds;
  expect(of(2, 1) / of(1, 1)).toBeCloseTo(1, 6);
  expect(of(2, 64)).toBeLessThan(of(1, 64));
  expect(of(2, 64)).toBeGreaterThan(of(1, 64) / 2);
});

test("skips the products of a cached prefix, but not the attention to it", () => {
  const served = { shape: findModel("llama-3.1-8b")!, formats: bf16Formats };
  const machine = { ceilings: { flopsPerSecond: 989e12, bytesPerSecond: 3350e9 } };
  const of = (cachedTokens: number) => prefillBound(served, { promptTokens: 8000, cachedTokens }, machine);
  expect(of(4000).work.flops).toBeGreaterThan(of(0).work.flops / 2);
  expect(of(4000).seconds).toBeLessThan(of(0).seconds);
  // The time is never less than one read of the weights.
  expect(of(8000).seconds).toBeGreaterThan(15.01e9 / 3350e9);
});

test("computes memory for weights and cache, and the number of further sequences", () => {
  const served = { shape: findModel("llama-3.1-8b")!, formats: bf16Formats };
  const need = { acceleratorMemoryBytes: 80e9, sequences: 42, contextTokens: 1000 };
  const fit = checkMemoryFit(served, need);
  expect(fit.kind).toBe("fits");
  expect(fit.weightBytes).toBe(2 * 8_030_261_248);
  expect(fit.kvBytes).toBe(42 * 1000 * 131_072);
  expect(fit.usableBytes).toBe(72e9);
  expect(checkMemoryFit(served, { ...need, sequences: Math.floor(fit.maxSequences) }).kind).toBe("fits");
  expect(checkMemoryFit(served, { ...need, sequences: Math.ceil(fit.maxSequences) }).kind).toBe(
    "does-not-fit",
  );
  const large = { shape: findModel("llama-3.1-405b")!, formats: bf16Formats };
  expect(checkMemoryFit(large, need).maxSequences).toBe(0);
  expect(checkMemoryFit(large, { ...need, parallelism: { tensor: 8, pipeline: 2 } }).kind).toBe("fits");
  // With sixteen GPUs and eight KV heads, every head is stored twice.
  const wide = checkMemoryFit(large, { ...need, parallelism: { tensor: 16, pipeline: 1 } });
  expect(wide.kvBytes).toBe(2 * 42 * 1000 * 516_096);
});

test("is suspicious above 0.95 of the bandwidth or 0.85 of the peak, and impossible above 1", () => {
  expect(judgeUtilisation({ mbu: 0.95, mfu: 0.85 })).toEqual({ kind: "possible" });
  expect(judgeUtilisation({ mbu: 0.96, mfu: 0.1 })).toEqual({
    kind: "suspicious",
    problems: [{ kind: "bandwidth", mbu: 0.96 }],
  });
  expect(judgeUtilisation({ mbu: 0.1, mfu: 0.86 }).kind).toBe("suspicious");
  expect(judgeUtilisation({ mbu: 1, mfu: 0.5 }).kind).toBe("suspicious");
  expect(judgeUtilisation({ mbu: 1.01, mfu: 0.9 })).toEqual({
    kind: "impossible",
    problems: [{ kind: "bandwidth", mbu: 1.01 }],
  });
});

test("classification of the bound", () => {
  const step = { memorySeconds: 8e-3, computeSeconds: 1e-3, communicationSeconds: 0, stepSeconds: 10e-3 };
  expect(classifyBound(step, { mbu: 0.8, mfu: 0.1 })).toBe("memory");
  expect(classifyBound({ ...step, stepSeconds: 30e-3 }, { mbu: 0.27, mfu: 0.03 })).toBe("overhead");
  expect(classifyBound({ ...step, communicationSeconds: 3e-3 }, { mbu: 0.8, mfu: 0.1 })).toBe(
    "communication",
  );
  // Llama 2 70B prefill of 8192 tokens on sixteen TPU v5e in 0.91 s.
  const prefill = { memorySeconds: 0.01, computeSeconds: 0.364, communicationSeconds: 0, stepSeconds: 0.91 };
  expect(classifyBound(prefill, { mfu: 0.4, mbu: 0.01 })).toBe("compute");
  // MPT-7B, 512 tokens, one A100: 46 ms.
  expect(
    classifyBound(
      { memorySeconds: 8.3e-3, computeSeconds: 21e-3, communicationSeconds: 0, stepSeconds: 46e-3 },
      { mfu: 0.46, mbu: 0.18 },
    ),
  ).toBe("compute");
  expect(classifyBound({ ...step, computeSeconds: 7.5e-3 }, { mbu: 0.8, mfu: 0.75 })).toBe("mixed");
});

/** A step of 1 s in which memory takes the given share, at the full specified bandwidth. */
const reading = (memorySeconds: number, communicationSeconds = 0) => {
  const step = { memorySeconds, computeSeconds: 0.1, communicationSeconds, stepSeconds: 1 };
  const used = { mbu: memorySeconds, mfu: 0.1 };
  return [classifyBound(step, used), findSecondBound(step, used)];
};

test("names the same two bounds on both sides of a threshold, and one bound far from it", () => {
  expect(reading(0.542)).toEqual(["overhead", "memory"]);
  expect(reading(0.548)).toEqual(["memory", "overhead"]);
  // Communication leaves less time for other work: memory with 0.536 exceeds other work with 0.385.
  expect(reading(0.536, 0.079)).toEqual(["overhead", "memory"]);
  expect(reading(0.62)).toEqual(["memory", null]);
  expect(reading(0.4)).toEqual(["overhead", null]);
  const prefill = (mfu: number) => {
    const step = { memorySeconds: 0.01, computeSeconds: mfu, communicationSeconds: 0, stepSeconds: 1 };
    return [classifyBound(step, { mbu: 0.01, mfu }), findSecondBound(step, { mbu: 0.01, mfu })];
  };
  expect(prefill(0.39)).toEqual(["overhead", "compute"]);
  expect(prefill(0.4)).toEqual(["compute", "overhead"]);
  expect(prefill(0.46)).toEqual(["compute", null]);
  expect(prefill(0.3)).toEqual(["overhead", null]);
  expect(reading(0.7, 0.26)).toEqual(["communication", "memory"]);
  expect(reading(0.7, 0.24)).toEqual(["memory", "communication"]);
});

test("names the larger part together with communication that takes more than a quarter", () => {
  // Like the prompts of extract-14b: 33.4 ms compute, 30.5 ms other, 23.8 ms communication.
  const step = { memorySeconds: 8, computeSeconds: 33.4, communicationSeconds: 23.8, stepSeconds: 87.7 };
  expect(findSecondBound(step, { mfu: 0.3, mbu: 0.08 })).toBe("compute");
  const waiting = { ...step, computeSeconds: 24, communicationSeconds: 30 };
  expect(findSecondBound(waiting, { mfu: 0.2, mbu: 0.08 })).toBe("overhead");
  expect(findSecondBound({ ...waiting, communicationSeconds: 50 }, { mfu: 0.2, mbu: 0.08 })).toBeNull();
});

test("property: a step bound only by communication has no larger part", () => {
  const part = fc.double({ min: 0.01, max: 1, noNaN: true });
  fc.assert(
    fc.property(part, part, part, part, (memorySeconds, computeSeconds, communicationSeconds, other) => {
      const longer = Math.max(memorySeconds, computeSeconds);
      const stepSeconds = longer + communicationSeconds + other;
      const step = { memorySeconds, computeSeconds, communicationSeconds, stepSeconds };
      const used = { mfu: computeSeconds / stepSeconds, mbu: memorySeconds / stepSeconds };
      const isAlone = classifyBound(step, used) === "communication" && findSecondBound(step, used) === null;
      expect(isAlone && Math.max(longer, other) > communicationSeconds).toBe(false);
    }),
  );
});

test("property: the second bound differs from the first, and two similar steps share a bound", () => {
  const share = fc.double({ min: 0.01, max: 0.9, noNaN: true });
  fc.assert(
    fc.property(share, fc.double({ min: 0.97, max: 1.03, noNaN: true }), (memory, factor) => {
      const [one, other] = [reading(memory), reading(memory * factor)];
      expect(one[0]).not.toBe(one[1]);
      expect(one.some((bound) => bound !== null && other.includes(bound))).toBe(true);
    }),
  );
});
