/** The room in two sentences where the accelerator's own counters contradict it: one story, of the inputs, of the machine, or of either. */
import type { DecodeFacts } from "@/lib/analysis/roofline/points/step-facts";
import type { StepShares } from "@/lib/analysis/roofline/points/step-shares";
import type { PoolRoofline } from "@/lib/analysis/roofline/points/analyse-pool";
import type { RooflinePeriod } from "@/lib/contracts/roofline";
import { isBusBusier } from "./describe-shares";
import type { Sentence } from "@/lib/model/sentence";
import {
  bandwidth,
  boundText,
  boundNames,
  bytes,
  milliseconds,
  percent,
  precisionName,
  sentence,
  strong,
  text,
  type WireSentence,
} from "./sentence-parts";

export interface PoolHeadline {
  readonly headline: WireSentence;
  readonly detail: WireSentence;
}

type DescribedAgreement = NonNullable<RooflinePeriod["agreement"]>;

/** Null where nothing is contradicted, or what binds a step still holds: by reads that are shared, or where memory does. */
export function contradictedHeadline(now: PoolRoofline, period: RooflinePeriod): PoolHeadline | null {
  const { agreement, hardware } = now;
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
      strong(isInputs ? "The inputs are wrong:" : "Inputs and counters do not fit together:"),
      ...(agreement.bytes.agrees
        ? [text(" the accelerators that are seen and their memory are not those that are set.")]
        : counterValues(hardware.average.bytesPerSecond, agreement.bytes.ratio)),
    ),
    detail: sentence(
      text(isInputs ? "Likeliest: " : "It may be that: "),
      ...suspectSentences(period.agreement),
    ),
  };
}

function counterValues(busBytesPerSecond: number, ratio: number): Sentence {
  return [
    text(" the DRAM counter says "),
    bandwidth(busBytesPerSecond),
    text(", these numbers say "),
    bandwidth(busBytesPerSecond / ratio),
    text("."),
  ];
}

function suspectSentences({ suspects, distinguishingEvidence = null }: DescribedAgreement): Sentence {
  const sentences = suspects.flatMap(({ sentence: one }) => [...one, text(" ")]);
  return distinguishingEvidence === null ? sentences : [...sentences, ...distinguishingEvidence];
}

/** Memory sets the pace of decode, and no more than it is said when its bus is busier still. */
const isMemoryBoundOnly = ({ decodeShares }: PoolRoofline): boolean =>
  decodeShares !== null && decodeShares.boundBy === "memory" && decodeShares.nearTo === null;

/** Where other things take most of a step, memory is slow all the same. */
function decodeStepSentence(facts: DecodeFacts, shares: StepShares): Sentence {
  const { memorySeconds, stepSeconds } = shares;
  if ((shares.boundBy === "memory" || shares.boundBy === "mixed") && shares.nearTo === null)
    return [
      text(`Decode is ${boundNames[shares.boundBy]}: each step reads `),
      bytes(facts.bytesPerStep),
      text(" in "),
      milliseconds(stepSeconds),
      text("."),
    ];
  return [
    text("Reading "),
    bytes(facts.bytesPerStep),
    text(" takes "),
    percent(memorySeconds / stepSeconds),
    text(" of each decode step of "),
    milliseconds(stepSeconds),
    text("."),
  ];
}

function slowMemoryHeadline(now: PoolRoofline, described: DescribedAgreement): PoolHeadline {
  const { decodeFacts, decodeShares, agreement, roof } = now;
  const delivered = agreement?.kind === "disagree" ? (agreement.deliveredBytesPerSecond ?? 0) : 0;
  const otherSuspects = described.suspects.filter(({ kind }) => kind !== "slow-memory");
  return {
    headline: sentence(
      strong("Memory delivers too little:"),
      text(" for the time that its bus is busy "),
      bandwidth(delivered),
      text(" of "),
      bandwidth(roof.bytesPerSecond),
      ...(decodeFacts === null || decodeShares === null
        ? [text(".")]
        : [text(". "), ...decodeStepSentence(decodeFacts, decodeShares)]),
    ),
    detail: sentence(
      text("The memory is slow, although neither its clock nor its busy bus shows it. "),
      ...(otherSuspects.length === 0
        ? []
        : [text("Or: "), ...suspectSentences({ ...described, suspects: otherSuspects })]),
      text(" "),
      ...prefillHeadline(now),
    ),
  };
}

/** The bus does more than is counted: what of a step is neither memory nor arithmetic cannot be told. */
function busierBusHeadline(now: PoolRoofline, described: DescribedAgreement): PoolHeadline | null {
  const { decodeFacts, decodeShares, agreement, hardware } = now;
  if (hardware.kind !== "available" || agreement === null) return null;
  return {
    headline: sentence(
      strong("The memory bus is busier than these numbers explain:"),
      ...counterValues(hardware.average.bytesPerSecond, agreement.bytes.ratio),
      ...(decodeFacts === null || decodeShares === null
        ? []
        : [text(" "), ...decodeStepSentence(decodeFacts, decodeShares)]),
    ),
    detail: sentence(
      text("It may be that: "),
      ...suspectSentences(described),
      text(" "),
      ...prefillHeadline(now),
    ),
  };
}

/** Of what bounds it; both where neither does. */
function usageSentence(shares: StepShares, roof: PoolRoofline["roof"]): Sentence {
  const ofPeak = [percent(shares.mfu), text(` of the ${precisionName(roof.precision)} peak`)];
  const ofBandwidth = [percent(shares.mbu), text(" of the accelerator’s bandwidth")];
  if (shares.nearTo !== null) return [text(" it uses "), ...ofPeak, text(" and "), ...ofBandwidth, text(".")];
  if (shares.boundBy === "compute") return [text(" it uses "), ...ofPeak, text(".")];
  if (shares.boundBy === "memory") return [text(" it uses "), ...ofBandwidth, text(".")];
  return [text(" it uses "), ...ofPeak, text(" and "), ...ofBandwidth, text(".")];
}

export function prefillHeadline({ prefillShares, roof }: PoolRoofline): WireSentence {
  if (prefillShares === null) return [];
  return sentence(strong(`Prefill is ${boundText(prefillShares)}:`), ...usageSentence(prefillShares, roof));
}
