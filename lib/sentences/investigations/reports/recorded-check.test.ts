import { expect, test } from "vitest";
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import type { GoalCheck } from "@/lib/model/investigation/goal-check";
import type { StepId } from "@/lib/model/investigation/step-ids";
import { findSectionBlocks, listMissingTexts } from "@/tests/support/sample-data/read-report";
import {
  adoptedExperiment,
  reportContext,
  sampleDocument,
  resolutionEntry,
  metCheck,
  resolutionPayload,
  roundEntry,
  roundPayload,
  unreadableCheck,
  sampleValidation,
} from "@/tests/support/sample-data/report-document";
import { reportedCheck, reportedValidation } from "@/tests/support/sample-data/report-record";
import { createCaseStudyReport, proposeCaseStudy } from "./case-study-report";
import { createExecutiveReport } from "./executive-report";
import { createWorkingReport } from "./working-report";

function withCheck(goalCheck: GoalCheck): InvestigationDocument {
  return {
    ...sampleDocument,
    timeline: [{ ...resolutionEntry, payload: { ...resolutionPayload, goalCheck } }],
  };
}

function answered(step: StepId, field: string, text: string): InvestigationDocument["steps"][number] {
  return {
    step,
    round: 1,
    state: "done",
    reason: null,
    answers: { [field]: text },
    checked: [],
    addedItems: [],
    version: 1,
  };
}

test("the values before are those of the validation of the round, also if a later check has none", () => {
  const later = { ...reportedCheck, checkedAtMs: reportedCheck.checkedAtMs + 1 };
  const checked = { ...resolutionEntry, payload: { ...resolutionPayload, goalCheck: later } };
  const validated = { ...sampleDocument, validations: [sampleValidation], timeline: [checked] };
  const [, table] = findSectionBlocks(
    createExecutiveReport(validated, reportContext),
    "Goal, before and after",
  );
  expect(table).toMatchObject({
    rows: [
      ["TTFT p95 at most 0.50 s", "0.900 s (at least 0.800 s, n = 900)", expect.anything(), "–", "Met"],
      {},
    ],
  });
  const otherRound = { ...validated, validations: [{ ...sampleValidation, round: 2 }] };
  expect(listMissingTexts(createExecutiveReport(otherRound, reportContext))).toContain(
    "The values before are unknown, because no baseline is chosen.",
  );
});

test("a chosen baseline is not called missing, and a check without values has no remark on values before", () => {
  const baseline = { id: "b1", name: "Before the release", isOfOtherDeployment: false };
  const withBaseline = { ...sampleDocument, investigation: { ...sampleDocument.investigation, baseline } };
  expect(listMissingTexts(createExecutiveReport(withBaseline, reportContext))).toContain(
    "The values before are unknown, because no validation of this round has them. Store a validation in step 7.",
  );
  expect(
    listMissingTexts(createExecutiveReport(withCheck(unreadableCheck), reportContext)).join(),
  ).not.toContain("values before");
});

test("after a relapse, results of the first round are dated and named as such, and the relapse is open work", () => {
  const adopted = { ...adoptedExperiment, approval: null };
  const reopened: InvestigationDocument = {
    ...sampleDocument,
    investigation: { ...sampleDocument.investigation, state: "active", step: "identify-symptoms", round: 2 },
    experiments: [adopted],
    validations: [{ ...sampleValidation, report: { ...reportedValidation, goalCheck: metCheck } }],
    steps: [answered("optimise", "change", "64 sequences")],
    timeline: [resolutionEntry, { ...roundEntry, payload: { ...roundPayload, deployEventId: "d1" } }],
  };
  const report = createExecutiveReport(reopened, reportContext);
  const goal = JSON.stringify(findSectionBlocks(report, "Goal, before and after"));
  expect(goal).not.toMatch(/Goal: [^"]* Met/);
  expect(goal).toContain("Round 1, checked on Fri 20 Nov 2026, 10:01 CET, before round 2 was started: Met.");
  expect(listMissingTexts(report)).toEqual([
    "The goal was not checked after round 2 was started.",
    "No hypothesis is marked as supported. Change its status in the section “Hypotheses”.",
    "The change of round 2 is not described. Enter it in step 6.",
  ]);
  const fix = JSON.stringify(findSectionBlocks(report, "Fix"));
  expect(fix).toContain("Round 1, before round 2 was started: X1: ");
  expect(fix).toContain("Round 1, before round 2 was started: 64 sequences");
  expect(fix).toContain("Deployed: chat 2.4, Fri 20 Nov 2026, 08:00 CET, before round 2 was started.");
  expect(findSectionBlocks(report, "Open work")).toMatchObject([
    {
      items: [
        { text: "The investigation is not closed." },
        { text: "Round 2 was started: TTFT p95 is worse in two windows." },
        { text: "The goal was not checked after round 2 was started." },
      ],
    },
  ]);
  const resolvedAgain = {
    ...reopened,
    investigation: { ...reopened.investigation, state: "resolved" as const },
  };
  expect(createExecutiveReport(resolvedAgain, reportContext).lead).not.toContain("The goal is met.");
  expect(proposeCaseStudy(reopened)).toMatchObject({
    fix: expect.stringContaining("Round 1, before round 2 was started: "),
    effect: "Round 1, before round 2 was started: TTFT is better.",
  });
});

test("a deploy before the start of its round is not named as one of an earlier round", () => {
  const ended = { ...roundPayload, deployEventId: "d0" };
  const atMs = Date.UTC(2026, 10, 20, 7, 2);
  const timeline = [resolutionEntry, { ...roundEntry, atMs, payload: ended }];
  const investigation = { ...sampleDocument.investigation, round: 2 };
  const report = createExecutiveReport({ ...sampleDocument, investigation, timeline }, reportContext);
  expect(JSON.stringify(findSectionBlocks(report, "Fix"))).toContain(
    "Deployed: chat 2.4, Fri 20 Nov 2026, 08:00 CET.",
  );
});

test("a check before a change of the goal does not decide the present goal", () => {
  const edit: InvestigationDocument["timeline"][number] = {
    ...resolutionEntry,
    id: "t2",
    atMs: reportedCheck.checkedAtMs + 1,
    payload: { kind: "edited", changes: [{ field: "goal", from: "1", to: "0.5" }] },
  };
  const { goalCheck: _none, ...unchecked } = resolutionPayload;
  const edited = {
    ...sampleDocument,
    validations: [{ ...sampleValidation, report: { ...reportedValidation, goalCheck: metCheck } }],
    timeline: [{ ...resolutionEntry, payload: unchecked }, edit],
  };
  const report = createExecutiveReport(edited, reportContext);
  const goal = JSON.stringify(findSectionBlocks(report, "Goal, before and after"));
  expect(goal).toContain("Round 1, checked on Fri 20 Nov 2026, 10:01 CET, before the goal was changed: Met.");
  expect(goal).not.toMatch(/Goal: [^"]* Met/);
  expect(report.lead).not.toContain("The goal is met.");
});

test("a check before the investigation was reopened without a new round is not current", () => {
  const reopening = {
    kind: "state",
    from: "resolved",
    to: "active",
    reason: "A relapse",
    isOverride: false,
  } as const;
  const reopened: InvestigationDocument = {
    ...sampleDocument,
    investigation: { ...sampleDocument.investigation, state: "active" },
    timeline: [
      resolutionEntry,
      { ...resolutionEntry, id: "t4", atMs: resolutionEntry.atMs + 1, payload: reopening },
    ],
  };
  const [, missing] = findSectionBlocks(
    createExecutiveReport(reopened, reportContext),
    "Goal, before and after",
  );
  expect(missing).toMatchObject({ text: "The goal was not checked after the investigation was reopened." });
});

test("a deployment that was not measured has a row and its reason in each report", () => {
  const partial = withCheck({
    ...metCheck,
    verdict: "cannot-tell",
    deployments: [...metCheck.deployments, ...unreadableCheck.deployments],
    incompleteReason: "The check reads the first 3 of 4 deployments.",
  });
  const study = createCaseStudyReport(partial, proposeCaseStudy(partial), reportContext);
  for (const [report, title] of [
    [createExecutiveReport(partial, reportContext), "Goal, before and after"],
    [createWorkingReport(partial, reportContext), "Goal"],
    [study, "Measured effect"],
  ] as const) {
    const table = findSectionBlocks(report, title).find(({ kind }) => kind === "table");
    expect(table).toMatchObject({
      rows: [{}, { 4: "Met" }, ["Goal, Batch 8B", "–", "–", "–", "Cannot tell"]],
    });
  }
  for (const report of [createWorkingReport(partial, reportContext), study]) {
    expect(JSON.stringify(report)).toContain("Batch 8B: Prometheus does not respond.");
    expect(JSON.stringify(report)).toContain("The check reads the first 3 of 4 deployments.");
  }
  expect(JSON.stringify(findSectionBlocks(study, "Measured effect"))).toContain(
    "Fri 20 Nov 2026, 10:01 CET: Cannot tell.",
  );
  expect(findSectionBlocks(createExecutiveReport(partial, reportContext), "Open work")).toMatchObject([
    {
      items: [
        { text: "Cannot tell: Batch 8B: Prometheus does not respond." },
        { text: "Cannot tell: The check reads the first 3 of 4 deployments." },
      ],
    },
  ]);
});

test("a signed exception is named, and values with dots are unchanged", () => {
  const approval = { author: "Mara", atMs: 0, exceptionReason: "The team has one person" };
  const [text] = findSectionBlocks(
    createExecutiveReport(
      { ...sampleDocument, experiments: [{ ...adoptedExperiment, approval }] },
      reportContext,
    ),
    "Fix",
  );
  expect(text).toEqual({
    kind: "text",
    text: "X1: engine.flags.model ../models/a → ../models/b. The change is approved as a signed exception: The team has one person. TTFT is better.",
  });
});
