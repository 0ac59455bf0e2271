import { expect, test } from "vitest";
import { thinSpace } from "@/lib/format/number";
import type { InvestigationDocument } from "@/lib/contracts/investigations/export";
import type { Report } from "@/lib/model/investigation/reports/report";
import { reportedCheck, storedSeries } from "@/tests/support/sample-data/report-record";
import { createExecutiveReport } from "./executive-report";
import { createWorkingReport } from "./working-report";

const context = { createdAtMs: Date.UTC(2026, 10, 21), timeZone: "Europe/Berlin", namesPeople: true };

const evidence: InvestigationDocument["evidence"][number] = {
  id: "e1",
  number: 1,
  kind: "signals",
  title: "TTFT after the fix",
  text: null,
  answer: null,
  file: null,
  steps: [],
  hypotheses: [],
  author: "Mara",
  createdAtMs: Date.UTC(2026, 10, 20, 9),
  removal: null,
  data: storedSeries,
  fileContent: null,
  fileOmission: null,
};

const entry: InvestigationDocument["timeline"][number] = {
  id: "t1",
  atMs: Date.UTC(2026, 10, 20, 10),
  author: "Mara",
  isPinned: false,
  canEdit: false,
  editedAtMs: null,
  version: 1,
  payload: {
    kind: "state",
    from: "monitoring",
    to: "resolved",
    reason: "Customers agree",
    isOverride: true,
    goalCheck: reportedCheck,
  },
  people: {},
};

const document: InvestigationDocument = {
  schemaVersion: 1,
  exportedAtMs: context.createdAtMs,
  investigation: {
    id: "i1",
    number: 4,
    title: "TTFT of chat-70b doubled",
    severity: 2,
    state: "resolved",
    step: "validate",
    round: 1,
    deployments: [{ slug: "chat-70b", title: "Chat 70B" }],
    owner: { id: "p1", name: "Mara" },
    team: null,
    visibility: "open",
    tags: [],
    dueOn: null,
    startedAtMs: null,
    detectedAtMs: null,
    mitigatedAtMs: null,
    resolvedAtMs: Date.UTC(2026, 10, 20, 10),
    author: "Mara",
    version: 3,
    createdAtMs: Date.UTC(2026, 10, 19),
    updatedAtMs: Date.UTC(2026, 10, 20, 10),
    opening: { kind: "person", path: null },
    goal: { kind: "at-most", signal: "ttft", statistic: "p95", value: 0.5 },
    conditions: [],
    links: [],
    baseline: null,
    deploy: { id: "d1", title: "chat 2.4", atMs: Date.UTC(2026, 10, 20, 7) },
  },
  steps: [],
  hypotheses: [],
  experiments: [],
  validations: [],
  evidence: [evidence],
  omittedAnswerCount: 0,
  participants: [{ id: "p2", name: "Ines", role: "watcher" }],
  relations: [],
  timeline: [entry],
  omittedEntryCount: 0,
};

function blocksOf(report: Report, title: string): Report["sections"][number]["blocks"] {
  const blocks = report.sections.find((section) => section.title === title)?.blocks ?? [];
  // Numbers have a thin space before their unit.
  return JSON.parse(JSON.stringify(blocks).replaceAll(thinSpace, " ")) as typeof blocks;
}

test("the executive report shows the values before and after with intervals, and the conditions that are open", () => {
  const report = createExecutiveReport(document, context);
  expect(report.lead).toBe(`Resolved: ${reportedCheck.sentence}`);
  const goal = blocksOf(report, "Goal, before and after");
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
        { name: "Baseline", value: 0.9, lower: 0.8, upper: null },
        { name: "After the fix", value: 0.35, lower: 0.31, upper: 0.4 },
      ],
    },
  });
  expect(blocksOf(report, "Fix").at(-1)).toEqual({
    kind: "text",
    text: "Deployed: chat 2.4, Fri 20 Nov, 08:00 CET.",
  });
  expect(blocksOf(report, "Open work")).toMatchObject([
    { kind: "list", items: [{ text: expect.stringMatching(/^Not met: TPOT mean at most 5 % worse\./) }] },
  ]);
  expect(report.remarks).toEqual([]);
});

test("long texts and lists are shortened, and the report states it", () => {
  const statement = "The cache was full. ".repeat(40);
  const long = {
    ...document,
    hypotheses: Array.from({ length: 9 }, (_, index) => ({
      id: `h${index}`,
      number: index + 1,
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
  const report = createExecutiveReport(long, context);
  const [cause] = blocksOf(report, "Cause");
  expect(cause?.kind === "text" && cause.text.length).toBeLessThanOrEqual(320);
  expect(report.remarks).toHaveLength(1);
});

test("the working report draws stored series with a gap, and lists the drawn values", () => {
  const report = createWorkingReport(document, context);
  const chart = blocksOf(report, "E1 TTFT after the fix").find(({ kind }) => kind === "chart");
  expect(chart).toMatchObject({
    description: "TTFT p95: 0.350 s to 0.900 s, last 0.350 s.",
    figure: { kind: "lines", displayUnit: "s", series: [{ values: [0.9, 0.8, null, 0.4, 0.35] }] },
    table: {
      rows: [
        ["Fri 20 Nov, 09:00 CET", "0.900 s"],
        ["Fri 20 Nov, 09:01 CET", "0.800 s"],
        ["Fri 20 Nov, 09:02 CET", "–"],
        ["Fri 20 Nov, 09:03 CET", "0.400 s"],
        ["Fri 20 Nov, 09:04 CET", "0.350 s"],
      ],
    },
  });
});

test("a copy for a public link names neither owner nor participants nor authors", () => {
  const copy = JSON.stringify(createWorkingReport(document, { ...context, namesPeople: false }));
  expect(copy).not.toMatch(/Mara|Ines/);
  expect(JSON.stringify(createWorkingReport(document, context))).toMatch(/Mara.*Ines/);
});

test("the goal check of a later validation replaces that of the timeline, and the working report has its sentences", () => {
  const later = {
    ...reportedCheck,
    verdict: "met" as const,
    sentence: "The goal is met.",
    checkedAtMs: reportedCheck.checkedAtMs + 1,
  };
  const validated: InvestigationDocument = {
    ...document,
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
  expect(createExecutiveReport(validated, context).lead).toBe("Resolved: The goal is met.");
  expect(JSON.stringify(blocksOf(createWorkingReport(validated, context), "Validations"))).toContain(
    "The fix works.",
  );
});
