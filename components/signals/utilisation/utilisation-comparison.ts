/**
 * Comparison of MFU or MBU with another window: the line of that window, and the difference of the means as a
 * sentence.
 */
import type { UtilisationMetric } from "@/lib/model/roofline/utilisation-metric";
import { compareWindows } from "@/lib/analysis/statistics/compare-windows";
import { estimateWindowMean, type WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import { utilisationDifferenceSentence } from "@/lib/sentences/signals/utilisation-text";
import type { ComparisonLine } from "@/components/charts/prepare/time-series";
import type { ComparedRoofline } from "./use-compared-roofline";
import { toPercent, getLine, findReportingPools, type UtilisationPool } from "./utilisation-lines";

/**
 * Creates the line of the comparison window. Undefined if a window has no pool or several, because the lines
 * could not be distinguished.
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
    shiftMs,
    values: now.utilisation.atMs.map((at) => {
      const index = atMs.findIndex((one) => Math.abs(one - (at - shiftMs)) <= halfStepMs);
      return values[index] ?? null;
    }),
  };
}

/** Compares the mean utilisation of both windows in one sentence. Null if there are several pools. */
export function utilisationDifferenceText(
  metric: UtilisationMetric,
  pools: readonly UtilisationPool[],
  { roofline, window, label }: ComparedRoofline,
): string | null {
  const [now, ...otherPools] = pools;
  const [before, ...otherPoolsBefore] = findReportingPools(roofline, metric);
  if (now === undefined || otherPools.length + otherPoolsBefore.length > 0) return null;
  const after = meanOf(metric, now);
  const earlier = before === undefined ? undefined : meanOf(metric, before);
  return utilisationDifferenceSentence(metric, {
    meanRatio: after?.value,
    windowMs: window.endMs - window.startMs,
    label,
    // Neither direction is better: a fuller KV cache raises MBU, and so does a smaller batch.
    comparison:
      after === undefined || earlier === undefined
        ? undefined
        : compareWindows({ before: earlier, after, better: "neither" }),
  });
}

function meanOf(metric: UtilisationMetric, pool: UtilisationPool): WindowEstimate | undefined {
  return estimateWindowMean(Float64Array.from(getLine(metric, pool), (value) => value ?? Number.NaN));
}
