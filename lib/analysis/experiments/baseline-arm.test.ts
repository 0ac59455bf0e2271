import { describe, expect, test } from "vitest";
import { measureFixture, type WindowPlan } from "@/lib/analysis/comparisons/fixtures";
import type { ExperimentMeasures } from "@/lib/model/investigation/experiments/experiment";
import {
  countMeasuredBlocks,
  hasChangedInstances,
  limitPlannedBlocks,
  toBaselineBlocks,
} from "./baseline-arm";
import { pickArmBlocks } from "./arm-blocks";
import { judgeExperiment } from "./judge-experiment";

const ttft = { signal: "ttft", statistic: "mean" } as const;
const declared: ExperimentMeasures = {
  primary: ttft,
  guards: [],
  marginRatio: 0.1,
  maxQualityDecrease: 0,
  plannedBlocks: 120,
  hasCostGuard: false,
  stopRule: "planned-blocks",
};
const plan = { blockCount: 60, requestsPerBlock: 40, edges: [0.5] };

/** Compares a baseline with a window of 120 blocks. */
function judge(reference: WindowPlan, changed: WindowPlan) {
  const baseline = measureFixture({ ...plan, ...reference });
  const live = measureFixture({ ...plan, blockCount: 120, ...changed });
  const blocks = toBaselineBlocks(baseline);
  const counts = Array.from({ length: live.measured.blockCount }, () => 2);
  const arm = { cost: null, requestCounting: null, changedPaths: [] };
  return judgeExperiment({
    factor: { path: "engine.version", from: null, to: null },
    measures: limitPlannedBlocks(declared, [blocks]),
    scores: [],
    reference: { ...arm, blocks, environments: [baseline.environment] },
    changed: {
      ...arm,
      blocks: pickArmBlocks(live.measured, [live.window], counts),
      environments: [live.environment],
    },
  });
}

describe("a baseline as an arm", () => {
  test("is compared with a window, and the experiment is complete at its number of blocks", () => {
    expect(judge({ seed: 1 }, { seed: 2, factor: 0.7 })).toMatchObject({
      verdict: "better",
      isComplete: true,
      primary: { blockCount: 60 },
    });
    expect(judge({ seed: 1 }, { seed: 2, factor: 1.4 }).verdict).toBe("worse");
  });

  test("without an effect decides wrongly in at most 7 of 100 cases", { timeout: 60_000 }, () => {
    const wrong = Array.from({ length: 200 }, (_, index) =>
      judge({ seed: 1_000 + index }, { seed: 5_000 + index }),
    ).filter(({ verdict }) => verdict === "better" || verdict === "worse");
    expect(wrong.length / 200).toBeLessThanOrEqual(0.07);
  });

  test("has equal load per ready instance, also if a scrape of the baseline was missed", () => {
    const { load, isPerInstance } = judge({ seed: 1, instanceCount: 1.99 }, { seed: 2 });
    expect([load.differences, isPerInstance]).toEqual([[], false]);
    const halved = judge({ seed: 1, instanceCount: 1 }, { seed: 2 });
    expect(halved.refusal?.kind).toBe("load");
  });
});

describe("the number of ready instances of a baseline", () => {
  test("changed if its mean is not an integer, with at most 1 % lost scrapes", () => {
    const changedAt = (instanceCount: number | null): boolean =>
      hasChangedInstances({ ...measureFixture({ ...plan, instanceCount }), instanceRange: null });
    // 60 blocks with 2 instances and 180 with 4.
    expect(changedAt((60 * 2 + 180 * 4) / 240)).toBe(true);
    expect([null, 1, 2, 1.99, 4.02].map(changedAt)).toEqual([false, false, false, false, false]);
  });

  test("changed if its range was stored, although its mean is an integer", () => {
    const baseline = measureFixture({ ...plan, instanceCount: 2 });
    expect(hasChangedInstances({ ...baseline, instanceRange: { min: 1, max: 3 } })).toBe(true);
    expect(hasChangedInstances({ ...baseline, instanceRange: { min: 2, max: 2 } })).toBe(false);
  });
});

describe("the planned blocks", () => {
  const { measured } = measureFixture(plan);

  test("are not more than the blocks of the baseline with the primary measure", () => {
    const distribution = measured.distributions.ttft;
    const blocks = (distribution?.blocks ?? []).map((block, index) => (index < 5 ? "not-scraped" : block));
    const incomplete = {
      ...measured,
      distributions: distribution === undefined ? {} : { ttft: { ...distribution, blocks } },
    };
    expect(countMeasuredBlocks({ measured: incomplete }, ttft)).toBe(55);
    expect(limitPlannedBlocks(declared, [{ measured: incomplete }]).plannedBlocks).toBe(55);
    expect(limitPlannedBlocks({ ...declared, plannedBlocks: 30 }, [{ measured }]).plannedBlocks).toBe(30);
  });

  test("stay if the baseline does not contain the primary measure, or there is no baseline", () => {
    const primary = { signal: "queue-time", statistic: "mean" } as const;
    expect(limitPlannedBlocks({ ...declared, primary }, [{ measured }]).plannedBlocks).toBe(120);
    expect(limitPlannedBlocks(declared, [])).toEqual(declared);
  });
});
