/** Where the time of a step goes, with the sentence that follows from it. */
import type { Agreement } from "@/lib/analysis/roofline/points/disagreement";
import type { DecodeFacts } from "@/lib/analysis/roofline/points/step-facts";
import type { StepShares } from "@/lib/analysis/roofline/points/step-shares";
import type { StepSharesResponse } from "@/lib/contracts/roofline-point";
import type { Sentence } from "@/lib/model/sentence";
import {
  bandwidth,
  boundText,
  bytes,
  count,
  percent,
  sentence,
  text,
  tokens,
  type WireSentence,
} from "./sentence-parts";

export function describeShares(shares: StepShares, summary: WireSentence): StepSharesResponse {
  const { mfu, mbu, deliveredUtilisation: _reached, ...rest } = shares;
  return { ...rest, mfuRatio: mfu, mbuRatio: mbu, sentence: summary };
}

function bandwidthShare({
  ofBandwidthRatio,
  bandwidthIs,
  bandwidthBytesPerSecond,
}: Pick<StepShares, "ofBandwidthRatio" | "bandwidthIs" | "bandwidthBytesPerSecond">): Sentence {
  if (bandwidthIs === "delivered")
    return [
      percent(ofBandwidthRatio),
      text(" of the "),
      bandwidth(bandwidthBytesPerSecond),
      text(" that its memory delivers"),
    ];
  return [
    percent(ofBandwidthRatio),
    text(bandwidthIs === "measured" ? " of practical bandwidth" : " of the printed bandwidth"),
  ];
}

const busierBusNote =
  " The memory bus is busier than this explains: some of “other” may be waiting for memory.";

/** The bus does more than is counted, and by how much memory is slow does not follow. */
export function isBusBusier(agreement: Agreement): boolean {
  return (
    agreement.kind === "disagree" &&
    agreement.cause === "machine" &&
    agreement.deliveredBytesPerSecond === null &&
    !agreement.bytes.agrees &&
    agreement.bytes.ratio > 1
  );
}

/** What a sentence about shares stands on, where the accelerator's counters contradict it. */
export function contradictionNote(agreement: Agreement | null): WireSentence {
  if (agreement?.kind !== "disagree") return [];
  if (agreement.cause === "machine") return isBusBusier(agreement) ? sentence(text(busierBusNote)) : [];
  return sentence(
    text(
      agreement.cause === "inputs"
        ? " This stands on inputs that the accelerator’s own counters contradict."
        : " The accelerator’s own counters contradict this bandwidth or these inputs.",
    ),
  );
}

/** "Decode reads 14.9 GB per step at 71 % of practical bandwidth: memory-bound; batch 24 of 256 before compute would matter." */
export function decodeSentence(facts: DecodeFacts, shares: StepShares): WireSentence {
  return sentence(
    text("Decode reads "),
    bytes(facts.bytesPerStep),
    text(" per step at "),
    ...bandwidthShare(facts),
    text(`: ${boundText(shares)}; `),
    ...breakEven(facts),
  );
}

function breakEven({ breakEven: from, batch, contextTokens, contextLimit }: DecodeFacts) {
  if (from.kind === "never")
    return contextLimit.kind === "above"
      ? [
          text("at contexts above "),
          tokens(contextLimit.tokens),
          text(" no batch makes compute matter, and they are "),
          tokens(contextTokens),
          text("."),
        ]
      : [text("no batch makes compute matter.")];
  return from.batch > batch
    ? [text("batch "), count(batch), text(" of "), count(from.batch), text(" before compute would matter.")]
    : [
        text("batch "),
        count(batch),
        text(" is past the "),
        count(from.batch),
        text(" at which compute matters."),
      ];
}

export function prefillSentence(shares: StepShares, isMixed: boolean): WireSentence {
  const subject = isMixed ? "A step that computes prompts beside decodes takes " : "Prefill takes ";
  return sentence(
    text(subject),
    percent(shares.mfu),
    text(" of the peak and "),
    ...bandwidthShare(shares),
    text(`: ${boundText(shares)}.`),
  );
}
