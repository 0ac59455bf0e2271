/**
 * A statistic over the complete window, from the columns of the chart, for comparing windows: a quantile of all
 * buckets added over the points, otherwise the mean of the points. Each has its interval
 * (`lib/analysis/statistics/window-estimate.ts`).
 *
 * The rate of a point looks back over the rate window, so the sum over the points begins that much before the
 * window's start, with decreasing weight: 1 of 360 min at a 6 h window and 15 s samples.
 */
import type { WindowSummary } from "@/lib/model/answer";
import { estimateWindowMean, estimateWindowQuantile } from "@/lib/analysis/statistics/window-estimate";
import { observationCount, type Histogram } from "@/lib/analysis/statistics/quantiles/quantile";
import type { QueryColumns } from "./columns";
import type { PlanResult } from "./evaluate";
import { readHistograms, type PointHistograms } from "./histograms";
import type { SignalPlan } from "@/lib/semantic/compile/plan";

interface SummaryOptions {
  readonly stepMs: number;
  /** Returns whether a point is excluded as maintenance, incident or load test. Absent if no point is excluded. */
  readonly isExcluded?: (index: number) => boolean;
}

/**
 * Summarises the values of the complete window in canonical units. Null without observations, or with fewer
 * than 20 points for a mean. `columns` belong to this plan only.
 */
export function summarizeWindow(
  plan: SignalPlan,
  { values }: PlanResult,
  columns: QueryColumns,
  { stepMs, isExcluded = () => false }: SummaryOptions,
): WindowSummary | null {
  if (plan.kind === "absent") return null;
  if (plan.kind !== "quantile")
    return estimateWindowMean(values.filter((_, index) => !isExcluded(index))) ?? null;
  const histograms = readHistograms(columns, plan.bucketsQuery);
  const rates = addHistograms(histograms.map((one, index) => (isExcluded(index) ? undefined : one)));
  if (rates === undefined) return null;
  // Rates per second, one for each step: their sum times the step is the number of observations of the window.
  const n = observationCount(rates) * (stepMs / 1_000);
  const headline = estimateWindowQuantile(rates, plan.quantile, n);
  return headline === undefined ? null : scaleSummary(headline, plan.scale);
}

/**
 * Adds the histograms that have the same edges as the last histogram. If an upgrade changed the edges, only the time
 * since the upgrade is added.
 */
function addHistograms(histograms: PointHistograms): Histogram | undefined {
  const last = histograms.findLast((histogram) => histogram !== undefined);
  if (last === undefined) return undefined;
  const sum = new Float64Array(last.upperBounds.length);
  for (const histogram of histograms) {
    if (histogram === undefined || !hasSameEdges(histogram, last)) continue;
    for (const [index, count] of histogram.cumulativeCounts.entries()) sum[index] = (sum[index] ?? 0) + count;
  }
  return { upperBounds: last.upperBounds, cumulativeCounts: sum };
}

function hasSameEdges({ upperBounds: a }: Histogram, { upperBounds: b }: Histogram): boolean {
  return a.length === b.length && a.every((edge, index) => edge === b[index]);
}

function scaleSummary({ value, lower, upper, n, bucket }: WindowSummary, scale: number): WindowSummary {
  const times = (bound: number | null): number | null => (bound === null ? null : bound * scale);
  return {
    value: value * scale,
    // The first bucket may extend to minus infinity, which JSON cannot represent.
    lower: Math.max(-Number.MAX_VALUE, lower * scale),
    upper: times(upper),
    n,
    bucket: bucket === null ? null : { lower: bucket.lower * scale, upper: times(bucket.upper) },
  };
}
