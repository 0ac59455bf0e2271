import fc from "fast-check";
import { expect, test } from "vitest";
import { createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { findRoof } from "@/lib/analysis/roofline/bounds/roof";
import { findModel } from "@/lib/analysis/roofline/models/all-models";
import { prefillGroup } from "@/lib/analysis/roofline/step-work/batch";
import { oneAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import { stepWork } from "@/lib/analysis/roofline/step-work/step-work";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { counterPoints } from "./counter-points";
import type { PoolSetting } from "./setting";
import { prefillTimeRatio } from "./prefill-occupancy";

/**
 * Simulates a queue whose server takes up to `maxPrompts` waiting prompts at once, for `fixed` + (1 − fixed)·k
 * seconds with k prompts. Returns the mean number served at once and the busy share.
 */
function simulatedQueue(
  arrivals: number,
  maxPrompts: number,
  fixed: number,
): { atOnce: number; busy: number } {
  const random = createSeededRandom(5);
  let [now, nextAt, waiting, busy, served, spent] = [0, 0, 0, 0, 0, 0];
  while (served < 40_000) {
    for (; nextAt <= now; nextAt -= Math.log(1 - random()) / arrivals) waiting += 1;
    if (waiting === 0) {
      // The running step that a new arrival waits for.
      now += 0.05;
      continue;
    }
    const together = Math.min(waiting, maxPrompts);
    const took = fixed + (1 - fixed) * together;
    now += took;
    busy += took;
    spent += together * took;
    served += together;
    waiting -= together;
  }
  return { atOnce: spent / now, busy: busy / now };
}

test.each([
  [1, 0],
  [2, 0],
  [4, 0],
  [1000, 0],
  [2, 0.9],
  [1000, 0.9],
])(
  "up to %d prompts at once, a fixed part of %d: the share of time matches a simulated queue",
  (maxPrompts, fixed) => {
    for (const arrivals of [0.05, 0.1, 0.2, 0.4, 0.6]) {
      const { atOnce, busy } = simulatedQueue(arrivals, maxPrompts, fixed);
      const found = prefillTimeRatio(atOnce, { maxPrompts, computeRatio: 1 - fixed });
      expect(Math.abs(found / busy - 1), `${arrivals}`).toBeLessThan(0.035);
    }
  },
);

test("property: the result is a share of time that grows with concurrency", () => {
  const amount = fc.double({ min: 1e-4, max: 50, noNaN: true });
  const maxPrompts = fc.double({ min: 1, max: 100, noNaN: true });
  const ratio = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(amount, amount, maxPrompts, ratio, (a, b, fit, computeRatio) => {
      const [less, more] = [Math.min(a, b), Math.max(a, b)].map((atOnce) =>
        prefillTimeRatio(atOnce, { maxPrompts: fit, computeRatio }),
      ) as [number, number];
      expect(less).toBeGreaterThan(0);
      expect(more).toBeLessThanOrEqual(1 + 1e-12);
      expect(more).toBeGreaterThanOrEqual(less - 1e-12);
    }),
  );
});

const accelerator = findAccelerator("h100-sxm")!;
const roof = findRoof(accelerator, "bf16")!;

/** Computes prompts one after another, each in chunks of at most `budget` tokens, and returns their true rates. */
function serialPrompts(setting: PoolSetting, tokens: number, budget: number) {
  let [flops, seconds] = [0, 0];
  for (let done = 0; done < tokens; done += budget) {
    const size = Math.min(budget, tokens - done);
    const work = stepWork(setting.servedModel, [
      prefillGroup(size, { cachedTokens: done, isLast: done + size === tokens }),
    ]);
    flops += work.flops;
    seconds += Math.max(work.flops / (roof.flopsPerSecond * 0.7), work.bytes / (roof.bytesPerSecond * 0.8));
  }
  return { flops, seconds };
}

test("property: the range of prefill contains the rate of prompts that run one after another, up to full rate", () => {
  let largest = 0;
  fc.assert(
    fc.property(
      fc.constantFrom("llama-2-7b", "llama-3.1-8b", "llama-3.1-70b", "qwen2.5-7b"),
      fc.integer({ min: 32, max: 16_000 }),
      fc.constantFrom(2_048, 8_192, 32_768),
      fc.double({ min: 0.02, max: 1, noNaN: true }),
      (model, tokens, budget, busyRatio) => {
        const setting: PoolSetting = {
          servedModel: { shape: findModel(model)!, formats: bf16Formats },
          accelerator,
          parallelism: oneAccelerator,
          replicas: 1,
          role: "prefill",
          usesChunkedPrefill: true,
        };
        const { flops, seconds } = serialPrompts(setting, tokens, budget);
        const rate = busyRatio / seconds;
        const sample = {
          promptTokensPerSecond: tokens * rate,
          cachedPromptTokensPerSecond: 0,
          firstTokensPerSecond: rate,
          prefillSeconds: seconds,
          stepTokenBudget: budget,
        };
        const { prefill } = counterPoints(sample, setting, roof);
        if (prefill.kind !== "available") throw new Error(prefill.kind);
        const truth = flops / seconds;
        expect(truth).toBeGreaterThan(prefill.busy.flopsRange.lower);
        expect(truth).toBeLessThan(prefill.busy.flopsRange.upper);
        expect(prefill.busy.judgement.kind).toBe("possible");
        expect(prefill.average.flopsRange.lower).toBeLessThan(truth * busyRatio);
        expect(prefill.average.flopsRange.lower).toBeGreaterThan(0.8 * truth * busyRatio);
        largest = Math.max(largest, prefill.busy.flopsPerSecond / truth);
      },
    ),
  );
  // Not within the error of random arrivals, and never more than the golden ratio and the error of the work.
  expect(largest).toBeGreaterThan(1.2);
  expect(largest).toBeLessThan(1.8);
});
