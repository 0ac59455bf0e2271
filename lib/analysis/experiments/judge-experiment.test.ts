import { describe, expect, test } from "vitest";
import { measureFixture, type WindowPlan } from "@/lib/analysis/comparisons/fixtures";
import type { ExperimentMeasures, QualityScore } from "@/lib/model/investigation/experiments/experiment";
import { randomNormal, seededRandom } from "@/lib/analysis/statistics/seeded";
import { pickArmBlocks } from "./arm-blocks";
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
  stopRule: "first-verdict",
};
const edges = [0.5];

function toArm(plan: WindowPlan, value: string): MeasuredArm {
  const { measured, load, environment } = measureFixture({
    blockCount: 60,
    requestsPerBlock: 40,
    edges,
    ...plan,
    environment: { [cap]: value, ...plan.environment },
  });
  return { blocks: measured, load, environments: [environment] };
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
      const random = seededRandom(11);
      const drawArm = (): Float64Array => {
        let deviation = randomNormal(random);
        return Float64Array.from({ length: 60 }, () => {
          const innovation = Math.sqrt(1 - autocorrelation ** 2) * randomNormal(random);
          deviation = autocorrelation * deviation + innovation;
          return 0.5 * (1 + 0.2 * deviation);
        });
      };
      const verdicts = Array.from({ length: 200 }, () => {
        const options = { alpha: 0.05, marginRatio: 0.1, plannedBlocks: 60 };
        return judgeMeasure(declared.primary, [drawArm(), drawArm()], options).verdict;
      });
      expect(countWrong(verdicts) / 200).toBeLessThanOrEqual(0.07);
    },
  );

  test("without an effect end as the same with enough blocks, and otherwise state how many are missing", () => {
    const long = { blockCount: 240, requestsPerBlock: 100 };
    const measures = { plannedBlocks: 240 };
    expect(judge({ reference: long, changed: long, measures }).verdict).toBe("same");
    const short = { blockCount: 20, requestsPerBlock: 10 };
    const undecided = judge({ reference: short, changed: short });
    expect([undecided.verdict, undecided.isComplete]).toEqual(["cannot-tell", false]);
    expect(undecided.primary.additionalBlocks).toBeGreaterThan(0);
  });

  test("have no look before 20 blocks per arm", () => {
    const { verdict, primary } = judge({ changed: { factor: 0.2, blockCount: 19 } });
    expect(verdict).toBe("cannot-tell");
    expect(primary).toMatchObject({ blockCount: 19, change: null, pValue: null, additionalBlocks: 1 });
  });

  test("with the rule of planned blocks report a difference at the end only", () => {
    const measures = { stopRule: "planned-blocks", plannedBlocks: 60 } as const;
    const early = { factor: 0.6, blockCount: 40 };
    expect(judge({ changed: early, measures })).toMatchObject({ verdict: "cannot-tell", isComplete: false });
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

  test("different load refuses the verdict", () => {
    const { verdict, refusal } = judge({ changed: { factor: 0.5, requestsPerBlock: 80 } });
    expect([verdict, refusal?.kind]).toEqual(["cannot-tell", "load"]);
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
  expect(picked.distributions.ttft?.blocks).toEqual(expected);
});
