import fc from "fast-check";
import { expect, test } from "vitest";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { decodeBound } from "@/lib/analysis/roofline/bounds/decode-bound";
import { findRoof } from "@/lib/analysis/roofline/bounds/roof";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { breakDownStepTime } from "@/lib/analysis/roofline/points/step-time-breakdown";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import {
  batchCurve,
  doublingGain,
  doublingGainEstimate,
  unusedCeilingRatio,
  findLimitBelowKnee,
  kneeLowerBound,
  throughputAt,
} from "./batch-curve";
import { batchGroups } from "./batch-groups";
import { fitLine, type LineEstimate, type LineFit, type SweepStep } from "./fit-line";
import { resolveLimits } from "@/lib/model/deployment/limits";
import { batchCapacity } from "./batch-capacity";
import { batchAdvice, isBatchLimitedByCache, plateauCause, type PlateauCause } from "./plateau-cause";

function fitSteps(steps: readonly SweepStep[]): LineFit {
  const fit = fitLine(steps);
  if (fit.kind !== "fit") throw new Error(fit.reason);
  return fit;
}

/** Llama-2-7B, FerranAgulloLopez/vLLMBatchingMemoryGap@a918634. */
const published: readonly SweepStep[] = [
  { batch: 1, itlSeconds: 10.877e-3 },
  { batch: 4, itlSeconds: 11.441e-3 },
  { batch: 15.9, itlSeconds: 13.726e-3 },
  { batch: 63.7, itlSeconds: 21.664e-3 },
  { batch: 127.5, itlSeconds: 32.463e-3 },
];

test("published runs fit a line within 5 %: the intercept is weights and overhead, the slope one sequence's cache", () => {
  const fit = fitSteps(published);
  expect(fit.largestErrorRatio).toBeLessThan(0.05);
  // 13.2 GB at the 1.2 TB/s that these runs achieve, and 380.5 tokens of 524,288 bytes.
  expect(fit.baseSeconds.value).toBeGreaterThan(13.2147e9 / 1.3e12);
  expect(fit.baseSeconds.value).toBeLessThan(13.2147e9 / 1.1e12);
  expect(fit.perSequenceSeconds.lower).toBeLessThan((380.5 * 524_288) / 1.19e12);
  expect(fit.perSequenceSeconds.upper).toBeGreaterThan((380.5 * 524_288) / 1.25e12);
  expect(unusedCeilingRatio(fit, 1)).toBeGreaterThan(0.95);
  const { kneeBatch, ceilingTokensPerSecond } = batchCurve(fit);
  expect(kneeBatch?.value).toBeCloseTo(4.5 * (fit.baseSeconds.value / fit.perSequenceSeconds.value), 9);
  expect(ceilingTokensPerSecond?.value).toBeGreaterThan(throughputAt(fit, 127.5));
  // Throughput grows 31 times from one sequence to 64 while decode stays memory-bound.
  expect(throughputAt(fit, 64) / throughputAt(fit, 1)).toBeGreaterThan(28);
});

test("property: finds a line without noise, with the knee where doubling gains 10 %", () => {
  const batches = fc.uniqueArray(fc.integer({ min: 1, max: 512 }), { minLength: 4, maxLength: 12 });
  const part = fc.double({ min: 1e-5, max: 1e-1, noNaN: true });
  fc.assert(
    fc.property(batches, part, part, (given, base, slope) => {
      fc.pre(Math.max(...given) >= 1.5 * Math.min(...given));
      const fit = fitSteps(given.map((batch) => ({ batch, itlSeconds: base + slope * batch })));
      expect(Math.abs(fit.perSequenceSeconds.value / slope - 1)).toBeLessThan(1e-6);
      const middle = (Math.max(...given) + Math.min(...given)) / 2;
      expect(throughputAt(fit, middle) / (middle / (base + slope * middle))).toBeCloseTo(1, 6);
      const knee = batchCurve(fit).kneeBatch;
      expect(knee === null ? 0.1 : doublingGain(fit, knee.value)).toBeCloseTo(0.1, 6);
    }),
  );
});

test("intervals contain slope, base and knee in about 95 of 100 draws, even if noise grows with the step", () => {
  const random = createSeededRandom(11);
  const draws = 4_000;
  for (const batches of [
    [1, 8, 32, 128],
    [1, 2, 4, 8, 16, 32, 64, 128],
  ]) {
    const held = { base: 0, slope: 0, half: 0 };
    const inside = ({ lower, upper }: LineEstimate, truth: number): number =>
      lower <= truth && truth <= upper ? 1 : 0;
    for (let draw = 0; draw < draws; draw += 1) {
      const fit = fitSteps(
        batches.map((batch) => ({
          batch,
          itlSeconds: (8e-3 + 2e-4 * batch) * (1 + 0.03 * randomNormal(random)),
        })),
      );
      held.base += inside(fit.baseSeconds, 8e-3);
      held.slope += inside(fit.perSequenceSeconds, 2e-4);
      held.half += inside(fit.halfBatch!, 40);
    }
    for (const count of Object.values(held)) {
      expect(count).toBeGreaterThan(0.935 * draws);
      expect(count).toBeLessThan(0.975 * draws);
    }
  }
});

test("reports too few steps, too few batches, and batches that are too similar", () => {
  const at = (...batches: readonly number[]) =>
    fitLine(batches.map((batch) => ({ batch, itlSeconds: 0.01 + batch / 1e4 })));
  expect(at(1, 2, 3)).toEqual({ kind: "cannot-fit", reason: "too-few-steps" });
  expect(at(1, 2, 1, 2)).toEqual({ kind: "cannot-fit", reason: "too-few-batches" });
  expect(at(10, 11, 12, 13)).toEqual({ kind: "cannot-fit", reason: "batches-too-alike" });
});

test("a flat line has no knee and no ceiling, rather than one at infinity", () => {
  const fit = fitSteps(
    [1, 2, 4, 8, 16].map((batch, index) => ({ batch, itlSeconds: 0.01 + (index % 2) * 1e-4 })),
  );
  expect(batchCurve(fit)).toEqual({ ceilingTokensPerSecond: null, kneeBatch: null });
});

test("a knee beyond the configured batch, or beyond twice the largest observed one, is not reported as a value", () => {
  const beyond = (knee: number | null, observedBatch: number, configuredBatch: number | null) =>
    findLimitBelowKnee(knee, { observedBatch, configuredBatch });
  expect(beyond(2_055, 19, 256)).toEqual({ limitedBy: "configured", batch: 256 });
  expect(beyond(2_055, 19, null)).toEqual({ limitedBy: "observed", batch: 19 });
  expect(beyond(2_055, 1_100, 4_096)).toBeNull();
  expect(beyond(null, 19, 256)).toBeNull();
});

test("a knee beyond the capacity of memory or the engine's cache is reported with the nearest limit", () => {
  const beyond = (knee: number, reach: Partial<Parameters<typeof findLimitBelowKnee>[1]>) =>
    findLimitBelowKnee(knee, { observedBatch: 40, configuredBatch: 256, ...reach });
  expect(beyond(225, { capacity: { limitedBy: "memory", batch: 92.7 } })).toEqual({
    limitedBy: "memory",
    batch: 92,
  });
  expect(beyond(300, { capacity: { limitedBy: "cache", batch: 92.7 } })).toEqual({
    limitedBy: "cache",
    batch: 92,
  });
  expect(beyond(700, { capacity: { limitedBy: "memory", batch: 500 } })).toEqual({
    limitedBy: "configured",
    batch: 256,
  });
  expect(beyond(70, { capacity: { limitedBy: "memory", batch: 92.7 } })).toBeNull();
  expect(beyond(70, { capacity: null })).toBeNull();
});

test("the capacity is the smaller of memory and cache, ignoring limits below the current batch", () => {
  const setting = {
    servedModel: { shape: findModel("llama-3.1-8b")!, formats: findModel("llama-3.1-8b")!.publishedFormats },
    accelerator: findAccelerator("h100-sxm")!,
    parallelism: { tensor: 1, pipeline: 1 },
  };
  const now = { batch: 20, contextTokens: 2_000, engineCache: null };
  const memory = batchCapacity(setting, now)!;
  expect(memory.limitedBy).toBe("memory");
  // 72 GB minus 16.1 GB of weights, 0.262 GB per sequence.
  expect(memory.batch).toBeGreaterThan(205);
  expect(memory.batch).toBeLessThan(220);
  const cache = { kind: "capacity", tokens: 100_000 } as const;
  expect(batchCapacity(setting, { ...now, engineCache: cache })).toEqual({ limitedBy: "cache", batch: 50 });
  expect(batchCapacity(setting, { ...now, engineCache: cache, batch: 60 })?.limitedBy).toBe("memory");
  expect(batchCapacity(setting, { ...now, batch: 600 })).toBeNull();
});

test("an uncertain slope still gives a lower bound of the knee and a range for the gain of doubling", () => {
  const fit = fitSteps(
    [1, 2, 4, 8, 16].map((batch, index) => ({ batch, itlSeconds: 0.01 + (index % 2) * 1e-4 })),
  );
  expect(kneeLowerBound(fit)).toBeGreaterThan(32);
  expect(doublingGainEstimate(fit, 16).lower).toBeGreaterThan(0.9);
  expect(doublingGainEstimate(fit, 16).upper).toBe(1);
  const falling = fitSteps([1, 2, 4, 8, 16].map((batch) => ({ batch, itlSeconds: 0.01 - batch * 1e-6 })));
  expect(doublingGainEstimate(falling, 16)).toMatchObject({ value: 1, upper: 1 });
  const known = fitSteps(published);
  const gain = doublingGainEstimate(known, 64);
  expect(gain.value).toBeCloseTo(doublingGain(known, 64), 9);
  expect(gain.lower).toBeLessThan(gain.value);
  expect(gain.upper).toBeGreaterThan(gain.value);
});

test("plateau cause: cache reads at a large batch, weights at a small one, neither for a small model", () => {
  const roof = findRoof(findAccelerator("h100-64-custom")!, "fp16")!;
  const served = { shape: findModel("llama-2-7b")!, formats: findModel("llama-2-7b")!.publishedFormats };
  const cause = (batch: number, itlMs: number) => {
    const { work } = decodeBound(served, { batch, contextTokens: 380.5 }, { ceilings: roof });
    const shares = breakDownStepTime(work, { stepSeconds: itlMs / 1e3, communicationSeconds: 0 }, roof);
    return plateauCause(work, shares, shares);
  };
  expect(cause(127.5, 32.463)).toMatchObject({ kind: "kv-reads" });
  expect(cause(4, 11.441)).toMatchObject({ kind: "weight-reads" });
  expect(cause(1, 30)).toEqual({ kind: "overhead" });
  const waiting = { waitingRequests: 6, kvUsageRatio: 0.5, preemptionsPerSecond: null };
  const advice = (at: PlateauCause, load: Parameters<typeof batchAdvice>[1]) =>
    batchAdvice(at, load, resolveLimits({}));
  expect(advice(cause(4, 11.441), waiting)).toEqual({ kind: "worth-trying" });
  expect(advice(cause(4, 11.441), { ...waiting, waitingRequests: 0, kvUsageRatio: 0.99 })).toEqual({
    kind: "not-worth",
    reasons: ["nothing-waits", "cache-full"],
  });
  // A request waits briefly for the next step, which is not a queue.
  for (const waitingRequests of [0.001, 0.017, 0.99])
    expect(advice(cause(4, 11.441), { ...waiting, waitingRequests })).toEqual({
      kind: "not-worth",
      reasons: ["nothing-waits"],
    });
  expect(advice(cause(4, 11.441), { ...waiting, waitingRequests: 1 }).kind).toBe("worth-trying");
  expect(advice({ kind: "kv-reads", kvBytesRatio: 0.8 }, waiting)).toEqual({
    kind: "not-worth",
    reasons: ["kv-reads"],
  });
});

test.each([
  // A published run, and raw runs: preemptions free blocks, so the mean usage is below 0.95.
  { kvUsageRatio: 0.906, preemptionsPerSecond: 51 / 60, waitingRequests: 12 },
  { kvUsageRatio: 0.92, preemptionsPerSecond: 778 / 300, waitingRequests: 5 },
  { kvUsageRatio: 0.95, preemptionsPerSecond: 778 / 300, waitingRequests: 5 },
])("a cache that preempts at a mean usage of $kvUsageRatio is full, for any kind of bytes", (load) => {
  const limits = resolveLimits({});
  for (const cause of [{ kind: "weight-reads", kvBytesRatio: 0.2 }, { kind: "overhead" }] as const)
    expect(batchAdvice(cause, load, limits)).toEqual({ kind: "not-worth", reasons: ["cache-full"] });
  expect(isBatchLimitedByCache(load, limits)).toBe(true);
  expect(isBatchLimitedByCache({ ...load, waitingRequests: 0.2 }, limits)).toBe(false);
  expect(isBatchLimitedByCache({ ...load, preemptionsPerSecond: 0 }, limits)).toBe(false);
  // The limits of the deployment apply.
  expect(isBatchLimitedByCache(load, resolveLimits({ limits: { preemptionsPerSecond: 10 } }))).toBe(false);
});

test("groups intervals by half octaves of the batch, weights means by tokens, excludes empty intervals", () => {
  const interval = (batch: number, itlSeconds: number, tokensPerSecond: number) => ({
    batch,
    itlSeconds,
    tokensPerSecond,
    durationSeconds: 60,
  });
  const groups = batchGroups([
    interval(64, 0.02, 3000),
    interval(4, 0.01, 400),
    interval(4.2, 0.012, 1200),
    interval(5.7, 0.013, 1300),
    interval(0, 0.01, 0),
    interval(8, Number.NaN, 10),
  ]);
  expect(groups.map(({ intervalCount }) => intervalCount)).toEqual([2, 1, 1]);
  expect(groups[0]?.itlSeconds).toBeCloseTo((0.01 * 400 + 0.012 * 1200) / 1600, 12);
  expect(groups[0]?.tokensPerSecond).toBe(800);
});
