import { expect, test } from "vitest";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import { instanceSpreadText } from "./instance-spread";
import { panels } from "./panels";

const ttft = panels.find(({ id }) => id === "ttft")!;
const absent = { kind: "absent", reason: "no-traffic", detail: "" } as const;

function answerOf(
  levels: Readonly<Record<string, number | null>>,
  { label = "instance", restCount = 3 } = {},
): Answer {
  const series = Object.entries(levels).map(([value, level]): AnswerSeries => ({
    signal: "ttft",
    statistic: "p95",
    group: { kind: "value", value },
    unit: "seconds",
    values: [level, level, level],
    absence: [],
    headline: absent,
  }));
  const rest: AnswerSeries = {
    ...series[0]!,
    group: { kind: "rest", count: 3, rule: "separate-query" },
    values: [99, 99, 99],
  };
  const split = { label, namedCount: series.length, totalCount: series.length + restCount, rule: "most" };
  return { series: restCount === 0 ? series : [...series, rest], split } as unknown as Answer;
}

const together = { a: 0.3, b: 0.31, c: 0.29, d: 0.3, e: 0.305, f: 0.295 };

test("names the outlier instance with its distance from the centre", () => {
  expect(instanceSpreadText(ttft, answerOf({ ...together, "gpu-3:8000": 0.9 }))).toMatch(
    /^gpu-3:8000 is an outlier: the median of its p95 over the window is 0\.900\u202fs, 200\u202f% above the typical 0\.300\u202fs of all 7 instances \([\d.,]+ robust standard deviations\)\. $/,
  );
  expect(instanceSpreadText(ttft, answerOf({ ...together, slow: 0.9, slower: 1.2 }))).toContain(
    "slower is an outlier: the median of its p95 over the window is 1.20\u202fs",
  );
});

test("names no instance without an outlier, without values, or for another label", () => {
  expect(instanceSpreadText(ttft, answerOf(together))).toBe("");
  expect(instanceSpreadText(ttft, answerOf({ a: null, b: null, c: null, d: null }))).toBe("");
  expect(instanceSpreadText(ttft, answerOf({ ...together, x: 0.9 }, { label: "tenant" }))).toBe("");
});

test("reports too few instances to detect an outlier, and nothing for a single instance", () => {
  const spreadOf = (levels: Readonly<Record<string, number | null>>): string =>
    instanceSpreadText(ttft, answerOf(levels, { restCount: 0 }));
  expect(spreadOf({ a: 0.126, b: 0.742 })).toBe("Two instances are too few to detect an outlier. ");
  expect(spreadOf({ a: 0.3, b: 0.3, c: 0.9 })).toBe("Three instances are too few to detect an outlier. ");
  expect(spreadOf({ a: 0.3, b: 0.3, c: 0.9, d: null })).toBe(
    "3 of 4 instances have values, too few to detect an outlier. ",
  );
  expect(spreadOf({ a: 0.3 })).toBe("");
});
