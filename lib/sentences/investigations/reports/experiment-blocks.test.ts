import { expect, test } from "vitest";
import {
  adoptedExperiment,
  reportContext,
  sampleDocument,
} from "@/tests/support/sample-data/report-document";
import { findSectionBlocks, listMissingTexts } from "@/tests/support/sample-data/read-report";
import { createExecutiveReport } from "./executive-report";
import { createWorkingReport } from "./working-report";

const measure = {
  signal: "ttft",
  statistic: "mean",
  part: "primary",
  currency: null,
  title: "Mean TTFT",
  verdict: "better",
  unit: "seconds",
  displayUnit: "s",
  blockCount: 40,
  referenceMean: 0.5,
  changedMean: 0.01,
  change: -0.98,
  lower: -1.16,
  upper: -0.8,
  pValue: 0.001,
  additionalBlocks: null,
  sentence: "",
} as const;

test("the working report has the blocks of each measure, the entered scores, and the time of the measurement", () => {
  const { decision } = adoptedExperiment;
  const result = decision?.result ?? null;
  if (decision === null || result === null) throw new Error("the experiment has a result");
  const guard = { ...measure, part: "guard", title: "Error ratio", blockCount: 38 } as const;
  const measured = {
    ...adoptedExperiment,
    scores: [{ role: "changed", name: "MMLU", value: 0.78, author: "Mara", atMs: 0 }] as const,
    decision: { ...decision, result: { ...result, measures: [measure, guard], checkedAtMs: 120_000 } },
  };
  const experiment = { ...measured, scores: [...measured.scores] };
  const report = createWorkingReport({ ...sampleDocument, experiments: [experiment] }, reportContext);
  const title = report.sections.find((section) => section.title.startsWith("X1 "))?.title ?? "";
  const blocks = findSectionBlocks(report, title);
  expect(blocks.find(({ kind }) => kind === "table")).toMatchObject({
    columns: ["Measure", "Reference", "Changed", "Change", "Interval", "Blocks per arm", "Verdict"],
    rows: [
      ["Mean TTFT", "0.500 s", "0.010 s", "−98 %", "−100 % to −80 %", "40", "Better"],
      ["Error ratio (guard)", "0.500 s", "0.010 s", "−98 %", "−100 % to −80 %", "38", "Better"],
    ],
  });
  // No measure can fall by more than 100 %, also in the chart.
  expect(blocks.find(({ kind }) => kind === "chart")).toMatchObject({
    figure: { rows: [{ lower: -1, upper: -0.8 }, { lower: -1 }] },
  });
  const text = JSON.stringify(blocks);
  expect(text).toMatch(/Score MMLU","value":"0\.780 of the changed arm, Mara, Thu 1 Jan 1970/);
  expect(text).toContain("Measured: Thu 1 Jan 1970, 01:02 CET.");
});

test("the working report names the baseline of an arm with its window and its number of requests", () => {
  const [reference, changed] = adoptedExperiment.arms;
  const window = { startMs: 0, endMs: 3_600_000 };
  const baseline = {
    id: "b",
    name: "Before the fix",
    window,
    blockMs: 60_000,
    blockCount: 60,
    requestCount: 720,
  };
  const experiment = { ...adoptedExperiment, arms: [{ ...reference, baseline }, changed] } as const;
  const report = createWorkingReport(
    { ...sampleDocument, experiments: [{ ...experiment, arms: [...experiment.arms] }] },
    reportContext,
  );
  const title = report.sections.find((section) => section.title.startsWith("X1 "))?.title ?? "";
  expect(JSON.stringify(findSectionBlocks(report, title))).toMatch(
    /chat-70b, baseline “Before the fix”, Thu 1 Jan 1970, 01:00 CET to Thu 1 Jan 1970, 02:00 CET, 60 blocks of 1.min, 720 requests/u,
  );
});

test("the executive report names the experiment of the round, because step 6 then has no text field", () => {
  const planned = { ...adoptedExperiment, decision: null, round: sampleDocument.investigation.round };
  const texts = listMissingTexts(
    createExecutiveReport({ ...sampleDocument, experiments: [planned] }, reportContext),
  );
  expect(texts).toContain(
    "No change is adopted. X1 (Canary): engine.flags.model ../models/a → ../models/b. Decide on X1 in step 6.",
  );
  expect(texts.join(" ")).not.toContain("Enter it in step 6");
  expect(
    listMissingTexts(createExecutiveReport({ ...sampleDocument, experiments: [] }, reportContext)).join(" "),
  ).toContain("The change is not described. Enter it in step 6.");
});
