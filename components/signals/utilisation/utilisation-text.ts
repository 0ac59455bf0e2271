/** MFU and MBU in words: what they mean, and what they are over the last five minutes. */
import type { RooflinePageData } from "@/lib/contracts/roofline";
import { formatCount, formatWithUnit, thinSpace } from "@/lib/format/number";
import { sentenceText } from "@/lib/format/sentence-text";
import { formatCoarseDuration } from "@/lib/format/time";
import { errorText, type UtilisationMetric, type UtilisationPool } from "./utilisation-lines";

export const titles: { readonly [U in UtilisationMetric]: string } = {
  mfu: "Model FLOPs utilisation, MFU",
  mbu: "Model bandwidth utilisation, MBU",
};

export const meanings: { readonly [U in UtilisationMetric]: string } = {
  mfu: "Share of the accelerator's dense peak that the model's own arithmetic takes: FLOPs of the tokens that were counted, by the model's shape, over peak × time. All phases together, idle time counted, so it is what the hardware gives for its price.",
  mbu: "Share of the accelerator's printed memory bandwidth that the model's own bytes take: weights and KV cache of the steps that were counted, over bandwidth × time. All phases together, idle time counted. A decode that is memory-bound comes near to 1 only while it is busy.",
};

export const zeroMeans = "nothing was computed in that time";

/** The line under the title, of every pool. */
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
  if (measuredPhases.length === 0) return `Nothing ran in the last ${span}.`;
  const sum = measuredPhases.reduce((total, { average }) => total + average[`${metric}Ratio`], 0);
  const n = measuredPhases.reduce((total, { step }) => total + step.n, 0);
  const error = errorText(metric, pool);
  return `${formatWithUnit(sum, "ratio", "%")} of ${of}${error === null ? "" : `, expected error ${error}`}. Last ${span}, n${thinSpace}=${thinSpace}${formatCount(n)} steps.`;
}
