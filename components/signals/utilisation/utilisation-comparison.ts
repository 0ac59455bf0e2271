/** MFU or MBU against another window: its line laid over this one's, and the difference of both means in a sentence. */
import { compareWindows } from "@/lib/analysis/statistics/compare-windows";
import { meanHeadline, type HeadlineEstimate } from "@/lib/analysis/statistics/headline";
import { formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatCoarseDuration } from "@/lib/format/time";
import type { ComparisonLine } from "@/components/charts/prepare/time-series";
import type { ComparedRoofline } from "./use-compared-roofline";
import {
  inPercent,
  lineOf,
  reportingPools,
  type UtilisationMetric,
  type UtilisationPool,
} from "./utilisation-lines";

/** Of one pool: of several nobody could tell whose line it is. Undefined where either window has more or none. */
export function comparisonLineOf(
  metric: UtilisationMetric,
  pools: readonly UtilisationPool[],
  { roofline, shiftMs, label }: ComparedRoofline,
): ComparisonLine | undefined {
  const [now, ...otherPools] = pools;
  const [before, ...otherPoolsBefore] = reportingPools(roofline, metric);
  if (now === undefined || before === undefined || otherPools.length + otherPoolsBefore.length > 0)
    return undefined;
  const { atMs } = before.lines;
  const values = inPercent(lineOf(metric, before));
  const halfStepMs = before.pool.trail.stepMs / 2;
  return {
    label,
    values: now.lines.atMs.map((at) => {
      const index = atMs.findIndex((one) => Math.abs(one - (at - shiftMs)) <= halfStepMs);
      return values[index] ?? null;
    }),
  };
}

/** Null where there are several pools. */
export function utilisationDifferenceText(
  metric: UtilisationMetric,
  pools: readonly UtilisationPool[],
  { roofline, window, label }: ComparedRoofline,
): string | null {
  const [now, ...otherPools] = pools;
  const [before, ...otherPoolsBefore] = reportingPools(roofline, metric);
  if (now === undefined || otherPools.length + otherPoolsBefore.length > 0) return null;
  const name = metric.toUpperCase();
  const after = meanOf(metric, now);
  if (after === undefined) return `${name}: too few slices in this window to compare.`;
  const value = `${name} ${formatWithUnit(after.value, "ratio", "%")} over ${formatCoarseDuration(window.endMs - window.startMs)}`;
  const was = before === undefined ? undefined : meanOf(metric, before);
  if (was === undefined) return `${value}; too few slices in ${label} to compare.`;
  return `${value}, ${differenceOf(was, after, label)}.`;
}

function meanOf(metric: UtilisationMetric, pool: UtilisationPool): HeadlineEstimate | undefined {
  return meanHeadline(Float64Array.from(lineOf(metric, pool), (value) => value ?? Number.NaN));
}

/** Neither direction is better: a cache that fills raises MBU, and so does a batch that shrinks. */
function differenceOf(before: HeadlineEstimate, after: HeadlineEstimate, label: string): string {
  const { verdict, change, margin } = compareWindows({ before, after, better: "neither" });
  if (change === null) return `${label} had 0: no ratio to tell`;
  if (verdict === "same") return `the same as ${label} within ${roundedPercent(margin)}`;
  const changeText = `${roundedPercent(Math.abs(change))} ${change < 0 ? "below" : "above"} ${label}`;
  return verdict === "cannot-tell"
    ? `${changeText}; cannot tell: slices of a window differ by as much`
    : changeText;
}

const roundedPercent = (ratio: number): string => `${Math.round(100 * ratio)}${thinSpace}%`;
