import { describe, expect, test } from "vitest";
import { measureFixture, type WindowPlan } from "@/lib/analysis/comparisons/fixtures";
import type { ExperimentMeasures } from "@/lib/model/investigation/experiments/experiment";
import { pickArmBlocks } from "./arm-blocks";
import { findWorseGuard, wasWorseConsecutively } from "./stop-rule";

describe("the verdicts of interim analyses", () => {
  test.each([
    [[], false],
    [["worse"], false],
    [["worse", "worse"], true],
    [["cannot-tell", "worse", "worse", "same"], true],
    [["worse", "cannot-tell", "worse"], false],
    [["worse", "same", "worse", "better", "worse"], false],
    [["better", "better"], false],
  ] as const)("%j meet the stop rule: %j", (verdicts, isMet) => {
    expect(wasWorseConsecutively(verdicts)).toBe(isMet);
  });
});

const ttft = { signal: "ttft", statistic: "mean" } as const;

function toArm(plan: WindowPlan, blockCount: number) {
  const { measured, window } = measureFixture({ blockCount, requestsPerBlock: 40, edges: [0.5], ...plan });
  return { blocks: pickArmBlocks(measured, [window]), requestCounting: null, cost: null };
}

function findGuard(changed: WindowPlan, blockCount: number, guards: ExperimentMeasures["guards"] = [ttft]) {
  const measures: ExperimentMeasures = {
    primary: { signal: "tpot", statistic: "mean" },
    guards,
    hasCostGuard: false,
    marginRatio: 0.1,
    maxQualityDecrease: 0,
    plannedBlocks: 120,
    stopRule: "planned-blocks",
  };
  const factor = { path: "engine.version", from: "1", to: "2" };
  return findWorseGuard({ factor, measures }, [
    toArm({ seed: 1 }, blockCount),
    toArm({ seed: 2, ...changed }, blockCount),
  ]);
}

describe("a guard", () => {
  test("that becomes much worse meets the stop rule at the second interim analysis", () => {
    expect(findGuard({ factor: 3 }, 20)).toBeNull();
    expect(findGuard({ factor: 3 }, 21)).toEqual(ttft);
  });

  test("that becomes better or stays equal does not meet it", () => {
    expect(findGuard({ factor: 0.5 }, 60)).toBeNull();
    expect(findGuard({}, 60)).toBeNull();
  });

  test("in 100 histories without an effect meets it at most 5 times", () => {
    const seeds = Array.from({ length: 100 }, (_, index) => 10 + index);
    expect(seeds.filter((seed) => findGuard({ seed }, 60) !== null).length).toBeLessThanOrEqual(5);
  });

  test("is necessary", () => {
    expect(findGuard({ factor: 3 }, 60, [])).toBeNull();
  });
});
