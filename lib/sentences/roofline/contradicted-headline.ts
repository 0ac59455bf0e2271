/**
 * Headline and detail of a pool whose GPU counters contradict the inputs. The cause is the inputs, the machine, or
 * one of the two.
 */
import type { DecodeFacts } from "@/lib/analysis/roofline/points/step-facts";
import type { StepTimeBreakdown } from "@/lib/analysis/roofline/points/step-time-breakdown";
import type { PoolRoofline } from "@/lib/analysis/roofline/points/analyse-pool";
import type { RooflinePeriodAnalysis } from "@/lib/contracts/roofline/roofline";
import { precisionTitle } from "@/lib/format/precision-names";
import { isBusBusier } from "./describe-shares";
import type { Sentence } from "@/lib/model/sentence";
import { boundNames, boundText } from "./bound-text";
import {
  bandwidthPart,
  gigabytesPart,
  millisecondsPart,
  percentPart,
  sentence,
  strongPart,
  textPart,
  type MutableSentence,
} from "./sentence-parts";

/** Headline and detail about the roofline of one pool. */
export interface PoolHeadline {
  readonly headline: MutableSentence;
  readonly detail: MutableSentence;
}

type DescribedAgreement = NonNullable<RooflinePeriodAnalysis["agreement"]>;

/**
 * Returns the headline for a pool whose GPU counters contradict its configured inputs. Null if they agree,
 * or if the contradiction does not change the bound of the step.
 */
export function describeContradictingCounters(
  now: PoolRoofline,
  period: RooflinePeriodAnalysis,
): PoolHeadline | null {
  const { hardwareAgreement: agreement, hardware } = now;
  if (agreement?.kind !== "disagree" || period.agreement === null || hardware.kind !== "available")
    return null;
  if (agreement.cause === "machine" && agreement.deliveredBytesPerSecond !== null)
    return slowMemoryHeadline(now, period.agreement);
  if (agreement.cause === "machine")
    return isBusBusier(agreement) && !isMemoryBoundOnly(now)
      ? busierBusHeadline(now, period.agreement)
      : null;
  const isInputs = agreement.cause === "inputs";
  return {
    headline: sentence(
      strongPart(isInputs ? "The inputs are wrong:" : "Inputs and GPU counters disagree:"),
      ...(agreement.bytes.isWithinExpectedError
        ? [textPart(" the observed GPUs and their memory do not match the setting.")]
        : counterValues(hardware.average.bytesPerSecond, agreement.bytes.ratio)),
    ),
    detail: sentence(
      textPart(isInputs ? "Most likely: " : "Possible causes: "),
      ...suspectSentences(period.agreement),
    ),
  };
}

function counterValues(busBytesPerSecond: number, ratio: number): Sentence {
  return [
    textPart(" DRAM counters report "),
    bandwidthPart(busBytesPerSecond),
    textPart(", but the inputs imply "),
    bandwidthPart(busBytesPerSecond / ratio),
    textPart("."),
  ];
}

function suspectSentences({ suspects, distinguishingEvidence = null }: DescribedAgreement): Sentence {
  const sentences = suspects.flatMap(({ sentence: one }) => [...one, textPart(" ")]);
  return distinguishingEvidence === null ? sentences : [...sentences, ...distinguishingEvidence];
}

/** Returns whether memory is the only bound of decode. In that case, a busier memory bus does not change the headline. */
const isMemoryBoundOnly = ({ decodeShares }: PoolRoofline): boolean =>
  decodeShares !== null && decodeShares.boundBy === "memory" && decodeShares.secondBound === null;

/** States that memory is the bound, or its share of the step if another resource takes most of the time. */
function decodeStepSentence(facts: DecodeFacts, shares: StepTimeBreakdown): Sentence {
  const { memorySeconds, stepSeconds } = shares;
  if ((shares.boundBy === "memory" || shares.boundBy === "mixed") && shares.secondBound === null)
    return [
      textPart(`Decode is ${boundNames[shares.boundBy]}: each step reads `),
      gigabytesPart(facts.bytesPerStep),
      textPart(" in "),
      millisecondsPart(stepSeconds),
      textPart("."),
    ];
  return [
    textPart("Reading "),
    gigabytesPart(facts.bytesPerStep),
    textPart(" takes "),
    percentPart(memorySeconds / stepSeconds),
    textPart(" of each decode step of "),
    millisecondsPart(stepSeconds),
    textPart("."),
  ];
}

function slowMemoryHeadline(now: PoolRoofline, described: DescribedAgreement): PoolHeadline {
  const { decodeFacts, decodeShares, hardwareAgreement: agreement, roof } = now;
  const delivered = agreement?.kind === "disagree" ? (agreement.deliveredBytesPerSecond ?? 0) : 0;
  const otherSuspects = described.suspects.filter(({ kind }) => kind !== "slow-memory");
  return {
    headline: sentence(
      strongPart("Memory bandwidth is too low:"),
      textPart(" the memory bus is busy, but transfers only "),
      bandwidthPart(delivered),
      textPart(" of "),
      bandwidthPart(roof.bytesPerSecond),
      ...(decodeFacts === null || decodeShares === null
        ? [textPart(".")]
        : [textPart(". "), ...decodeStepSentence(decodeFacts, decodeShares)]),
    ),
    detail: sentence(
      textPart(
        "GPU memory transfers fewer bytes than expected, although its clock and bus activity look normal. ",
      ),
      ...(otherSuspects.length === 0
        ? []
        : [
            textPart("Other possible causes: "),
            ...suspectSentences({ ...described, suspects: otherSuspects }),
          ]),
      textPart(" "),
      ...prefillHeadline(now),
    ),
  };
}

/** The bus is busier than the inputs explain, so the part of a step outside memory and arithmetic is unknown. */
function busierBusHeadline(now: PoolRoofline, described: DescribedAgreement): PoolHeadline | null {
  const { decodeFacts, decodeShares, hardwareAgreement: agreement, hardware } = now;
  if (hardware.kind !== "available" || agreement === null) return null;
  return {
    headline: sentence(
      strongPart("The memory bus is busier than the inputs explain:"),
      ...counterValues(hardware.average.bytesPerSecond, agreement.bytes.ratio),
      ...(decodeFacts === null || decodeShares === null
        ? []
        : [textPart(" "), ...decodeStepSentence(decodeFacts, decodeShares)]),
    ),
    detail: sentence(
      textPart("Possible causes: "),
      ...suspectSentences(described),
      textPart(" "),
      ...prefillHeadline(now),
    ),
  };
}

/** States the utilisation of the resource that binds the phase, or of both when neither does. */
function usageSentence(shares: StepTimeBreakdown, roof: PoolRoofline["roof"]): Sentence {
  const ofPeak = [percentPart(shares.mfu), textPart(` of the ${precisionTitle(roof.precision)} peak`)];
  const ofBandwidth = [percentPart(shares.mbu), textPart(" of the GPU’s bandwidth")];
  if (shares.secondBound !== null)
    return [textPart(" it uses "), ...ofPeak, textPart(" and "), ...ofBandwidth, textPart(".")];
  if (shares.boundBy === "compute") return [textPart(" it uses "), ...ofPeak, textPart(".")];
  if (shares.boundBy === "memory") return [textPart(" it uses "), ...ofBandwidth, textPart(".")];
  return [textPart(" it uses "), ...ofPeak, textPart(" and "), ...ofBandwidth, textPart(".")];
}

/** Returns the headline about prefill; empty if no prompt was computed. */
export function prefillHeadline({ prefill, prefillShares, roof }: PoolRoofline): MutableSentence {
  if (prefillShares === null) return [];
  return sentence(
    strongPart(`Prefill is ${boundText(prefillShares)}:`),
    ...usageSentence(prefillShares, roof),
    ...serialPromptsSentence(prefill, prefillShares),
  );
}

/** A smaller difference is within the expected error of the point. */
const notableSerialRatio = 0.9;

/** States the utilisation if no two prompts overlap. Empty if this would hardly change it. */
function serialPromptsSentence(prefill: PoolRoofline["prefill"], { mfu }: StepTimeBreakdown): Sentence {
  if (prefill.kind !== "available") return [];
  const { busyRatio, serialBusyRatio } = prefill.meanStep;
  const ratio = busyRatio / serialBusyRatio;
  if (ratio >= notableSerialRatio) return [];
  return [
    textPart(" If prompts never overlap, as from a client that sends one at a time, it uses "),
    percentPart(mfu * ratio),
    textPart(" of the peak."),
  ];
}
