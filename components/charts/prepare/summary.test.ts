import { expect, test } from "vitest";
import type { Answer } from "@/lib/model/answer";
import { chartSummary } from "./summary";
import { prepareTimeSeries } from "./time-series";

function summaryOf(values: readonly (number | null)[]): string {
  const series = { signal: "kv-usage", statistic: "value", unit: "ratio", values, absence: [] } as const;
  const answer = { startMs: 0, stepMs: 30_000, pointCount: values.length, series: [series], counts: [] };
  return chartSummary(prepareTimeSeries(answer as unknown as Answer, { displayUnit: "%" }));
}

test("describes a line by its newest value and its range, despite missing values", () => {
  expect(summaryOf([null, 0.5, 0.25, null, 0.75, 0.4, null])).toContain(
    "is 40.0\u202f%, between 25.0 and 75.0",
  );
  expect(summaryOf([0.1])).toContain("is 10.0\u202f%, between 10.0 and 10.0");
  expect(summaryOf([null, null])).toContain("has no values");
});

test("describes a line with very many points", () => {
  const values = Array.from({ length: 200_000 }, (_, index) => index / 200_000);
  expect(summaryOf(values)).toContain("between 0 and 100");
});

test("reads a percentile in the first or last bucket as the edge of its bucket", () => {
  const series = {
    signal: "ttft",
    statistic: "p95",
    unit: "seconds",
    values: [0.3, 70, 0.0095],
    lower: [0.25, 60, 0],
    upper: [0.5, null, 0.01],
    absence: [],
  };
  const answer = { startMs: 0, stepMs: 30_000, pointCount: 3, series: [series], counts: [] };
  expect(chartSummary(prepareTimeSeries(answer as unknown as Answer, { displayUnit: "ms" }))).toContain(
    "is <10\u202fms, below resolution, between <10 and ≥\u202f70,000",
  );
});
