import { expect, test } from "vitest";
import type { ViewState } from "@/lib/client/url-state";
import { signalsEvidence } from "@/lib/contracts/investigations/evidence-kinds/signals";
import type { AnswerSeries } from "@/lib/model/answer";
import { panels } from "@/components/signals/panels/panels";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { createSignalsHref } from "./signals-href";
import { createSignalsSubject } from "./signals-subject";

const view = { d: "chat", m: null, i: null, by: null, q: [], cmp: null, heat: [] } as unknown as ViewState;
const nothingDrawn = { baseline: null, comparedAnswer: null } as const;
const startMs = 1_780_000_000_000;

function seriesOf(part: Partial<AnswerSeries>): AnswerSeries {
  const headline = { kind: "present", value: 2, atMs: startMs, windowMs: 180_000 } as const;
  return {
    signal: "requests",
    statistic: "rate",
    unit: "requests-per-second",
    values: [],
    absence: [],
    headline,
    ...part,
  };
}

function questionOf(series: readonly AnswerSeries[]) {
  const panel = panels.find(({ id }) => id === "requests")!;
  const answer = createEmptyAnswer(
    { startMs, stepMs: 15_000, pointCount: 41 },
    { series, rateWindowMs: 20_000 },
  );
  const { question } = createSignalsSubject(panel, view, answer, nothingDrawn);
  expect(signalsEvidence.question.parse(question)).toEqual(question);
  return question;
}

const timing = { stepMs: 15_000, rateWindowMs: 20_000, sampleSpacingMs: 15_000 };

test("a panel is kept with the times with which the server read the displayed values", () => {
  expect(questionOf([seriesOf({})])).toMatchObject({
    window: { startMs, endMs: startMs + 600_000 },
    timing: { ...timing, headlineWindowMs: 180_000 },
  });
});

test("only a rate at the end of the window has a rate window", () => {
  expect(questionOf([seriesOf({ statistic: "p95" })])).toHaveProperty("timing", timing);
  const absent = { kind: "absent", reason: "no-data", detail: "No data." } as const;
  expect(questionOf([seriesOf({ headline: absent })])).toHaveProperty("timing", timing);
});

test.each([
  ["ttft", "&heat=ttft", "#signal-ttft"],
  ["finish-reasons", "&heat=finish-reasons", "#panel-finish-reasons"],
])("the live page of %s opens with the distribution that was displayed, at the panel", (id, heat, anchor) => {
  const panel = panels.find((one) => one.id === id)!;
  const answer = createEmptyAnswer(
    { startMs, stepMs: 15_000, pointCount: 41 },
    { series: [], rateWindowMs: 20_000 },
  );
  const { question } = createSignalsSubject(panel, { ...view, heat: [id] }, answer, nothingDrawn);
  expect(signalsEvidence.question.parse(question)).toEqual(question);
  if (question.endpoint !== "signals") throw new Error("not a panel");
  const href = createSignalsHref(question);
  expect(href).toContain(heat);
  expect(href).toMatch(new RegExp(`from=${startMs}&to=${startMs + 600_000}${anchor}$`));
  const { isHeatmap: _isHeatmap, ...asLines } = question;
  expect(createSignalsHref(asLines)).not.toContain("heat");
});

test("a panel is kept with what the page draws in addition to the values", () => {
  const panel = panels.find(({ id }) => id === "ttft")!;
  const answer = createEmptyAnswer({ startMs, stepMs: 15_000, pointCount: 41 }, { series: [] });
  const window = { startMs: startMs - 600_000, endMs: startMs };
  const { question } = createSignalsSubject(panel, { ...view, cmp: "previous" }, answer, {
    baseline: { id: "11111111-1111-4111-8111-111111111111" },
    comparedAnswer: { window, shiftMs: 600_000 },
  });
  expect(signalsEvidence.question.parse(question)).toEqual(question);
  expect(question).toMatchObject({
    references: {
      usual: { signal: "ttft", statistic: "p95" },
      baselineId: "11111111-1111-4111-8111-111111111111",
      comparison: { name: "previous", window, shiftMs: 600_000 },
      related: [{ panel: "e2e" }, { panel: "requests" }, { panel: "queue" }],
    },
  });
});
