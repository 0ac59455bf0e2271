/** Texts for MFU and MBU: titles, definitions, values over the last minutes, and the difference between two windows. */
import type { RooflinePageData, RooflinePeriodAnalysis } from "@/lib/contracts/roofline/roofline";
import type { WindowComparison } from "@/lib/analysis/statistics/compare-windows";
import { countWithNoun } from "@/lib/format/agreement";
import { formatWithUnit, thinSpace } from "@/lib/format/number";
import { sentenceText } from "@/lib/format/sentence-text";
import { formatCoarseDuration } from "@/lib/format/time";
import type { UtilisationMetric } from "@/lib/model/roofline/utilisation-metric";
import { marginText } from "./comparison-text";
import { pastWindowSuffix } from "./past-window-suffix";

/** Titles of the panels for MFU and MBU. */
export const utilisationTitles: { readonly [U in UtilisationMetric]: string } = {
  mfu: "Model FLOPs utilisation, MFU",
  mbu: "Model bandwidth utilisation, MBU",
};

/** Definitions of MFU and MBU. */
export const utilisationMeanings: { readonly [U in UtilisationMetric]: string } = {
  mfu: "Percentage of the accelerator's dense peak that the model uses: FLOPs of all tokens processed in the window, computed from the model architecture, divided by peak × window length. The window includes all phases and idle time.",
  mbu: "Percentage of the accelerator's specified memory bandwidth that the model uses: bytes of weights and KV cache that all steps in the window read, divided by bandwidth × window length. The window includes all phases and idle time. Memory-bound decoding approaches 100 % only while the engine is busy.",
};

/** Meaning of an MFU or MBU of 0. */
export const zeroMeaning = "no computation in that time";

/** Utilisation of one pool over the last minutes. */
export interface PoolUtilisation {
  readonly name: string;
  readonly now: RooflinePeriodAnalysis;
  /** Expected error of the utilisation, such as "−5 % +6 %"; null if unknown. */
  readonly expectedError: string | null;
}

/** Returns the utilisation of each pool over the last minutes, for the line under the panel title. */
export function utilisationSummary(
  metric: UtilisationMetric,
  pools: readonly PoolUtilisation[],
  roofline: Pick<RooflinePageData, "setting" | "window" | "asOfMs">,
): string {
  const peak = roofline.setting.resolved.computePrecision?.toUpperCase();
  const of = metric === "mfu" ? `the dense ${peak === undefined ? "" : `${peak} `}peak` : "the bandwidth";
  const texts = { of, pastWindow: pastWindowSuffix(roofline) };
  return pools
    .map((pool) => `${pools.length > 1 ? `${pool.name}: ` : ""}${poolSummary(metric, pool, texts)}`)
    .join(" ");
}

function poolSummary(
  metric: UtilisationMetric,
  { now, expectedError }: PoolUtilisation,
  { of, pastWindow }: { readonly of: string; readonly pastWindow: string },
): string {
  const phases = [now.decode, now.prefill];
  const undecided = phases.find(({ kind }) => kind === "cannot-tell");
  if (undecided !== undefined && undecided.kind !== "available") return sentenceText(undecided.sentence);
  const measuredPhases = phases.flatMap((phase) => (phase.kind === "available" ? [phase] : []));
  const span = `${formatCoarseDuration(now.endMs - now.startMs)}${pastWindow}`;
  if (measuredPhases.length === 0) return `No requests ran in the last ${span}.`;
  const sum = measuredPhases.reduce((total, { average }) => total + average[`${metric}Ratio`], 0);
  const n = measuredPhases.reduce((total, { step }) => total + step.n, 0);
  const error = expectedError === null ? "" : `, expected error ${expectedError}`;
  return `${formatWithUnit(sum, "ratio", "%")} of ${of}${error}. Last ${span}, n${thinSpace}=${thinSpace}${countWithNoun(n, "step")}.`;
}

/** Mean utilisation of two windows. */
export interface ComparedUtilisation {
  /** Mean over this window; undefined with too few intervals. */
  readonly meanRatio: number | undefined;
  readonly windowMs: number;
  /** Name of the comparison window, such as "the previous 6 h". */
  readonly label: string;
  /** Undefined when the comparison window has too few intervals. */
  readonly comparison: WindowComparison | undefined;
}

/** Compares mean utilisation in two windows in one sentence. Neither direction is better. */
export function utilisationDifferenceSentence(
  metric: UtilisationMetric,
  { meanRatio, windowMs, label, comparison }: ComparedUtilisation,
): string {
  const name = metric.toUpperCase();
  if (meanRatio === undefined) return `${name}: too few intervals in this window to compare.`;
  const value = `${name} ${formatWithUnit(meanRatio, "ratio", "%")} over ${formatCoarseDuration(windowMs)}`;
  if (comparison === undefined) return `${value}; too few intervals in ${label} to compare.`;
  return `${value}, ${differenceOf(comparison, label)}.`;
}

function differenceOf({ verdict, change, margin }: WindowComparison, label: string): string {
  if (change === null) return `but it was 0 in ${label}, so there is no relative change`;
  if (verdict === "same") return `the same as ${label} within ${marginText(margin)}`;
  const changeText = `${Math.round(100 * Math.abs(change))}${thinSpace}% ${change < 0 ? "below" : "above"} ${label}`;
  return verdict === "cannot-tell"
    ? `${changeText}; inconclusive: values within a window differ as much`
    : changeText;
}
