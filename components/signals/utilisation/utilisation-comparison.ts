/**
 * Comparison of MFU or MBU with another window: the line of that window, and the difference of the means as a
 * sentence.
 */
import { compareWindows } from "@/lib/analysis/statistics/compare-windows";
import { meanHeadline, type HeadlineEstimate } from "@/lib/analysis/statistics/headline";
import { formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatCoarseDuration } from "@/lib/format/time";
import { sameWithinText } from "@/lib/sentences/signals/comparison-text";
import type { ComparisonLine } from "@/components/charts/prepare/time-series";
import type { ComparedRoofline } from "./use-compared-roofline";
import {
  toPercent,
  getLine,
  findReportingPools,
  type UtilisationMetric,
  type UtilisationPool,
} from "./utilisation-lines";

/**
 * Returns the comparison line for a single pool. Undefined if either window has several pools or none, because the
 * lines could not be distinguished.
 */
export function createComparisonLine(
  metric: UtilisationMetric,
  pools: readonly UtilisationPool[],
  { roofline, shiftMs, label }: ComparedRoofline,
): ComparisonLine | undefined {
  const [now, ...otherPools] = pools;
  const [before, ...otherPoolsBefore] = findReportingPools(roofline, metric);
  if (now === undefined || before === undefined || otherPools.length + otherPoolsBefore.length > 0)
    return undefined;
  const { atMs } = before.utilisation;
  const values = toPercent(getLine(metric, before));
  const halfStepMs = before.pool.trail.stepMs / 2;
  return {
    label,
    values: now.utilisation.atMs.map((at) => {
      const index = atMs.findIndex((one) => Math.abs(one - (at - shiftMs)) <= halfStepMs);
      return values[index] ?? null;
    }),
  };
}

/** Compares the means in one sentence. Null if there are several pools. */
export function utilisationDifferenceText(
  metric: UtilisationMetric,
  pools: readonly UtilisationPool[],
  { roofline, window, label }: ComparedRoofline,
): string | null {
  const [now, ...otherPools] = pools;
  const [before, ...otherPoolsBefore] = findReportingPools(roofline, metric);
  if (now === undefined || otherPools.length + otherPoolsBefore.length > 0) return null;
  const name = metric.toUpperCase();
  const after = meanOf(metric, now);
  if (after === undefined) return `${name}: too few intervals in this window to compare.`;
  const value = `${name} ${formatWithUnit(after.value, "ratio", "%")} over ${formatCoarseDuration(window.endMs - window.startMs)}`;
  const was = before === undefined ? undefined : meanOf(metric, before);
  if (was === undefined) return `${value}; too few intervals in ${label} to compare.`;
  return `${value}, ${differenceOf(was, after, label)}.`;
}

function meanOf(metric: UtilisationMetric, pool: UtilisationPool): HeadlineEstimate | undefined {
  return meanHeadline(Float64Array.from(getLine(metric, pool), (value) => value ?? Number.NaN));
}

/** Neither direction is better: a fuller KV cache raises MBU, and so does a smaller batch. */
function differenceOf(before: HeadlineEstimate, after: HeadlineEstimate, label: string): string {
  const { verdict, change, margin } = compareWindows({ before, after, better: "neither" });
  if (change === null) return `${label} was 0, so there is no ratio`;
  if (verdict === "same") return `the same as ${label} within ${sameWithinText(margin)}`;
  const changeText = `${roundedPercent(Math.abs(change))} ${change < 0 ? "below" : "above"} ${label}`;
  return verdict === "cannot-tell"
    ? `${changeText}; inconclusive: values within a window differ as much`
    : changeText;
}

const roundedPercent = (ratio: number): string => `${Math.round(100 * ratio)}${thinSpace}%`;
