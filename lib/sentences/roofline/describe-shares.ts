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
  type MutableSentence,
} from "./sentence-parts";

export function describeShares(shares: StepShares, summary: MutableSentence): StepSharesResponse {
  const { mfu, mbu, deliveredUtilisation: _reached, ...rest } = shares;
  return { ...rest, mfuRatio: mfu, mbuRatio: mbu, sentence: summary };
}

function bandwidthShare({
  bandwidthUseRatio,
  bandwidthKind,
  bandwidthBytesPerSecond,
}: Pick<StepShares, "bandwidthUseRatio" | "bandwidthKind" | "bandwidthBytesPerSecond">): Sentence {
  if (bandwidthKind === "delivered")
    return [
      percent(bandwidthUseRatio),
      text(" of the "),
      bandwidth(bandwidthBytesPerSecond),
      text(" that memory delivers"),
    ];
  return [
    percent(bandwidthUseRatio),
    text(bandwidthKind === "measured" ? " of the measured bandwidth" : " of the specified bandwidth"),
  ];
}

const busierBusNote =
  " The memory bus is busier than these reads explain. Some of the time under “Other” may be spent waiting for memory.";

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
export function contradictionNote(agreement: Agreement | null): MutableSentence {
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
 * Returns a sentence such as "Decode reads 14.9 GB per step at 71 % of the measured bandwidth and is memory-bound. The batch size is 24. Decode
 * becomes compute-bound at a batch size of 256."
 */
export function decodeSentence(facts: DecodeFacts, shares: StepShares): MutableSentence {
  return sentence(
    text("Decode reads "),
    bytes(facts.bytesPerStep),
    text(" per step at "),
    ...bandwidthShare(facts),
    text(` and is ${boundText(shares)}. `),
    ...breakEven(facts),
  );
}

function breakEven({ breakEven: from, batch, contextTokens, contextLimit }: DecodeFacts) {
  if (from.kind === "never")
    return contextLimit.kind === "above"
      ? [
          text("At contexts above "),
          tokens(contextLimit.tokens),
          text(", no batch size makes decode compute-bound. The mean context is "),
          tokens(contextTokens),
          text("."),
        ]
      : [text("No batch size makes decode compute-bound.")];
  return from.batch > batch
    ? [
        text("The batch size is "),
        count(batch),
        text(". Decode becomes compute-bound at a batch size of "),
        count(from.batch),
        text("."),
      ]
    : [
        text("The batch size is "),
        count(batch),
        text(", above the "),
        count(from.batch),
        text(" at which decode becomes compute-bound."),
      ];
}

export function prefillSentence(shares: StepShares, isMixed: boolean): MutableSentence {
  const subject = isMixed ? "A step that computes prompts and decodes uses " : "Prefill uses ";
  return sentence(
    text(subject),
    percent(shares.mfu),
    text(" of the peak and "),
    ...bandwidthShare(shares),
    text(` and is ${boundText(shares)}.`),
  );
}
