import { describe, expect, test } from "vitest";
import type { JudgedExperiment } from "@/lib/analysis/experiments/judge-experiment";
import type { JudgedMeasure } from "@/lib/analysis/experiments/judge-measure";
import { thinSpace } from "@/lib/format/number";
import type { ExperimentArms, ExperimentMeasures } from "@/lib/model/investigation/experiments/experiment";
import {
  blockNotes,
  experimentNotes,
  experimentSentence,
  fallenScoresText,
  listGuardNames,
  measureSentence,
} from "./experiment-text";

const measures: ExperimentMeasures = {
  primary: { signal: "ttft", statistic: "mean" },
  guards: [],
  marginRatio: 0.1,
  maxQualityDecrease: 0,
  plannedBlocks: 60,
  hasCostGuard: false,
  stopRule: "planned-blocks",
};
const arms: ExperimentArms = [
  { role: "reference", name: "Old", deployment: "chat", selector: null, windows: [], baseline: null },
  { role: "changed", name: "New", deployment: "chat", selector: null, windows: [], baseline: null },
];
const primary: JudgedMeasure = {
  signal: "ttft",
  statistic: "mean",
  currency: null,
  verdict: "cannot-tell",
  blockCount: 40,
  referenceMean: 0.5,
  changedMean: 0.25,
  change: -0.5,
  lower: -0.6,
  upper: -0.4,
  pValue: 0.001,
  additionalBlocks: 20,
};
const judged: JudgedExperiment = {
  verdict: "cannot-tell",
  refusal: null,
  primary,
  guards: [],
  quality: [],
  load: { before: {}, after: {}, isTotalRate: false, isDeclared: false, differences: [], unknown: [] },
  environment: { differences: [], unknown: [], equalCount: 1, isFactorUnchanged: false, refusal: null },
  isFactorUnknown: false,
  instances: { reference: { min: 2, max: 2 }, changed: { min: 2, max: 2 } },
  isPerInstance: false,
  unknownCost: null,
  isWithheld: false,
  isComplete: false,
};

describe("the result of an experiment in words", () => {
  test("states that a difference is reported at the planned blocks", () => {
    const sentence = experimentSentence({ ...judged, isWithheld: true }, { measures, arms });
    expect(sentence).toBe(
      "Cannot tell yet: the stop rule reports a difference at 60 blocks per arm, and 40 are complete.",
    );
  });

  test("states whether the variation or a change near the margin leaves the number of missing blocks open", () => {
    const unknown = { ...primary, additionalBlocks: null };
    expect(measureSentence({ ...unknown, change: 43, lower: null, upper: null }, measures)).toContain(
      "The blocks vary so much that 1,500 blocks per arm, the maximum, would give no verdict.",
    );
    expect(measureSentence({ ...unknown, change: -0.12, lower: -0.3, upper: 0.06 }, measures)).toContain(
      "The change is too close to the margin to estimate how many blocks are missing.",
    );
  });

  test("notes a factor that no source reports, and numbers per instance", () => {
    expect(experimentNotes(judged)).toEqual([]);
    expect(experimentNotes({ ...judged, isFactorUnknown: true })).toEqual([
      "No source reports the declared factor for these arms, so Ridgepoint did not check that the change is active.",
    ]);
    const instances = { reference: { min: 9, max: 9 }, changed: { min: 1, max: 1 } };
    expect(experimentNotes({ ...judged, instances, isPerInstance: true })).toEqual([
      "Rates and numbers of requests are per instance, because the arms have 9 and 1 instances.",
    ]);
  });

  test("names a number of instances that changed within an arm, also if no measure depends on it", () => {
    const instances = { reference: { min: 2, max: 2 }, changed: { min: 2, max: 3 } };
    expect(experimentNotes({ ...judged, instances })).toEqual([
      "The number of instances of the changed arm changed within its windows: 2 to 3.",
    ]);
    expect(experimentNotes({ ...judged, instances, isPerInstance: true })).toContain(
      "Rates and numbers of requests are per instance, because the arms have 2 and 2 to 3 instances.",
    );
  });

  test("states a value that at least doubled as a multiple, as the table does", () => {
    const slower: JudgedMeasure = { ...primary, verdict: "worse", change: 1.4, lower: 1.38, upper: 1.5 };
    expect(measureSentence(slower, measures)).toMatch(
      /^Mean TTFT is 2\.40 times the value of the reference arm: .+ \(interval of the change 2\.38 times to 2\.50 times\)/,
    );
    const undecided = { ...slower, change: 0.98, lower: -1.2, upper: 9.1 };
    expect(measureSentence(undecided, measures).replaceAll(thinSpace, " ")).toMatch(
      /^Mean TTFT is 98 % higher: .+ \(interval of the change −100 % to \+910 %\)/,
    );
  });

  test("compares the load of the arms, which can be measured at the same time", () => {
    const load = { ...judged.load, differences: [{ measure: "requestsPerInstance" as const, ratio: 2 }] };
    const refused: JudgedExperiment = { ...judged, refusal: { kind: "load", load } };
    expect(experimentSentence(refused, { measures, arms })).toMatch(
      /^No verdict: in the changed arm, the request rate was 2\.00 times that of the reference arm, /,
    );
  });

  test("states a cost with its currency, and why it was not compared", () => {
    const cost: JudgedMeasure = {
      ...primary,
      signal: "output-tokens",
      statistic: "rate",
      currency: "EUR",
      verdict: "worse",
      change: 0.25,
      lower: 0.2,
      upper: 0.3,
      referenceMean: 2,
      changedMean: 2.5,
    };
    expect(measureSentence(cost, measures)).toMatch(
      /^Cost per million output tokens is 25.% higher: 2\.00 → 2\.50.EUR \(interval of the change \+20.% to \+30.%\), 40 blocks per arm\.$/u,
    );
    expect(experimentSentence({ ...judged, guards: [cost], verdict: "worse" }, { measures, arms })).toMatch(
      /^Worse: cost per million output tokens is worse\./,
    );
    expect(experimentNotes({ ...judged, unknownCost: "no-price" })).toEqual([
      "The cost was not compared, because the price of a GPU hour is not known for both arms. Enter it on the page Roofline, under “Inputs”.",
    ]);
    expect(listGuardNames({ guards: [], hasCostGuard: true })).toEqual(["cost per million output tokens"]);
  });

  test("names the arm whose value is not the declared one, and an action of the experiment", () => {
    const refusal = {
      kind: "factor-mismatch",
      path: "engine.flags.a",
      side: "after",
      declared: "2",
      found: "1",
    } as const;
    const comparison = { ...judged.environment, refusal };
    const refused = { ...judged, refusal: { kind: "environment", comparison } } as const;
    expect(experimentSentence(refused, { measures, arms })).toBe(
      "No verdict: The declared factor expects engine.flags.a = 2 in the changed arm, but the value was 1. Correct the windows of this arm, or add an experiment with the correct factor.",
    );
  });

  test("names an engine that does not count requests, because other windows would not help", () => {
    const refused = { ...judged, refusal: { kind: "unknown-load" } } as const;
    expect(experimentSentence(refused, { measures, arms, uncounted: ["llama.cpp"] })).toBe(
      "No verdict: llama.cpp does not count requests, so equal load cannot be checked. The measures are listed without a verdict.",
    );
    expect(experimentSentence(refused, { measures, arms })).toContain("Use windows for which");
  });

  test("has no decrease below −100 %, which no measure can have", () => {
    const sentence = measureSentence({ ...primary, verdict: "better", lower: -1.16, upper: -0.8 }, measures);
    expect(sentence).toMatch(/interval of the change −100.% to −80.%/u);
  });

  test("states values without a change as they are", () => {
    const guard: JudgedMeasure = {
      ...primary,
      signal: "errors",
      statistic: "ratio-to-requests",
      referenceMean: 0,
      changedMean: 0,
      change: null,
      lower: null,
      upper: null,
      additionalBlocks: null,
    };
    expect(measureSentence(guard, measures)).toMatch(/^Error ratio: 0 → 0.%, 40 blocks per arm\./u);
    expect(measureSentence({ ...primary, change: 0 }, measures)).toMatch(/^Mean TTFT: 0\.500 → 0\.250.s/u);
  });

  test("states the length of blocks that are longer than in the plan", () => {
    expect(blockNotes(measures, { blockMs: 60_000, isOfBaseline: false })).toEqual([]);
    const blockMs = 300_000;
    const long = (isOfBaseline: boolean): string =>
      blockNotes(measures, { blockMs, isOfBaseline }).join(" ").replaceAll(thinSpace, " ");
    expect(long(true)).toMatch(/^Blocks are 5 min long, as those of the baseline\. /);
    expect(long(false)).toBe(
      "Blocks are 5 min long, because the samples are too far apart for blocks of 1 min. The 60 planned blocks therefore take 5 h per arm.",
    );
  });

  test("names the quality scores that fell", () => {
    const score = (name: string, hasFallen: boolean) => ({ name, reference: 0.8, changed: 0.7, hasFallen });
    expect(fallenScoresText([score("MMLU", false)])).toBeNull();
    expect(fallenScoresText([score("MMLU", true)])).toBe("the quality score MMLU fell");
    expect(fallenScoresText([score("GSM8K", true), score("MMLU", true)])).toBe(
      "the quality scores GSM8K and MMLU fell",
    );
  });
});
