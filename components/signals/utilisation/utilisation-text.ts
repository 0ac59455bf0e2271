/** Definitions of MFU and MBU, and their values over the last five minutes as text. */
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { formatWithUnit, thinSpace } from "@/lib/format/number";
import { sentenceText } from "@/lib/format/sentence-text";
import { formatCoarseDuration } from "@/lib/format/time";
import { countWithNoun } from "@/lib/format/agreement";
import { expectedErrorText, type UtilisationMetric, type UtilisationPool } from "./utilisation-lines";

/** Titles of the panels. */
export const utilisationTitles: { readonly [U in UtilisationMetric]: string } = {
  mfu: "Model FLOPs utilisation, MFU",
  mbu: "Model bandwidth utilisation, MBU",
};

/** Definition of each metric. */
export const utilisationMeanings: { readonly [U in UtilisationMetric]: string } = {
  mfu: "Percentage of the accelerator's dense peak that the model uses: FLOPs of the processed tokens, from the model architecture, divided by peak × time. It includes all phases and idle time.",
  mbu: "Percentage of the accelerator's specified memory bandwidth that the model uses: bytes of weights and KV cache read per step, divided by bandwidth × time. It includes all phases and idle time. Memory-bound decoding approaches 100 % only while the engine is busy.",
};

/** Meaning of a utilisation of 0. */
export const zeroMeaning = "no computation in that time";

/** Returns the line under the title, for every pool. */
export function utilisationSummary(
  metric: UtilisationMetric,
  pools: readonly UtilisationPool[],
  roofline: RooflinePageData,
): string {
  const peak = roofline.setting.resolved.computePrecision?.toUpperCase();
  const of = metric === "mfu" ? `the dense ${peak === undefined ? "" : `${peak} `}peak` : "the bandwidth";
  return pools
    .map((pool) => `${pools.length > 1 ? `${pool.name}: ` : ""}${poolSummary(metric, pool, of)}`)
    .join(" ");
}

function poolSummary(metric: UtilisationMetric, pool: UtilisationPool, of: string): string {
  const { now } = pool.pool;
  const phases = [now.decode, now.prefill];
  const undecided = phases.find(({ kind }) => kind === "cannot-tell");
  if (undecided !== undefined && undecided.kind !== "available") return sentenceText(undecided.sentence);
  const measuredPhases = phases.flatMap((phase) => (phase.kind === "available" ? [phase] : []));
  const span = formatCoarseDuration(now.endMs - now.startMs);
  if (measuredPhases.length === 0) return `No requests ran in the last ${span}.`;
  const sum = measuredPhases.reduce((total, { average }) => total + average[`${metric}Ratio`], 0);
  const n = measuredPhases.reduce((total, { step }) => total + step.n, 0);
  const error = expectedErrorText(metric, pool);
  return `${formatWithUnit(sum, "ratio", "%")} of ${of}${error === null ? "" : `, expected error ${error}`}. Last ${span}, n${thinSpace}=${thinSpace}${countWithNoun(n, "step")}.`;
}
