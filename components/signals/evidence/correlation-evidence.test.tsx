/** A correlation as evidence: the question, the link to the live page, and the drawing of the copy. */
import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { computeRelationInSteps } from "@/lib/analysis/statistics/series/signal-relation";
import { runWithoutPause } from "@/lib/base/steps";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { correlationEvidence } from "@/lib/contracts/investigations/evidence-kinds/correlation";
import type { Answer } from "@/lib/model/answer";
import type { SignalId } from "@/lib/model/signals/signals";
import { createPair } from "@/lib/sentences/signals/correlation/pair";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { stubResizeObserver } from "@/tests/support/stub-resize-observer";
import { CorrelationEvidence } from "./correlation-evidence";
import { createCorrelationHref } from "./correlation-href";
import { createCorrelationSubject } from "./correlation-subject";

const grid = { startMs: 1_780_000_000_000, stepMs: 60_000, pointCount: 60 };
const headline = { kind: "absent", reason: "no-traffic", detail: "No request arrived." } as const;

function createAnswer(signal: SignalId, statistic: "rate" | "p95", values: readonly number[]): Answer {
  const unit = statistic === "rate" ? "requests-per-second" : "seconds";
  return createEmptyAnswer(grid, { series: [{ signal, statistic, unit, values, absence: [], headline }] });
}

/** Values that rise and fall with no trend. */
const rates = Array.from({ length: grid.pointCount }, (_, index) => ((index * 37) % 61) + 1);
const x = createAnswer("requests", "rate", rates);
const y = createAnswer(
  "ttft",
  "p95",
  rates.map((rate) => rate / 100),
);
const pair = createPair(x, y)!;
const relation = runWithoutPause(computeRelationInSteps(pair));
const readTiming = { stepMs: 60_000, rateWindowMs: x.rateWindowMs, sampleSpacingMs: x.sampleSpacingMs };

test("a correlation is kept with both signals and the filters of the view, and its link sets them again", () => {
  const { question, title, deployment, opening } = createCorrelationSubject(
    pair,
    { d: "chat", m: "llama", i: "pod-1" },
    { x, y },
  );
  expect(correlationEvidence.question.parse(question)).toEqual(question);
  expect(question).toEqual({
    endpoint: "correlation",
    x: "requests",
    y: "ttft",
    scope: { deployment: "chat", model: "llama", instance: "pod-1" },
    window: x.window,
    timing: { x: readTiming, y: readTiming },
  });
  expect([title, deployment]).toEqual(["TTFT p95 vs. requests of chat", "chat"]);
  if (question.endpoint !== "correlation") throw new Error("not a correlation");
  const search = new URL(createCorrelationHref(question), "http://ridgepoint.invalid").searchParams;
  expect(Object.fromEntries(search)).toMatchObject({
    d: "chat",
    m: "llama",
    i: "pod-1",
    from: "1780000000000",
  });
  expect(opening).toEqual({ kind: "chart", path: createCorrelationHref(question) });
});

test("a correlation is kept with the times with which the server read both displayed signals", () => {
  const present = { kind: "present", value: 2, atMs: grid.startMs, windowMs: 180_000 } as const;
  const displayed = {
    x: { ...x, rateWindowMs: 20_000, series: x.series.map((one) => ({ ...one, headline: present })) },
    y: { ...y, sampleSpacingMs: 15_000 },
  };
  const { question } = createCorrelationSubject(pair, { d: "chat", m: null, i: null }, displayed);
  expect(correlationEvidence.question.parse(question)).toEqual(question);
  expect(question).toHaveProperty("timing", {
    x: { ...readTiming, rateWindowMs: 20_000, headlineWindowMs: 180_000 },
    y: { ...readTiming, sampleSpacingMs: 15_000 },
  });
});

test("a correlation of a signal with itself is no question", () => {
  const { question } = createCorrelationSubject(pair, { d: "chat", m: null, i: null }, { x, y });
  expect(correlationEvidence.question.safeParse({ ...question, y: "requests" }).success).toBe(false);
});

test("the copy is drawn with its chart, the stored coefficients and n", () => {
  stubResizeObserver();
  const stored = JSON.parse(JSON.stringify({ endpoint: "correlation", x, y, relation })) as EvidenceData;
  render(<CorrelationEvidence data={correlationEvidence.data.parse(stored)} />);
  expect(screen.getByRole("region", { name: "TTFT p95 vs. requests" })).toBeVisible();
  const result = within(screen.getByRole("region", { name: "Correlation" }));
  expect(result.getByText(/^TTFT p95 rises very strongly with requests: Spearman 1\.00/)).toBeVisible();
  expect(result.getByText("Pairs, n").nextElementSibling).toHaveTextContent("60");
});
