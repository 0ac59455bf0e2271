/** MFU and MBU in words: what they mean, and what they are over the last five minutes. */
import type { RooflineRoom } from "@/lib/contracts/roofline";
import { formatCount, formatWithUnit, thinSpace } from "@/lib/format/number";
import { sentenceWords } from "@/lib/format/sentence-words";
import { formatSpan } from "@/lib/format/time";
import { errorText, type Use, type UsePool } from "./utilisation-lines";

export const titles: { readonly [U in Use]: string } = {
  mfu: "Model FLOPs utilisation, MFU",
  mbu: "Model bandwidth utilisation, MBU",
};

export const meanings: { readonly [U in Use]: string } = {
  mfu: "Share of the accelerator's dense peak that the model's own arithmetic takes: FLOPs of the tokens that were counted, by the model's shape, over peak × time. All phases together, idle time counted, so it is what the hardware gives for its price.",
  mbu: "Share of the accelerator's printed memory bandwidth that the model's own bytes take: weights and KV cache of the steps that were counted, over bandwidth × time. All phases together, idle time counted. A decode that is memory-bound comes near to 1 only while it is busy.",
};

export const zeroMeans = "nothing was computed in that time";

/** The line under the title, of every pool. */
export function lastWords(use: Use, pools: readonly UsePool[], room: RooflineRoom): string {
  const peak = room.setting.resolved.computePrecision?.toUpperCase();
  const of = use === "mfu" ? `the dense ${peak === undefined ? "" : `${peak} `}peak` : "the bandwidth";
  return pools.map((pool) => `${pools.length > 1 ? `${pool.name}: ` : ""}${lastOf(use, pool, of)}`).join(" ");
}

function lastOf(use: Use, pool: UsePool, of: string): string {
  const { now } = pool.pool;
  const phases = [now.decode, now.prefill];
  const untold = phases.find(({ kind }) => kind === "cannot-tell");
  if (untold !== undefined && untold.kind !== "placed") return sentenceWords(untold.sentence);
  const placed = phases.flatMap((phase) => (phase.kind === "placed" ? [phase] : []));
  const span = formatSpan(now.endMs - now.startMs);
  if (placed.length === 0) return `Nothing ran in the last ${span}.`;
  const sum = placed.reduce((all, { average }) => all + average[`${use}Ratio`], 0);
  const n = placed.reduce((all, { step }) => all + step.n, 0);
  const error = errorText(use, pool);
  return `${formatWithUnit(sum, "ratio", "%")} of ${of}${error === null ? "" : `, expected error ${error}`}. Last ${span}, n${thinSpace}=${thinSpace}${formatCount(n)} steps.`;
}
