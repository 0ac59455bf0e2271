import { describe, expect, test } from "vitest";
import { assertPresent } from "@/lib/base/assert";
import {
  experimentResult,
  type ExperimentResult,
} from "@/lib/model/investigation/experiments/experiment-schema";
import { goalCheck as goalCheckSchema, type GoalCheck } from "@/lib/model/investigation/goal-check";
import { validationReport } from "@/lib/model/investigation/validation";
import { adoptedExperiment } from "@/tests/support/sample-data/report-document";
import { equalLoadBasis, reportedValidation } from "@/tests/support/sample-data/report-record";
import {
  withdrawOutdatedGoalVerdicts,
  withdrawOutdatedReportVerdicts,
  withdrawOutdatedResultVerdicts,
} from "./withdraw-outdated-verdicts";

const { before, after } = equalLoadBasis.load;
const otherLoad = { ...equalLoadBasis.load, after: { ...after, requestsPerInstance: 3.9 } };
const otherBases = [
  ["the load is not recorded", null, "without the load of both sides"],
  [
    "other rules gave the verdict",
    { ...equalLoadBasis, rules: 0 },
    "by rules that this release does not use",
  ],
  [
    "a request rate is unknown",
    {
      ...equalLoadBasis,
      load: {
        ...equalLoadBasis.load,
        after: { ...after, requestsPerInstance: null, fixedConcurrency: null },
      },
    },
    "The request rate of a side was unknown",
  ],
  ["the load is 30 % higher", { ...equalLoadBasis, load: otherLoad }, "differs by more than 20 %"],
] as const;

describe("the stored result of an experiment", () => {
  const measure = {
    signal: "ttft",
    statistic: "mean",
    part: "primary",
    title: "Mean TTFT",
    verdict: "better",
    unit: "seconds",
    displayUnit: "s",
    blockCount: 60,
    referenceMean: 0.5,
    changedMean: 0.3,
    change: -0.4,
    lower: -0.5,
    upper: -0.3,
    pValue: 0.001,
    additionalBlocks: null,
    sentence: "Mean TTFT is 40 % lower.",
  } as const;
  const result = experimentResult.parse({
    ...assertPresent(adoptedExperiment.decision?.result, "the change is adopted with a result"),
    verdict: "better",
    sentence: "Better: Mean TTFT is 40 % lower.",
    measures: [measure],
    basis: equalLoadBasis,
  });

  test("has its verdict at equal load", () => {
    expect(withdrawOutdatedResultVerdicts(result)).toBe(result);
  });

  test("has its verdict at another load that the experiment declares", () => {
    const load = { ...otherLoad, before, isDeclared: true };
    expect(withdrawOutdatedResultVerdicts({ ...result, basis: { ...equalLoadBasis, load } }).verdict).toBe(
      "better",
    );
  });

  test.each(otherBases)("has no verdict if %s, but its stored sentence", (_name, basis, reason) => {
    const checked = withdrawOutdatedResultVerdicts({ ...result, basis });
    expect(checked).toMatchObject({ verdict: "cannot-tell", measures: [{ verdict: "cannot-tell" }] });
    expect(checked.sentence).toContain(reason);
    expect(checked.sentence).toMatch(
      /^Cannot tell\. .* The stored result was: Better: Mean TTFT is 40 % lower\.$/u,
    );
  });

  test("of an earlier release has no basis, and no verdict", () => {
    const { basis: _basis, ...earlier } = result;
    expect(withdrawOutdatedResultVerdicts(experimentResult.parse(earlier)).verdict).toBe("cannot-tell");
  });

  test("remains worse if a quality score fell and the arms were never measured", () => {
    const fallen: ExperimentResult = { ...result, verdict: "worse", measures: [], basis: null };
    expect(withdrawOutdatedResultVerdicts(fallen)).toBe(fallen);
  });
});

describe("the stored report of a validation", () => {
  const report = { ...reportedValidation, verdict: "met", sentence: "The goal is met." } as const;
  const withBasis = (basis: typeof equalLoadBasis | null) =>
    validationReport.parse({
      ...report,
      deployments: report.deployments.map((one) => ({ ...one, basis })),
    });

  test("has its verdicts at equal load", () => {
    const stored = withBasis(equalLoadBasis);
    expect(withdrawOutdatedReportVerdicts(stored)).toEqual(stored);
  });

  test.each(otherBases)("does not show that the fix worked if %s", (_name, basis, reason) => {
    const checked = withdrawOutdatedReportVerdicts(withBasis(basis));
    expect(checked).toMatchObject({
      verdict: "cannot-tell",
      obstacle: expect.stringContaining(reason),
      deployments: [
        {
          verdict: "cannot-tell",
          obstacles: [expect.stringContaining(reason), expect.stringContaining("TTFT p95 is 61 % lower.")],
          signals: [
            { verdict: "cannot-tell", reason: expect.stringContaining(reason), before: { value: 0.9 } },
          ],
        },
      ],
    });
    expect(checked.sentence).toMatch(/The stored result was: The goal is met\.$/u);
  });

  test("keeps a goal that is not met", () => {
    const stored = { ...withBasis(null), verdict: "not-met" } as const;
    expect(withdrawOutdatedReportVerdicts(stored)).toMatchObject({ verdict: "not-met", obstacle: null });
  });

  test("has no verdict on targets relative to a baseline, because they need equal load", () => {
    const { goalCheck } = report;
    const [first, ...further] = assertPresent(goalCheck, "the goal was checked").deployments;
    const { parts, ...one } = assertPresent(first, "a deployment was checked");
    const relative = parts.map((part) => ({ ...part, verdict: "met", baseline: part.measured }) as const);
    const check = { ...assertPresent(goalCheck, "the goal was checked"), verdict: "met" } as const;
    const checked = withdrawOutdatedReportVerdicts({
      ...withBasis(null),
      goalCheck: { ...check, deployments: [{ ...one, verdict: "met", parts: relative }, ...further] },
    });
    expect(checked.goalCheck).toMatchObject({ verdict: "cannot-tell" });
    expect(checked.goalCheck?.deployments[0]?.parts.map(({ verdict }) => verdict)).not.toContain("met");
  });
});

describe("the stored check of a goal on the timeline", () => {
  const { goalCheck } = reportedValidation;
  const stored = assertPresent(goalCheck, "the goal was checked");
  const [one] = stored.deployments;
  const deployment = assertPresent(one, "a deployment was checked");
  const parts = deployment.parts.map((part) => ({ ...part, verdict: "met" }) as const);
  const metWith = (basis: typeof equalLoadBasis | null): GoalCheck => ({
    ...stored,
    verdict: "met",
    sentence: "The goal is met.",
    deployments: [{ ...deployment, verdict: "met", parts, basis }],
  });

  test("does not name the person who imported a baseline, as an earlier release did", () => {
    const time = "on Thu 1 Jan 2026, 00:00 UTC, not measured by this installation.";
    const named = { ...metWith(equalLoadBasis), sentence: `Met. Imported by Ada Lovelace ${time}` };
    expect(withdrawOutdatedGoalVerdicts(named).sentence).toBe(`Met. Imported ${time}`);
  });

  test("has its verdict at equal load, and with an unknown request rate, which is a warning", () => {
    const check = metWith(equalLoadBasis);
    expect(withdrawOutdatedGoalVerdicts(check)).toEqual(check);
    const load = { ...equalLoadBasis.load, after: { ...after, requestsPerInstance: null } };
    expect(withdrawOutdatedGoalVerdicts(metWith({ ...equalLoadBasis, load })).verdict).toBe("met");
  });

  test.each([otherBases[0], otherBases[1], otherBases[3]])(
    "has no verdict relative to the baseline if %s, but its stored sentence",
    (_name, basis, reason) => {
      const checked = withdrawOutdatedGoalVerdicts(metWith(basis));
      expect(checked.verdict).toBe("cannot-tell");
      expect(checked.sentence).toMatch(/^Cannot tell\. .* The stored result was: The goal is met\.$/u);
      expect(checked.sentence).toContain(reason);
      // The target as a value does not depend on the load.
      expect(checked.deployments[0]?.parts.map(({ verdict }) => verdict)).toEqual(["met", "cannot-tell"]);
    },
  );

  test("without a target relative to the baseline does not need a recorded load", () => {
    const check = {
      ...metWith(null),
      deployments: [{ ...deployment, parts: parts.slice(0, 1), basis: null }],
    };
    expect(withdrawOutdatedGoalVerdicts(check)).toEqual(check);
  });

  test("of an earlier release has no basis", () => {
    const { basis: _basis, ...earlier } = deployment;
    expect(goalCheckSchema.parse({ ...stored, deployments: [earlier] }).deployments[0]?.basis).toBeNull();
  });

  test("in a validation has no verdict if the load of the baseline differs", () => {
    const report = {
      ...reportedValidation,
      verdict: "met",
      goalCheck: metWith({ ...equalLoadBasis, load: otherLoad }),
    };
    expect(withdrawOutdatedReportVerdicts(validationReport.parse(report))).toMatchObject({
      verdict: "cannot-tell",
      obstacle: expect.stringContaining("differs by more than 20 %"),
    });
  });
});
