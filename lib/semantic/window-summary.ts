/**
 * A statistic over its whole window from the columns that are drawn, for comparing windows: a quantile of all buckets added
 * over the points, else the mean of the points. Each with the interval it is known by (`lib/analysis/statistics/headline.ts`).
 *
 * A point's rate looks back over the rate window, so the sum over the points begins that much before the window's start, with
 * falling weight: at a 6 h window and 15 s samples 1 min of 360.
 */
import type { WindowSummary } from "@/lib/model/answer";
import { meanHeadline, quantileHeadline } from "@/lib/analysis/statistics/headline";
import { observationCount, type Histogram } from "@/lib/analysis/statistics/quantile";
import type { Columns } from "./columns";
import type { PlanResult } from "./evaluate";
import { histogramsOf, type Histograms } from "./histograms";
import type { SignalPlan } from "./plan";

interface SummaryOptions {
  readonly stepMs: number;
  /** Points that say nothing about normal service; none where it is absent. */
  readonly isExcluded?: (index: number) => boolean;
}

/** In canonical units. Null without observations, or with fewer than 20 points of a mean. `columns` are those of the plan alone. */
export function summarizeWindow(
  plan: SignalPlan,
  { values }: PlanResult,
  columns: Columns,
  { stepMs, isExcluded = () => false }: SummaryOptions,
): WindowSummary | null {
  if (plan.kind === "absent") return null;
  if (plan.kind !== "quantile") return meanHeadline(values.filter((_, index) => !isExcluded(index))) ?? null;
  const histograms = histogramsOf(columns, plan.buckets);
  const rates = addHistograms(histograms.map((one, index) => (isExcluded(index) ? undefined : one)));
  if (rates === undefined) return null;
  // Rates per second, one for each step: together the observations of the window.
  const n = observationCount(rates) * (stepMs / 1_000);
  const headline = quantileHeadline(rates, plan.q, n);
  return headline === undefined ? null : scaled(headline, plan.scale);
}

/** Of those that count by the edges of the last one: after an upgrade with other edges, the time since. */
function addHistograms(histograms: Histograms): Histogram | undefined {
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

function scaled({ value, lower, upper, n, bucket }: WindowSummary, scale: number): WindowSummary {
  const times = (bound: number | null): number | null => (bound === null ? null : bound * scale);
  return {
    value: value * scale,
    // The first bucket may reach below every number, which JSON cannot say.
    lower: Math.max(-Number.MAX_VALUE, lower * scale),
    upper: times(upper),
    n,
    bucket: bucket === null ? null : { lower: bucket.lower * scale, upper: times(bucket.upper) },
  };
}
