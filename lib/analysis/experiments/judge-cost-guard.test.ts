/** The cost of a block of 1 min with 60,000 tokens on 4 GPUs at 2 EUR per hour is 8 / (1,000 · 3,600) · 10⁶ = 2.22 EUR. */
import { expect, test } from "vitest";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import type { ArmBlocks } from "./arm-blocks";
import { judgeCostGuard, type ArmCost } from "./judge-cost-guard";

const minuteMs = 60_000;
const blockCount = 60;
const rules = { alpha: 0.05, marginRatio: 0.1, plannedBlocks: 60, eventSize: 0 };
const options = { ...rules, finalVerdicts: ["worse"] } as const;

/** Returns an arm that generates `tokensPerBlock` on average, with a standard deviation of 1 %. */
function createArm(seed: number, tokensPerBlock: number): ArmBlocks {
  const random = createSeededRandom(seed);
  const blocks = Array.from({ length: blockCount }, () => tokensPerBlock * (1 + 0.01 * randomNormal(random)));
  return {
    measured: {
      startMs: 0,
      blockMs: minuteMs,
      blockCount,
      distributions: {},
      counters: { "output-tokens": { unit: "tokens", blocks } },
      gauges: {},
      absent: {},
    },
    startsMs: blocks.map((_, index) => index * minuteMs),
    instanceCounts: blocks.map(() => 2),
  };
}

const createCost = (gpuCount: number, currency = "EUR"): ArmCost => ({
  pricePerGpuHour: 2,
  currency,
  gpuCounts: Array.from({ length: blockCount }, () => gpuCount),
});

const arms = [createArm(1, 60_000), createArm(2, 60_000)] as const;

test("equal tokens on equal GPUs cost the same", () => {
  const { measure } = judgeCostGuard(arms, [createCost(4), createCost(4)], options);
  expect(measure?.verdict).toBe("same");
  expect(measure?.referenceMean).toBeCloseTo(8 / 3.6, 1);
  expect(measure?.currency).toBe("EUR");
});

test("the same tokens on twice the GPUs cost twice as much, which is worse", () => {
  const { measure } = judgeCostGuard(arms, [createCost(4), createCost(8)], options);
  expect(measure?.verdict).toBe("worse");
  expect(measure?.change).toBeCloseTo(1, 1);
  expect(measure?.changedMean).toBeCloseTo(16 / 3.6, 1);
  expect(measure?.lower).toBeLessThan(measure?.change ?? 0);
  expect(measure?.upper).toBeGreaterThan(measure?.change ?? Infinity);
});

test("the same tokens on half of the GPUs are better", () => {
  const { measure } = judgeCostGuard(arms, [createCost(4), createCost(2)], options);
  expect(measure?.verdict).toBe("better");
  expect(measure?.change).toBeCloseTo(-0.5, 1);
});

test("GPUs that are added within an arm count from their block on", () => {
  const grown: ArmCost = {
    ...createCost(4),
    gpuCounts: Array.from({ length: blockCount }, (_, block) => (block < 30 ? 4 : 8)),
  };
  const busier = createArm(2, 60_000);
  const blocks = busier.measured.counters["output-tokens"]?.blocks ?? [];
  const doubled: ArmBlocks = {
    ...busier,
    measured: {
      ...busier.measured,
      counters: {
        "output-tokens": {
          unit: "tokens",
          blocks: blocks.map((count, block) => (block < 30 ? count : 2 * Number(count))),
        },
      },
    },
  };
  expect(judgeCostGuard([arms[0], doubled], [createCost(4), grown], options).measure?.verdict).toBe("same");
});

test("an unknown price or number of GPUs, and different currencies, are reasons without a number", () => {
  const reasonOf = (...costs: Parameters<typeof judgeCostGuard>[1]) => {
    const { measure, reason } = judgeCostGuard(arms, costs, options);
    return [measure, reason];
  };
  expect(reasonOf("no-price", createCost(4))).toEqual([null, "no-price"]);
  expect(reasonOf(createCost(4), "no-gpu-count")).toEqual([null, "no-gpu-count"]);
  expect(reasonOf(createCost(4), createCost(4, "USD"))).toEqual([null, "other-currency"]);
});
