/** A stored chart draws what the live page drew: limit, usual range, baseline, comparison, events and warning. */
import { render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { EvidenceData, QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { signalsEvidence } from "@/lib/contracts/investigations/evidence-kinds/signals";
import { resolveLimits } from "@/lib/model/deployment/limits";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { stubResizeObserver } from "@/tests/support/stub-resize-observer";
import { SignalsEvidence } from "./signals-evidence";
import { readStoredReferences } from "./stored-references";
import { panels } from "@/components/signals/panels/panels";

vi.mock("next/navigation", () => ({ useRouter: () => ({ push: () => undefined }) }));
vi.mock("@/components/charts/draw/time/time-chart", () => ({ TimeChart: () => null }));
vi.mock("@/components/signals/heatmap/heatmap-panel", () => ({ HeatmapPanel: () => null }));
beforeEach(() => stubResizeObserver());

const hourMs = 3_600_000;
const grid = { startMs: 1_780_002_060_000, stepMs: 60_000, pointCount: 10 };
const window = { startMs: grid.startMs, endMs: grid.startMs + 540_000 };
const panel = panels.find(({ id }) => id === "ttft")!;

function answerOf(part: Partial<AnswerSeries>): Answer {
  const headline = { kind: "present", value: 2, atMs: window.endMs, windowMs: 300_000, n: 100 } as const;
  const values = Array.from({ length: grid.pointCount }, () => 2);
  const series = {
    signal: "ttft",
    statistic: "p95",
    unit: "seconds",
    values,
    absence: [],
    headline,
    ...part,
  } as AnswerSeries;
  return createEmptyAnswer(grid, { series: [series] });
}

const answer = answerOf({});
const comparison = { name: "previous", window: { startMs: 1, endMs: 540_001 }, shiftMs: 600_000 };
const question = {
  endpoint: "signals",
  panel: "ttft",
  v: 1,
  signals: ["ttft"],
  statistics: ["p95"],
  scope: { deployment: "chat" },
  window,
  references: { usual: null, baselineId: null, comparison, related: [] },
} as QuestionOf<"signals">;
const quantile = { quantile: 0.95, value: 0.5, lower: 0.4, upper: 0.6 };
const references = {
  limits: resolveLimits({}),
  usual: {
    hours: [
      {
        startMs: Math.floor(grid.startMs / hourMs) * hourMs,
        range: { kind: "usual", n: 40, scale: "linear", lower: 0.2, centre: 0.3, upper: 0.7 },
      },
    ],
    excludedHourCount: 0,
  },
  baseline: {
    id: "b",
    name: "Before the upgrade",
    ageMs: 3 * 24 * hourMs,
    measured: {
      distributions: [
        {
          signal: "ttft",
          unit: "seconds",
          n: 500,
          mean: 0.3,
          meanInterval: null,
          quantiles: [quantile],
          blockCount: 30,
        },
      ],
      rates: [],
      gauges: [],
    },
  },
  comparison: answerOf({}),
  events: [
    { id: "e", kind: "deploy", reason: null, title: "v2.4.1", atMs: window.startMs + 60_000, endMs: null },
  ],
  related: [
    {
      panel: "e2e",
      answer: answerOf({
        signal: "e2e",
        headline: { kind: "present", value: 2, atMs: window.endMs, windowMs: 300_000, n: 500 },
      }),
    },
  ],
  missing: ["The copy lacks the counts of requests. The source did not respond in time."],
};
const data = { endpoint: "signals", answer, references } as unknown as Extract<
  EvidenceData,
  { endpoint: "signals" }
>;

test("the references of a chart are stored with it, and a copy without them is still read", () => {
  expect(signalsEvidence.question.parse(question)).toEqual(question);
  expect(signalsEvidence.data.parse(data).references).toMatchObject({ events: [{ title: "v2.4.1" }] });
  const { references: _, ...earlier } = data;
  expect(signalsEvidence.data.parse(earlier)).not.toHaveProperty("references");
});

test("the stored limit, usual range, baseline, comparison and events are drawn", () => {
  const stored = readStoredReferences({ panel, question, answer, stored: data.references, timeZone: "UTC" });
  expect(stored).toMatchObject({
    panel: { limit: { value: 1, statistic: "p95" } },
    usual: { isLearning: false, lower: Array.from({ length: 10 }, () => 0.2) },
    baseline: {
      level: { value: 0.5, label: expect.stringMatching(/^baseline Before the upgrade, 3\sd old$/) },
    },
    comparedAnswer: { label: expect.stringMatching(/^the previous 9\smin$/), shiftMs: 600_000 },
    markers: [{ kindLabel: "Deploy", description: "v2.4.1" }],
    statusLabel: { word: "over limit" },
    warning: expect.stringContaining("100"),
  });
});

test("the chart shows them like the live page, and why a part is missing", () => {
  render(<SignalsEvidence id="e1" question={question} data={data} />);
  expect(screen.getByText("over limit")).toBeInTheDocument();
  expect(screen.getByText(/usual range 0\.2.*–0\.7.*baseline 0\.500/)).toBeInTheDocument();
  expect(screen.getByText(/The dashed line shows the previous 9\smin\. The copy lacks/)).toBeInTheDocument();
});

test("a copy of an earlier release draws only its values", () => {
  const stored = readStoredReferences({ panel, question, answer, stored: undefined, timeZone: "UTC" });
  expect(stored).toMatchObject({ usual: undefined, baseline: undefined, comparedAnswer: null, markers: [] });
  expect([stored.statusLabel, stored.warning, stored.panel.limit]).toEqual([null, null, undefined]);
});
