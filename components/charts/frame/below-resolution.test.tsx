/** A percentile in the first bucket has no position in it, so table, CSV, tooltip and value show the bucket's edge. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { bucketQuantile, prepareHistogram } from "@/lib/analysis/statistics/quantiles/quantile";
import type { AnswerSeries } from "@/lib/model/answer";
import { createTooltipText } from "@/components/charts/prepare/tooltip";
import { prepareTimeSeries } from "@/components/charts/prepare/time-series";
import { ReadingValue } from "@/components/shared/reading-value";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { formatAnswerCsv } from "./download-csv";
import { PanelTable } from "./panel-table";

/** All 100 observations take 2 ms. The buckets end at 10 ms, 25 ms and +Inf. */
const fast = bucketQuantile(
  prepareHistogram([
    { upperBound: 0.01, cumulativeCount: 100 },
    { upperBound: 0.025, cumulativeCount: 100 },
    { upperBound: Infinity, cumulativeCount: 100 },
  ])!,
  0.95,
)!;
const slow = { value: 0.025, lower: 0.025, upper: null };
const middle = { value: 0.02, lower: 0.01, upper: 0.025 };
const points = [fast, middle, slow];

const reading = { kind: "present", ...fast, n: 100, atMs: 0, windowMs: 300_000 } as const;
const series: AnswerSeries = {
  signal: "ttft",
  statistic: "p95",
  unit: "seconds",
  values: points.map(({ value }) => value),
  lower: points.map(({ lower }) => lower),
  upper: points.map(({ upper }) => upper),
  absence: [],
  headline: reading,
};
const answer = createEmptyAnswer({ stepMs: 60_000, pointCount: 3 }, { series: [series] });

test("PromQL interpolates to 9.5 ms, although every observation took 2 ms", () => {
  expect(fast).toEqual({ value: 0.0095, lower: 0, upper: 0.01 });
});

test("the table shows a bound in the first and in the last bucket", () => {
  render(<PanelTable title="TTFT" answer={answer} height={300} />);
  const cells = screen.getAllByRole("row").map((row) => row.textContent);
  expect(cells.some((text) => /<0\.01\u202fs, below resolution/.test(text ?? ""))).toBe(true);
  expect(cells.some((text) => /≥\u202f0\.025/.test(text ?? ""))).toBe(true);
  expect(cells.some((text) => /0\.020*\u202fs/.test(text ?? ""))).toBe(true);
  expect(cells.join(" ")).not.toContain("0.0095");
});

test("the CSV file shows a bound and the edges of the bucket", () => {
  const [, first, second] = formatAnswerCsv(answer).split("\r\n");
  expect(first).toMatch(/,<0\.01,0,0\.01$/);
  expect(second).toMatch(/,0\.02,0\.01,0\.025$/);
});

test("the tooltip shows a bound", () => {
  const prepared = prepareTimeSeries(answer, { displayUnit: "ms" });
  const rowAt = (index: number) => createTooltipText(prepared, index, "UTC").rows[0];
  expect(rowAt(0)).toMatchObject({ value: "<10\u202fms", bucket: "below resolution" });
  expect(rowAt(1)).toMatchObject({ value: "20.0\u202fms", bucket: "in 10–25\u202fms" });
  expect(rowAt(2)).toMatchObject({ value: "≥\u202f25.0\u202fms" });
});

test("a single value shows a bound, and its tooltip the reason", () => {
  render(<ReadingValue reading={reading} unit="seconds" displayUnit="ms" />);
  expect(screen.getByTitle(/^below resolution, in 0–10\sms, n = 100/)).toHaveTextContent(/^<10\sms$/);
});
