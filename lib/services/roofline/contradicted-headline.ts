/** The room in two sentences where the accelerator's own counters contradict it: one story, of the inputs, of the machine, or of either. */
import type { DecodeFacts } from "@/lib/analysis/roofline/points/step-facts";
import type { StepShares } from "@/lib/analysis/roofline/points/step-shares";
import type { PlacedPool } from "@/lib/analysis/roofline/points/place-pool";
import type { RooflineStretch } from "@/lib/contracts/roofline";
import { isBusier } from "./describe-shares";
import type { Sentence } from "@/lib/model/sentence";
import {
  bandwidth,
  boundInWords,
  boundWords,
  bytes,
  milliseconds,
  percent,
  precisionName,
  sentence,
  strong,
  text,
  type WireSentence,
} from "./words";

export interface Headline {
  readonly headline: WireSentence;
  readonly detail: WireSentence;
}

type Told = NonNullable<RooflineStretch["agreement"]>;

/** Null where nothing is contradicted, or what binds a step still holds: by reads that are shared, or where memory does. */
export function contradictedHeadline(now: PlacedPool, told: RooflineStretch): Headline | null {
  const { agreement, hardware } = now;
  if (agreement?.kind !== "disagree" || told.agreement === null || hardware.kind !== "placed") return null;
  if (agreement.cause === "machine" && agreement.deliveredBytesPerSecond !== null)
    return slowMemory(now, told.agreement);
  if (agreement.cause === "machine")
    return isBusier(agreement) && !isMemoryAlone(now) ? busierBus(now, told.agreement) : null;
  const isInputs = agreement.cause === "inputs";
  return {
    headline: sentence(
      strong(isInputs ? "The inputs are wrong:" : "Inputs and counters do not fit together:"),
      ...(agreement.bytes.agrees
        ? [text(" the accelerators that are seen and their memory are not those that are set.")]
        : bothSay(hardware.average.bytesPerSecond, agreement.bytes.ratio)),
    ),
    detail: sentence(text(isInputs ? "Likeliest: " : "It may be that: "), ...named(told.agreement)),
  };
}

function bothSay(busBytesPerSecond: number, ratio: number): Sentence {
  return [
    text(" the DRAM counter says "),
    bandwidth(busBytesPerSecond),
    text(", these numbers say "),
    bandwidth(busBytesPerSecond / ratio),
    text("."),
  ];
}

function named({ suspects, apart = null }: Told): Sentence {
  const sentences = suspects.flatMap(({ sentence: one }) => [...one, text(" ")]);
  return apart === null ? sentences : [...sentences, ...apart];
}

/** Memory sets the pace of decode, and no more than it is said when its bus is busier still. */
const isMemoryAlone = ({ decodeShares }: PlacedPool): boolean =>
  decodeShares !== null && decodeShares.boundBy === "memory" && decodeShares.nearTo === null;

/** Where other things take most of a step, memory is slow all the same. */
function decodeStep(facts: DecodeFacts, shares: StepShares): Sentence {
  const { memorySeconds, stepSeconds } = shares;
  if ((shares.boundBy === "memory" || shares.boundBy === "mixed") && shares.nearTo === null)
    return [
      text(`Decode is ${boundWords[shares.boundBy]}: each step reads `),
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

function slowMemory(now: PlacedPool, told: Told): Headline {
  const { decodeFacts, decodeShares, agreement, roof } = now;
  const delivered = agreement?.kind === "disagree" ? (agreement.deliveredBytesPerSecond ?? 0) : 0;
  const others = told.suspects.filter(({ kind }) => kind !== "slow-memory");
  return {
    headline: sentence(
      strong("Memory delivers too little:"),
      text(" for the time that its bus is busy "),
      bandwidth(delivered),
      text(" of "),
      bandwidth(roof.bytesPerSecond),
      ...(decodeFacts === null || decodeShares === null
        ? [text(".")]
        : [text(". "), ...decodeStep(decodeFacts, decodeShares)]),
    ),
    detail: sentence(
      text("The memory is slow, although neither its clock nor its busy bus shows it. "),
      ...(others.length === 0 ? [] : [text("Or: "), ...named({ ...told, suspects: others })]),
      text(" "),
      ...ofPrefill(now),
    ),
  };
}

/** The bus does more than is counted: what of a step is neither memory nor arithmetic cannot be told. */
function busierBus(now: PlacedPool, told: Told): Headline | null {
  const { decodeFacts, decodeShares, agreement, hardware } = now;
  if (hardware.kind !== "placed" || agreement === null) return null;
  return {
    headline: sentence(
      strong("The memory bus is busier than these numbers explain:"),
      ...bothSay(hardware.average.bytesPerSecond, agreement.bytes.ratio),
      ...(decodeFacts === null || decodeShares === null
        ? []
        : [text(" "), ...decodeStep(decodeFacts, decodeShares)]),
    ),
    detail: sentence(text("It may be that: "), ...named(told), text(" "), ...ofPrefill(now)),
  };
}

/** Of what bounds it; both where neither does. */
function whatItUses(shares: StepShares, roof: PlacedPool["roof"]): Sentence {
  const ofPeak = [percent(shares.mfu), text(` of the ${precisionName(roof.precision)} peak`)];
  const ofBandwidth = [percent(shares.mbu), text(" of the accelerator’s bandwidth")];
  if (shares.nearTo !== null) return [text(" it uses "), ...ofPeak, text(" and "), ...ofBandwidth, text(".")];
  if (shares.boundBy === "compute") return [text(" it uses "), ...ofPeak, text(".")];
  if (shares.boundBy === "memory") return [text(" it uses "), ...ofBandwidth, text(".")];
  return [text(" it uses "), ...ofPeak, text(" and "), ...ofBandwidth, text(".")];
}

export function ofPrefill({ prefillShares, roof }: PlacedPool): WireSentence {
  if (prefillShares === null) return [];
  return sentence(strong(`Prefill is ${boundInWords(prefillShares)}:`), ...whatItUses(prefillShares, roof));
}
