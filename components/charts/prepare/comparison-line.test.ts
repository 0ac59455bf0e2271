import fc from "fast-check";
import { expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import { computeBackgroundRange, toBandSteps } from "@/components/charts/draw/time/time-background";
import { prepareComparisonLine } from "./comparison-line";
import { chartSummary } from "./summary";
import { prepareTimeSeries } from "./time-series";
import { createTooltipText } from "./tooltip";

const hourMs = 3_600_000;

function answerOf(startMs: number, stepMs: number, values: readonly (number | null)[]): Answer {
  return {
    startMs,
    stepMs,
    pointCount: values.length,
    rateWindowMs: 60_000,
    counts: [],
    series: [{ signal: "tpot", statistic: "p95", unit: "seconds", values, absence: [], headline: {} }],
  } as unknown as Answer;
}

const startMs = Date.UTC(2026, 10, 19, 12);
const today = prepareTimeSeries(answerOf(startMs, 60_000, [0.02, 0.03, null, 0.04]), {
  displayUnit: "ms",
  headlineStatistic: "p95",
});

test("aligns the comparison window with the points of this window, in its unit, with gaps", () => {
  const before = answerOf(startMs - hourMs, 60_000, [0.01, null, 0.012, 0.015]);
  const comparison = prepareComparisonLine(today, {
    answer: before,
    shiftMs: hourMs,
    label: "the previous hour",
  })!;
  expect(comparison.values).toEqual([10, null, 12, 15]);
  const drawn = { ...today, comparison };
  expect(createTooltipText(drawn, 3, "UTC").notes).toEqual([
    "1\u202fh earlier, Thu 19 Nov, 11:03: 15.0\u202fms",
  ]);
  expect(createTooltipText(drawn, 1, "UTC").notes).toEqual([]);
  expect(chartSummary(drawn)).toContain("the last value of the previous hour was 15.0\u202fms");
});

test("shows the learning progress in the tooltip and does not call the band usual", () => {
  const words = "usual range: learning, 11 of 24";
  const none = [null, null, null, null];
  const usual = {
    lower: none,
    upper: none,
    learning: [null, words, words, words],
    text: words,
    isLearning: true,
  };
  expect(createTooltipText({ ...today, usual }, 3, "UTC").notes).toEqual([words]);
  expect(createTooltipText({ ...today, usual }, 0, "UTC").notes).toEqual([]);
  const soFar = { ...usual, lower: [null, 1, 1, 1], upper: [null, 2, 2, 2] };
  expect(createTooltipText({ ...today, usual: soFar }, 3, "UTC").notes).toEqual([
    words,
    expect.stringMatching(/^so far 1\S*–2/),
  ]);
});

test("matches a different step to the nearest point and invents no values outside", () => {
  const before = answerOf(startMs - hourMs + 60_000, 120_000, [0.01, 0.02]);
  const { values } = prepareComparisonLine(today, { answer: before, shiftMs: hourMs, label: "x" })!;
  expect(values).toEqual([10, 10, 20, 20]);
  expect(prepareComparisonLine(today, { answer: before, shiftMs: 9 * hourMs, label: "x" })!.values).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test("returns no comparison line for another signal", () => {
  const other = { ...answerOf(startMs, 60_000, [1]), series: [] } as unknown as Answer;
  expect(prepareComparisonLine(today, { answer: other, shiftMs: 0, label: "x" })).toBeUndefined();
});

test("covers exactly the points that have a range", () => {
  const bound = fc.option(fc.integer({ min: 0, max: 2 }), { nil: null });
  fc.assert(
    fc.property(fc.array(bound, { maxLength: 30 }), (lowers) => {
      const uppers = lowers.map((lower) => (lower === null ? null : lower + 1));
      const covered = toBandSteps({ lower: lowers, upper: uppers, learning: [] }).flatMap(
        ({ from, to, lower }) => Array.from({ length: to - from + 1 }, (_, index) => [from + index, lower]),
      );
      expect(covered).toEqual([...lowers.entries()].filter(([, lower]) => lower !== null));
    }),
  );
});

test("excludes a band that is being learned from the scale and distinguishes it from a known band", () => {
  const words = "usual range: learning, 3 of 24";
  const usual = {
    lower: [10, 10, 0.1, 0.1],
    upper: [30, 30, 600, 600],
    learning: [null, null, words, words],
    text: words,
    isLearning: true,
  };
  expect(computeBackgroundRange({ ...today, usual })).toEqual({ max: 30, minAboveZero: 10 });
  expect(toBandSteps(usual).map(({ from, to, isLearning }) => [from, to, isLearning])).toEqual([
    [0, 1, false],
    [2, 3, true],
  ]);
  expect(toBandSteps({ ...usual, lower: [1, 1, 1, 1], upper: [2, 2, 2, 2] })).toHaveLength(2);
});

test("a baseline is a note of every point and a part of the summary", () => {
  const baseline = {
    label: "baseline Before, 3\u202fd old",
    value: 12,
    interval: { lower: 11, upper: 13 },
    text: "12.0\u202fms (95\u202f% interval 11.0–13.0)",
  };
  const drawn = { ...today, baseline };
  expect(createTooltipText(drawn, 1, "UTC").notes).toEqual([
    "baseline Before, 3\u202fd old: 12.0\u202fms (95\u202f% interval 11.0–13.0)",
  ]);
  expect(chartSummary(drawn)).toContain(
    "baseline Before, 3\u202fd old, was 12.0\u202fms (95\u202f% interval 11.0–13.0)",
  );
  expect(computeBackgroundRange(drawn)).toEqual({ max: 12, minAboveZero: 12 });
});
