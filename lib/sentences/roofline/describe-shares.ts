/** Step shares in the form of the response, with the sentence about them. */
import type { Agreement } from "@/lib/analysis/roofline/points/checks/disagreement";
import type { DecodeFacts } from "@/lib/analysis/roofline/points/step-facts";
import type { StepShares } from "@/lib/analysis/roofline/points/step-shares";
import type { StepSharesResponse } from "@/lib/contracts/roofline/roofline-point";
import type { Sentence } from "@/lib/model/sentence";
import { boundText } from "./bound-text";
import {
  bandwidth,
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
      text(" that memory delivers"),
    ];
  return [
    percent(ofBandwidthRatio),
    text(bandwidthIs === "measured" ? " of practical bandwidth" : " of the printed bandwidth"),
  ];
}

const busierBusNote =
  " The memory bus is busier than this explains: some of “other” may be time waiting for memory.";

/** Returns true when the bus is busier than predicted and the delivered bandwidth is unknown. */
export function isBusBusier(agreement: Agreement): boolean {
  return (
    agreement.kind === "disagree" &&
    agreement.cause === "machine" &&
    agreement.deliveredBytesPerSecond === null &&
    !agreement.bytes.agrees &&
    agreement.bytes.ratio > 1
  );
}

/** Returns the note that GPU counters contradict the inputs. Empty without a contradiction. */
export function contradictionNote(agreement: Agreement | null): WireSentence {
  if (agreement?.kind !== "disagree") return [];
  if (agreement.cause === "machine") return isBusBusier(agreement) ? sentence(text(busierBusNote)) : [];
  return sentence(
    text(
      agreement.cause === "inputs"
        ? " The GPU counters contradict these inputs."
        : " The GPU counters contradict this bandwidth or these inputs.",
    ),
  );
}

/**
 * Returns a sentence such as "Decode reads 14.9 GB per step at 71 % of practical bandwidth: memory-bound. The batch is 24, and decode becomes
 * compute-bound at 256."
 */
export function decodeSentence(facts: DecodeFacts, shares: StepShares): WireSentence {
  return sentence(
    text("Decode reads "),
    bytes(facts.bytesPerStep),
    text(" per step at "),
    ...bandwidthShare(facts),
    text(`: ${boundText(shares)}. `),
    ...breakEven(facts),
  );
}

function breakEven({ breakEven: from, batch, contextTokens, contextLimit }: DecodeFacts) {
  if (from.kind === "never")
    return contextLimit.kind === "above"
      ? [
          text("At contexts above "),
          tokens(contextLimit.tokens),
          text(", no batch is compute-bound. The mean context is "),
          tokens(contextTokens),
          text("."),
        ]
      : [text("No batch is compute-bound.")];
  return from.batch > batch
    ? [
        text("The batch is "),
        count(batch),
        text(", and decode becomes compute-bound at "),
        count(from.batch),
        text("."),
      ]
    : [
        text("The batch is "),
        count(batch),
        text(", above the "),
        count(from.batch),
        text(" where decode becomes compute-bound."),
      ];
}

export function prefillSentence(shares: StepShares, isMixed: boolean): WireSentence {
  const subject = isMixed ? "A step that computes prompts together with decodes uses " : "Prefill uses ";
  return sentence(
    text(subject),
    percent(shares.mfu),
    text(" of the peak and "),
    ...bandwidthShare(shares),
    text(`: ${boundText(shares)}.`),
  );
}
