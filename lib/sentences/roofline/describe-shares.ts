/** Step shares in the form of the response, with the sentence about them. */
import type { Agreement } from "@/lib/analysis/roofline/points/checks/disagreement";
import type { DecodeFacts } from "@/lib/analysis/roofline/points/step-facts";
import type { StepTimeBreakdown } from "@/lib/analysis/roofline/points/step-time-breakdown";
import type { StepSharesResponse } from "@/lib/contracts/roofline/roofline-point";
import type { Sentence } from "@/lib/model/sentence";
import { boundText } from "./bound-text";
import {
  bandwidthPart,
  gigabytesPart,
  countPart,
  percentPart,
  sentence,
  textPart,
  tokensPart,
  type MutableSentence,
} from "./sentence-parts";

/** Converts the time shares of a step to the response. `summary` is their sentence. */
export function describeShares(shares: StepTimeBreakdown, summary: MutableSentence): StepSharesResponse {
  const { mfu, mbu, deliveredUtilisation: _reached, ...rest } = shares;
  return { ...rest, mfuRatio: mfu, mbuRatio: mbu, sentence: summary };
}

function bandwidthShare({
  bandwidthUseRatio,
  bandwidthKind,
  bandwidthBytesPerSecond,
}: Pick<StepTimeBreakdown, "bandwidthUseRatio" | "bandwidthKind" | "bandwidthBytesPerSecond">): Sentence {
  if (bandwidthKind === "delivered")
    return [
      percentPart(bandwidthUseRatio),
      textPart(" of the "),
      bandwidthPart(bandwidthBytesPerSecond),
      textPart(" that memory delivers"),
    ];
  return [
    percentPart(bandwidthUseRatio),
    textPart(bandwidthKind === "measured" ? " of the measured bandwidth" : " of the specified bandwidth"),
  ];
}

const busierBusNote =
  " The memory bus is busier than these reads explain. Some of the time under “Other” may be spent waiting for memory.";

/** Returns whether the memory bus is busier than predicted, although the delivered bandwidth is unknown. */
export function isBusBusier(agreement: Agreement): boolean {
  return (
    agreement.kind === "disagree" &&
    agreement.cause === "machine" &&
    agreement.deliveredBytesPerSecond === null &&
    !agreement.bytes.isWithinExpectedError &&
    agreement.bytes.ratio > 1
  );
}

/** Returns a note that GPU counters contradict the configured inputs. Empty without a contradiction. */
export function contradictionNote(agreement: Agreement | null): MutableSentence {
  if (agreement?.kind !== "disagree") return [];
  if (agreement.cause === "machine") return isBusBusier(agreement) ? sentence(textPart(busierBusNote)) : [];
  return sentence(
    textPart(
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
export function decodeSentence(
  facts: DecodeFacts,
  shares: StepTimeBreakdown,
  acceleratorName: string,
): MutableSentence {
  return sentence(
    textPart("Decode reads "),
    gigabytesPart(facts.bytesPerStep),
    textPart(" per step at "),
    ...bandwidthShare(facts),
    textPart(` and is ${boundText(shares)}. `),
    ...breakEven(facts, acceleratorName),
  );
}

function breakEven(
  { breakEven: from, batch, contextTokens, contextLimit }: DecodeFacts,
  acceleratorName: string,
) {
  if (from.kind === "never")
    return contextLimit.kind === "above"
      ? [
          textPart("At contexts above "),
          tokensPart(contextLimit.tokens),
          textPart(`, no batch size makes decode compute-bound on ${acceleratorName}. The mean context is `),
          tokensPart(contextTokens),
          textPart("."),
        ]
      : [textPart(`No batch size makes decode compute-bound on ${acceleratorName}.`)];
  return from.batch > batch
    ? [
        textPart("The batch size is "),
        countPart(batch),
        textPart(". Decode becomes compute-bound at a batch size of "),
        countPart(from.batch),
        textPart("."),
      ]
    : [
        textPart("The batch size is "),
        countPart(batch),
        textPart(", above the "),
        countPart(from.batch),
        textPart(" at which decode becomes compute-bound."),
      ];
}

/** Returns the utilisation and the bound of prefill steps. `isMixed` is true if they also decode. */
export function prefillSentence(shares: StepTimeBreakdown, isMixed: boolean): MutableSentence {
  const subject = isMixed ? "A step that computes prompts and decodes uses " : "Prefill uses ";
  return sentence(
    textPart(subject),
    percentPart(shares.mfu),
    textPart(" of the peak and "),
    ...bandwidthShare(shares),
    textPart(` and is ${boundText(shares)}.`),
  );
}
