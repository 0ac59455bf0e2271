import { expect, test } from "vitest";
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import { findSectionBlocks } from "@/tests/support/sample-data/read-report";
import {
  reportContext,
  sampleDocument,
  resolutionEntry,
  sampleValidation,
} from "@/tests/support/sample-data/report-document";
import { reportedCheck } from "@/tests/support/sample-data/report-record";
import { createExecutiveReport } from "./executive-report";
import { createWorkingReport } from "./working-report";

test("the executive report shows the values before and after with intervals, and the conditions that are open", () => {
  const report = createExecutiveReport({ ...sampleDocument, validations: [sampleValidation] }, reportContext);
  expect(report.lead).toBe(`Resolved: ${reportedCheck.sentence}`);
  const goal = findSectionBlocks(report, "Goal, before and after");
  expect(goal.find(({ kind }) => kind === "table")).toMatchObject({
    rows: [
      [
        "TTFT p95 at most 0.50 s",
        "0.900 s (at least 0.800 s, n = 900)",
        "0.350 s (0.310 to 0.400 s, n = 1,200)",
        "−61 % (−65 % to −55 %)",
        "Met",
      ],
      [
        "TPOT mean at most 5 % worse",
        "25.0 ms (24.0 to 26.0 ms, n = 900)",
        "28.0 ms (27.0 to 29.0 ms, n = 1,200)",
        "+12 % (+8 % to +16 %)",
        "Not met",
      ],
    ],
  });
  expect(goal.find(({ kind }) => kind === "chart")).toMatchObject({
    figure: {
      limit: { name: "Target", value: 0.5 },
      rows: [
        { name: "Before the fix", value: 0.9, lower: 0.8, upper: null },
        { name: "After the fix", value: 0.35, lower: 0.31, upper: 0.4 },
      ],
    },
  });
  expect(findSectionBlocks(report, "Fix").at(-1)).toEqual({
    kind: "text",
    text: "Deployed: chat 2.4, Fri 20 Nov 2026, 08:00 CET.",
  });
  expect(findSectionBlocks(report, "Open work")).toMatchObject([
    { kind: "list", items: [{ text: expect.stringMatching(/^Not met: TPOT mean at most 5 % worse\./) }] },
  ]);
  expect(report.remarks).toEqual([]);
});

test("the working report has the decisive signals of the newest validation as a table and a chart", () => {
  const newer = { ...sampleValidation, id: "v2", number: 2 };
  const report = createWorkingReport(
    { ...sampleDocument, validations: [sampleValidation, newer] },
    reportContext,
  );
  const blocks = findSectionBlocks(report, "Validations");
  expect(blocks.filter(({ kind }) => kind === "table")).toEqual([
    {
      kind: "table",
      caption: "Signals of Chat 70B in V2, with intervals",
      columns: ["Signal", "Before the fix", "After the fix", "Change", "Verdict"],
      rows: [
        [
          "TTFT p95",
          "0.900 s (at least 0.800 s, n = 900)",
          "0.350 s (0.310 to 0.400 s, n = 1,200)",
          "−61 % (−65 % to −55 %)",
          "Better",
        ],
      ],
    },
  ]);
  expect(blocks.filter(({ kind }) => kind === "chart")).toMatchObject([
    {
      title: "Signals of Chat 70B in V2: changes",
      figure: { rows: [{ name: "TTFT p95", value: -0.61, lower: -0.65, upper: -0.55 }] },
    },
  ]);
});

test("long texts and lists are shortened, and the report states it", () => {
  const statement = "The cache was full. ".repeat(40);
  const long = {
    ...sampleDocument,
    hypotheses: Array.from({ length: 9 }, (_, index) => ({
      id: `h${index}`,
      number: index + 1,
      round: 1,
      statement,
      layer: "system" as const,
      causeClass: null,
      effect: null,
      status: index === 0 ? ("supported" as const) : ("open" as const),
      rank: index,
      evidence: [],
      author: "Mara",
      version: 1,
      createdAtMs: 0,
    })),
  };
  const report = createExecutiveReport(long, reportContext);
  const [cause] = findSectionBlocks(report, "Cause");
  expect(cause?.kind === "text" && cause.text.length).toBeLessThanOrEqual(320);
  expect(report.remarks).toHaveLength(1);
});

test("the working report draws stored series with a gap, and lists the drawn values", () => {
  const report = createWorkingReport(sampleDocument, reportContext);
  const chart = findSectionBlocks(report, "E1 TTFT after the fix").find(({ kind }) => kind === "chart");
  expect(chart).toMatchObject({
    description: "TTFT p95: 0.350 s to 0.900 s, last 0.350 s.",
    figure: { kind: "lines", displayUnit: "s", series: [{ values: [0.9, 0.8, null, 0.4, 0.35] }] },
    table: {
      rows: [
        ["Fri 20 Nov 2026, 09:00 CET", "0.900 s"],
        ["Fri 20 Nov 2026, 09:01 CET", "0.800 s"],
        ["Fri 20 Nov 2026, 09:02 CET", "–"],
        ["Fri 20 Nov 2026, 09:03 CET", "0.400 s"],
        ["Fri 20 Nov 2026, 09:04 CET", "0.350 s"],
      ],
    },
  });
});

test("a duplicate is described in its direction, and a public copy has no title of another investigation", () => {
  const other = { id: "r1", number: 7, title: "Secret of team B", state: "active", isInverse: true } as const;
  const related = { ...sampleDocument, relations: [{ ...other, kind: "duplicate-of" as const }] };
  expect(JSON.stringify(createWorkingReport(related, reportContext))).toContain(
    "Has the duplicate INV-7 Secret of team B",
  );
  const copy = JSON.stringify(createWorkingReport(related, { ...reportContext, namesPeople: false }));
  expect(copy).toContain("Has the duplicate INV-7");
  expect(copy).not.toContain("Secret of team B");
});

test("a public copy does not call an active person a removed person", () => {
  const added: InvestigationDocument["timeline"][number] = {
    ...resolutionEntry,
    payload: { kind: "participant", personId: "p2", role: "approver" },
    people: { p2: "Ines" },
  };
  const changed = { ...sampleDocument, timeline: [added] };
  const copy = JSON.stringify(createWorkingReport(changed, { ...reportContext, namesPeople: false }));
  expect(copy).toContain("added a person as approver");
  expect(JSON.stringify(createWorkingReport(changed, reportContext))).toContain("added Ines as approver");
});

test("a copy for a public link names neither owner nor participants nor authors", () => {
  const copy = JSON.stringify(createWorkingReport(sampleDocument, { ...reportContext, namesPeople: false }));
  expect(copy).not.toMatch(/Mara|Ines/);
  expect(JSON.stringify(createWorkingReport(sampleDocument, reportContext))).toMatch(/Mara.*Ines/);
});

test("the goal check of a later validation replaces that of the timeline, and the working report has its sentences", () => {
  const later = {
    ...reportedCheck,
    verdict: "met" as const,
    sentence: "The goal is met.",
    checkedAtMs: reportedCheck.checkedAtMs + 1,
  };
  const validated: InvestigationDocument = {
    ...sampleDocument,
    validations: [
      {
        id: "v1",
        number: 1,
        round: 1,
        verdict: "met",
        sentence: "The fix works.",
        author: "Mara",
        createdAtMs: later.checkedAtMs,
        watch: null,
        report: {
          schemaVersion: 1,
          verdict: "met",
          sentence: "The fix works.",
          obstacle: null,
          deploy: null,
          goalCheck: later,
          deployments: [],
          measuredAtMs: later.checkedAtMs,
        },
      },
    ],
  };
  expect(createExecutiveReport(validated, reportContext).lead).toBe("Resolved: The goal is met.");
  expect(
    JSON.stringify(findSectionBlocks(createWorkingReport(validated, reportContext), "Validations")),
  ).toContain("The fix works.");
});
