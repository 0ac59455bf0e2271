import { describe, expect, test } from "vitest";
import { measureFixture, type WindowPlan } from "@/lib/analysis/comparisons/fixtures";
import type { ExperimentMeasures, QualityScore } from "@/lib/model/investigation/experiments/experiment";
import { randomNormal, createSeededRandom } from "@/lib/analysis/statistics/seeded-random";
import { joinArmBlocks, listBlockValues, pickArmBlocks } from "./arm-blocks";
import { fillInstanceCounts } from "./instance-counts";
import { judgeExperiment, type JudgedExperiment, type MeasuredArm } from "./judge-experiment";
import { judgeMeasure } from "./judge-measure";

const cap = "engine.flags.max_num_seqs";
const errors = { signal: "errors", statistic: "ratio-to-requests" } as const;
const declared: ExperimentMeasures = {
  primary: { signal: "ttft", statistic: "mean" },
  guards: [errors],
  marginRatio: 0.1,
  maxQualityDecrease: 0.01,
  plannedBlocks: 60,
  hasCostGuard: false,
  stopRule: "first-verdict",
};
const edges = [0.5];
const judged = { alpha: 0.05, marginRatio: 0.1, plannedBlocks: 120, finalVerdicts: [], eventSize: 0 };
/** Verdicts that end an experiment with the stop rule "first verdict". */
const final = ["better", "worse", "same"] as const;

function toArm(plan: WindowPlan, value: string): MeasuredArm {
  const { measured, window, environment } = measureFixture({
    blockCount: 60,
    requestsPerBlock: 40,
    edges,
    ...plan,
    environment: { [cap]: value, ...plan.environment },
  });
  const { instanceCount = 2 } = plan;
  const counts = Array.from({ length: measured.blockCount }, () => instanceCount);
  const blocks = pickArmBlocks(measured, [window], counts);
  return { blocks, cost: null, requestCounting: null, environments: [environment], changedPaths: [] };
}

const countWrong = (verdicts: readonly string[]): number =>
  verdicts.filter((one) => one === "better" || one === "worse").length;

interface Options {
  readonly reference?: WindowPlan;
  readonly changed?: WindowPlan;
  readonly measures?: Partial<ExperimentMeasures>;
  readonly scores?: readonly Pick<QualityScore, "role" | "name" | "value">[];
}

function judge({ reference = {}, changed = {}, measures = {}, scores = [] }: Options): JudgedExperiment {
  return judgeExperiment({
    factor: { path: cap, from: "256", to: "64" },
    measures: { ...declared, ...measures },
    scores,
    reference: toArm({ seed: 1, ...reference }, "256"),
    changed: toArm({ seed: 2, ...changed }, "64"),
  });
}

describe("an unknown request rate of an arm", () => {
  const withoutRequests = (arm: MeasuredArm): MeasuredArm => {
    const { requests: _requests, ...counters } = arm.blocks.measured.counters;
    return { ...arm, blocks: { ...arm.blocks, measured: { ...arm.blocks.measured, counters } } };
  };
  const compare = (stopRule: ExperimentMeasures["stopRule"]) =>
    judgeExperiment({
      factor: { path: cap, from: null, to: null },
      measures: { ...declared, guards: [], stopRule },
      scores: [],
      reference: withoutRequests(toArm({ seed: 1 }, "256")),
      changed: toArm({ seed: 2, factor: 0.5 }, "64"),
    });

  test.each(["first-verdict", "planned-blocks"] as const)("gives no verdict with %s", (stopRule) => {
    expect(compare(stopRule)).toMatchObject({
      verdict: "cannot-tell",
      refusal: { kind: "unknown-load" },
    });
  });
});

describe("experiments with a known truth", () => {
  test("find a real effect with its interval", () => {
    const { verdict, primary, isComplete } = judge({ changed: { factor: 0.7 } });
    expect([verdict, primary.verdict, isComplete]).toEqual(["better", "better", true]);
    expect(primary.change).toBeCloseTo(-0.3, 1);
    expect(primary.lower).toBeLessThan(-0.3);
    expect(primary.upper).toBeLessThan(0);
    expect(primary.upper).toBeGreaterThan(primary.change ?? 0);
    expect(judge({ changed: { factor: 1.4 } }).verdict).toBe("worse");
  });

  test("without an effect decide wrongly in at most 7 of 100 cases", { timeout: 60_000 }, () => {
    const errorRatio = 0.01;
    const verdicts = Array.from(
      { length: 200 },
      (_, index) =>
        judge({
          reference: { seed: 1_000 + index, errorRatio },
          changed: { seed: 5_000 + index, errorRatio },
        }).verdict,
    );
    expect(countWrong(verdicts) / 200).toBeLessThanOrEqual(0.07);
  });

  test.each([0.5, 0.8])(
    "without an effect and with blocks that depend on each other by %d decide wrongly in at most 7 of 100 cases",
    { timeout: 60_000 },
    (autocorrelation) => {
      const random = createSeededRandom(11);
      const drawArm = (): Float64Array => {
        let deviation = randomNormal(random);
        return Float64Array.from({ length: 60 }, () => {
          const innovation = Math.sqrt(1 - autocorrelation ** 2) * randomNormal(random);
          deviation = autocorrelation * deviation + innovation;
          return 0.5 * (1 + 0.2 * deviation);
        });
      };
      const verdicts = Array.from({ length: 200 }, () => {
        const options = { ...judged, plannedBlocks: 60, finalVerdicts: final };
        return judgeMeasure(declared.primary, [drawArm(), drawArm()], options).verdict;
      });
      expect(countWrong(verdicts) / 200).toBeLessThanOrEqual(0.07);
    },
  );

  test("a latency that rises 44-fold is worse, and one that is still rising has no absurd numbers", () => {
    const random = createSeededRandom(15);
    const armOf = (mean: number, deviation: number): Float64Array =>
      Float64Array.from({ length: 60 }, () => mean + deviation * randomNormal(random));
    const [reference, changed] = [armOf(0.096, 0.01), armOf(4.22, 0.4)];
    const risen = judgeMeasure(declared.primary, [reference, changed], judged);
    expect([risen.verdict, Math.round(risen.change ?? 0)]).toEqual(["worse", 43]);
    expect(risen.lower).toBeGreaterThan(30);
    const rising = changed.map((value, block) => (value * block) / 60);
    const undecided = judgeMeasure(declared.primary, [reference, rising], judged);
    expect(undecided).toMatchObject({ verdict: "cannot-tell", additionalBlocks: null });
    for (const bound of [undecided.lower, undecided.upper])
      expect(bound === null || Math.abs(bound) <= 100).toBe(true);
  });

  test("without an effect end as the same with enough blocks, and otherwise state how many are missing", () => {
    const long = { blockCount: 240, requestsPerBlock: 100 };
    const measures = { plannedBlocks: 240 };
    expect(judge({ reference: long, changed: long, measures }).verdict).toBe("same");
    const short = { blockCount: 20, requestsPerBlock: 10 };
    const undecided = judge({ reference: short, changed: short });
    expect([undecided.verdict, undecided.isComplete]).toEqual(["cannot-tell", false]);
    expect(undecided.primary.additionalBlocks).toBeGreaterThan(0);
  });

  test("have no interim analysis before 20 blocks per arm", () => {
    const { verdict, primary } = judge({ changed: { factor: 0.2, blockCount: 19 } });
    expect(verdict).toBe("cannot-tell");
    expect(primary).toMatchObject({ blockCount: 19, change: null, pValue: null, additionalBlocks: 1 });
  });

  test("with the rule of planned blocks report a difference at the end only", () => {
    const measures = { stopRule: "planned-blocks", plannedBlocks: 60 } as const;
    const early = { factor: 0.6, blockCount: 40 };
    expect(judge({ changed: early, measures })).toMatchObject({
      verdict: "cannot-tell",
      isComplete: false,
      isWithheld: true,
      primary: { verdict: "cannot-tell", additionalBlocks: 20 },
    });
    expect(judge({ changed: { factor: 0.6 }, measures })).toMatchObject({
      verdict: "better",
      isComplete: true,
    });
  });

  test("do not use blocks after the planned number", () => {
    expect(judge({ changed: { factor: 0.9 }, measures: { plannedBlocks: 30 } }).primary.blockCount).toBe(30);
  });
});

describe("what overrules the primary measure", () => {
  test("errors in an arm that had none make a faster experiment worse", () => {
    const { verdict, primary, guards } = judge({ changed: { factor: 0.7, errorRatio: 0.05 } });
    expect([verdict, primary.verdict, guards[0]?.verdict]).toEqual(["worse", "better", "worse"]);
  });

  test("a quality score that falls makes a faster experiment worse", () => {
    const score = (role: QualityScore["role"], value: number) => ({ role, name: "MMLU", value });
    const held = [score("reference", 0.8), score("changed", 0.795)];
    expect(judge({ changed: { factor: 0.7 }, scores: held }).verdict).toBe("better");
    const fallen = [score("reference", 0.8), score("changed", 0.78)];
    expect(judge({ changed: { factor: 0.7 }, scores: fallen })).toMatchObject({
      verdict: "worse",
      quality: [{ name: "MMLU", reference: 0.8, changed: 0.78, hasFallen: true }],
    });
    expect(judge({ changed: { factor: 0.7 }, scores: [score("changed", 0.1)] }).verdict).toBe("better");
  });

  test("an undeclared difference refuses the verdict with its path", () => {
    const environment = { "engine.version": "2" };
    const { verdict, refusal } = judge({
      reference: { environment: { "engine.version": "1" } },
      changed: { factor: 0.5, environment },
    });
    expect(verdict).toBe("cannot-tell");
    expect(refusal).toMatchObject({
      kind: "environment",
      comparison: { refusal: { kind: "undeclared", paths: ["engine.version"] } },
    });
  });

  test("a configuration event within a window refuses the verdict with its path", () => {
    const { verdict, refusal } = judgeExperiment({
      factor: { path: cap, from: "256", to: "64" },
      measures: declared,
      scores: [],
      reference: { ...toArm({ seed: 1 }, "256"), changedPaths: ["driver"] },
      changed: toArm({ seed: 2, factor: 0.5 }, "64"),
    });
    expect(verdict).toBe("cannot-tell");
    expect(refusal).toEqual({ kind: "arm-changed", role: "reference", paths: ["driver"] });
  });

  test("a change within an arm refuses the verdict with its path", () => {
    const changed = toArm({ seed: 2, factor: 0.5 }, "64");
    const [last = {}] = changed.environments;
    const earlier = { ...last, driver: { value: "550", origin: "file" } } as const;
    const later = { ...last, driver: { value: "570", origin: "file" } } as const;
    const { refusal } = judgeExperiment({
      factor: { path: cap, from: "256", to: "64" },
      measures: declared,
      scores: [],
      reference: toArm({ seed: 1 }, "256"),
      changed: { ...changed, environments: [earlier, later] },
    });
    expect(refusal).toEqual({ kind: "arm-changed", role: "changed", paths: ["driver"] });
  });

  test("a factor that no source reports is marked, unless it is the load", () => {
    const judgeFactor = (path: string) =>
      judgeExperiment({
        factor: { path, from: null, to: null },
        measures: declared,
        scores: [],
        reference: toArm({ seed: 1 }, "256"),
        changed: toArm({ seed: 2 }, "256"),
      }).isFactorUnknown;
    expect(["tokenizer.mode", cap, "load"].map(judgeFactor)).toEqual([true, false, false]);
  });

  test("different load refuses the verdict", () => {
    const { verdict, refusal } = judge({ changed: { factor: 0.5, requestsPerBlock: 80 } });
    expect([verdict, refusal?.kind]).toEqual(["cannot-tell", "load"]);
  });

  /** The engine finishes 40 requests per minute, and `waitingOf` is its queue in each block. */
  const queueArm = (plan: WindowPlan, value: string, waitingOf: (block: number) => number): MeasuredArm => {
    const arm = toArm(plan, value);
    const { measured } = arm.blocks;
    const waiting = Array.from({ length: measured.blockCount }, (_, block) => waitingOf(block));
    return {
      ...arm,
      requestCounting: { isOnArrival: false, inFlightSignals: ["waiting"] },
      blocks: {
        ...arm.blocks,
        measured: {
          ...measured,
          gauges: { ...measured.gauges, waiting: { unit: "requests", blocks: waiting } },
        },
      },
    };
  };
  const judgeQueue = (waitingOf: (block: number) => number) =>
    judgeExperiment({
      factor: { path: cap, from: "256", to: "64" },
      measures: declared,
      scores: [],
      reference: queueArm({ seed: 1 }, "256", () => 5),
      changed: queueArm({ seed: 2, factor: 1.4 }, "64", waitingOf),
    });

  test("equal numbers of finished requests are not equal load while a queue grows", () => {
    expect(judgeQueue(() => 5)).toMatchObject({ verdict: "worse", refusal: null });
    const { verdict, refusal, load } = judgeQueue((block) => 5 + 20 * block);
    expect([verdict, refusal?.kind]).toEqual(["cannot-tell", "load"]);
    // 40 requests finish per minute on 2 instances, and 20 more wait.
    expect(load.before.requestsPerInstance).toBeCloseTo(40 / 120, 9);
    expect(load.after.requestsPerInstance).toBeCloseTo(60 / 120, 9);
  });
});

describe("the blocks that are judged", () => {
  const arm = (plan: WindowPlan, value = "64"): MeasuredArm => toArm(plan, value);
  /** Appends the blocks of a second part, whose times follow. */
  const append = (first: MeasuredArm, second: MeasuredArm): MeasuredArm => ({
    ...first,
    blocks: joinArmBlocks([first.blocks, second.blocks]),
  });
  const compare = (
    reference: MeasuredArm,
    changed: MeasuredArm,
    measures: Partial<ExperimentMeasures> = {},
  ) =>
    judgeExperiment({
      factor: { path: cap, from: "256", to: "64" },
      measures: { ...declared, ...measures },
      scores: [],
      reference,
      changed,
    });

  test("are those whose load is compared", () => {
    const [quiet, busy] = [
      arm({ seed: 3, blockCount: 30, requestsPerBlock: 40 }, "256"),
      arm({ seed: 4, blockCount: 30, requestsPerBlock: 120 }, "256"),
    ];
    const changed = arm({ seed: 5, factor: 0.7, blockCount: 30 });
    const { verdict, load } = compare(append(quiet, busy), changed, { plannedBlocks: 30 });
    expect([verdict, load.differences]).toEqual(["better", []]);
    const { refusal } = compare(append(busy, quiet), changed, { plannedBlocks: 30 });
    expect(refusal?.kind).toBe("load");
  });

  test("end at the first verdict, so a later change of the measure does not replace it", () => {
    const reference = arm({ seed: 1, blockCount: 60 }, "256");
    const fast = arm({ seed: 2, factor: 0.7, blockCount: 30 });
    const early = compare(reference, fast);
    const later = compare(reference, append(fast, arm({ seed: 6, factor: 1.4, blockCount: 30 })));
    expect([early.verdict, early.isComplete]).toEqual(["better", true]);
    expect(later.primary).toEqual(early.primary);
    expect(later.verdict).toBe("better");
  });

  test("include later ones if the load differed at the first verdict", () => {
    const reference = arm({ seed: 1, blockCount: 60, requestsPerBlock: 45 }, "256");
    const burst = arm({ seed: 2, factor: 0.6, blockCount: 20, requestsPerBlock: 60 });
    const changed = append(burst, arm({ seed: 7, factor: 0.6, blockCount: 40, requestsPerBlock: 45 }));
    expect(compare(reference, burst).refusal?.kind).toBe("load");
    expect(compare(reference, changed).verdict).toBe("better");
  });
});

describe("arms with different numbers of instances", () => {
  const instances = (count: number, seed: number): MeasuredArm =>
    toArm({ seed, instanceCount: count, requestsPerBlock: 40 * count }, count === 1 ? "64" : "256");

  test("are compared per instance", () => {
    const measures = {
      ...declared,
      primary: { signal: "output-tokens", statistic: "rate" },
      guards: [],
    } as const;
    const judged9to1 = judgeExperiment({
      factor: { path: cap, from: "256", to: "64" },
      measures,
      scores: [],
      reference: instances(9, 1),
      changed: instances(1, 2),
    });
    expect(judged9to1.verdict).toBe("same");
    expect(judged9to1.primary.referenceMean).toBeCloseTo((40 * 100) / 60, 6);
    expect(judged9to1.isPerInstance).toBe(true);
    expect(judged9to1.instances).toEqual({
      reference: { min: 9, max: 9 },
      changed: { min: 1, max: 1 },
    });
  });

  test("are compared per instance block by block when the number changes within a window", () => {
    const grown: MeasuredArm = {
      ...instances(2, 1),
      blocks: joinArmBlocks([instances(2, 1).blocks, instances(4, 3).blocks]),
    };
    const compare = (reference: MeasuredArm, stopRule: ExperimentMeasures["stopRule"]) =>
      judgeExperiment({
        factor: { path: cap, from: "256", to: "64" },
        measures: {
          ...declared,
          primary: { signal: "output-tokens", statistic: "rate" },
          guards: [],
          plannedBlocks: 120,
          stopRule,
        },
        scores: [],
        reference,
        changed: { ...grown, environments: instances(1, 2).environments },
      });
    const judgedGrown = compare(grown, "planned-blocks");
    expect(judgedGrown.primary).toMatchObject({ blockCount: 120, verdict: "same" });
    expect(judgedGrown.primary.referenceMean).toBeCloseTo((40 * 100) / 60, 6);
    expect(judgedGrown.instances.reference).toEqual({ min: 2, max: 4 });
    // The first verdict is before the number changes, so the change is not named.
    expect(compare(grown, "first-verdict").instances.reference).toEqual({ min: 2, max: 2 });
  });

  test("have the number of the block before where the number is unknown", () => {
    expect(fillInstanceCounts({ instanceCounts: [null, 2, null, 3, 0] })).toEqual([2, 2, 2, 3, 3]);
    expect(fillInstanceCounts({ instanceCounts: [null, null] })).toBeNull();
  });

  const withoutCounts = (arm: MeasuredArm): MeasuredArm => ({
    ...arm,
    blocks: { ...arm.blocks, instanceCounts: arm.blocks.instanceCounts.map(() => null) },
  });

  test("have no verdict if a number is unknown, because their total load differs", () => {
    const { verdict, refusal, load } = judgeExperiment({
      factor: { path: cap, from: "256", to: "64" },
      measures: { ...declared, primary: { signal: "output-tokens", statistic: "rate" }, guards: [] },
      scores: [],
      reference: withoutCounts(instances(9, 1)),
      changed: instances(1, 2),
    });
    expect([verdict, refusal?.kind, load.isTotalRate]).toEqual(["cannot-tell", "load", true]);
  });
});

describe("guards on rare events", () => {
  const value = (signal: "waiting" | "kv-usage" | "network-drops", statistic: "value" | "rate") =>
    ({ signal, statistic }) as const;
  const noisy = (mean: number): Float64Array => {
    const random = createSeededRandom(8);
    return Float64Array.from({ length: 60 }, () => Math.max(0, mean * (1 + 0.3 * randomNormal(random))));
  };

  test.each([
    ["waiting", value("waiting", "value"), 4],
    ["a ratio", value("kv-usage", "value"), 0.3],
    ["drops", value("network-drops", "rate"), 2],
  ] as const)("that start at 0 are worse when they rise: %s", (_name, key, mean) => {
    const { verdict, pValue } = judgeMeasure(key, [new Float64Array(60), noisy(mean)], judged);
    expect(verdict).toBe("worse");
    expect(pValue).toBeLessThan(0.05);
  });

  test("that stay at 0 are the same, but not at the first interim analysis", () => {
    const judgeZeros = (length: number) =>
      judgeMeasure(value("waiting", "value"), [new Float64Array(length), new Float64Array(length)], judged);
    expect(judgeZeros(20).verdict).toBe("cannot-tell");
    expect(judgeZeros(120).verdict).toBe("same");
  });

  test("without errors in 20 blocks of 5 requests cannot exclude an error ratio of 3 %", () => {
    const few = { blockCount: 20, requestsPerBlock: 5 };
    const [guard] = judge({ reference: few, changed: few }).guards;
    expect([guard?.verdict, guard?.referenceMean]).toEqual(["cannot-tell", 0]);
    const many = { blockCount: 60, requestsPerBlock: 500 };
    expect(judge({ reference: many, changed: many }).guards[0]?.verdict).toBe("same");
  });

  test("count minutes in which every request fails, also if failed requests are no requests", () => {
    const reference = toArm({ seed: 1 }, "256");
    const failing = toArm({ seed: 2 }, "64");
    const { measured } = failing.blocks;
    const isOutage = (minute: number): boolean => minute % 3 === 2;
    const series = (inOutage: number, normal: number) => ({
      unit: "requests-per-second" as const,
      blocks: Array.from({ length: 60 }, (_, minute) => (isOutage(minute) ? inOutage : normal)),
    });
    const blocks = {
      ...failing.blocks,
      measured: {
        ...measured,
        counters: { ...measured.counters, requests: series(0, 60), errors: series(20, 0) },
      },
    };
    expect([...listBlockValues(blocks.measured, errors)].slice(0, 3)).toEqual([0, 0, 1]);
    const { guards } = judgeExperiment({
      factor: { path: cap, from: "256", to: "64" },
      measures: declared,
      scores: [],
      reference,
      changed: { ...failing, blocks },
    });
    expect(guards[0]?.verdict).toBe("worse");
  });
});

test("only blocks that are completely inside a window belong to an arm", () => {
  const { measured } = measureFixture({ blockCount: 10, edges });
  const at = (minutes: number): number => measured.startMs + minutes * 60_000;
  const picked = pickArmBlocks(measured, [
    { startMs: at(0), endMs: at(2) },
    { startMs: at(4.5), endMs: at(7) },
  ]);
  const expected = [0, 1, 5, 6].map((index) => measured.distributions.ttft?.blocks[index]);
  expect(picked.measured.distributions.ttft?.blocks).toEqual(expected);
  expect(picked.startsMs).toEqual([0, 1, 5, 6].map(at));
});

test("joined parts have no value in the blocks of a part without the signal", () => {
  const part = (blockCount: number) => {
    const { measured, window } = measureFixture({ blockCount, edges });
    return pickArmBlocks(measured, [window]);
  };
  const [first, second] = [part(3), part(2)];
  const { tpot } = second.measured.distributions;
  const measured = { ...second.measured, distributions: tpot === undefined ? {} : { tpot } };
  const joined = joinArmBlocks([first, { ...second, measured }]);
  expect(joined.measured.blockCount).toBe(5);
  expect(joined.measured.distributions.ttft?.blocks.slice(3)).toEqual(["not-scraped", "not-scraped"]);
  expect(joined.measured.distributions.tpot?.blocks.slice(3)).toEqual(
    second.measured.distributions.tpot?.blocks,
  );
});
