/** Who is suspected, in words, with the value that a setting would take. */
import type { RatioComparison } from "@/lib/analysis/roofline/points/comparison";
import type { Agreement } from "@/lib/analysis/roofline/points/disagreement";
import type { EngineComparison, EngineSuspect } from "@/lib/analysis/roofline/points/engine-agreement";
import type { OperatingPoint } from "@/lib/analysis/roofline/points/operating-point";
import type { Suspect } from "@/lib/analysis/roofline/points/suspects";
import type { WrongInput } from "@/lib/analysis/roofline/points/wrong-inputs";
import type { RooflineAgreement, RooflinePeriod, RooflineSuspect } from "@/lib/contracts/roofline";
import { describeSpread } from "./describe-point";
import type { Sentence } from "@/lib/model/sentence";
import { bandwidth, percent, sentence, text } from "./sentence-parts";
import { distinguishingEvidence } from "./distinguishing-evidence";

export function describeSuspect(suspect: Suspect): RooflineSuspect {
  return { kind: suspect.kind, value: valueOf(suspect), sentence: sentence(text(suspectText(suspect))) };
}

function valueOf(suspect: Suspect): string | number | null {
  switch (suspect.kind) {
    case "accelerator":
      return suspect.id;
    case "weight-format":
    case "kv-format":
      return suspect.format;
    case "accelerator-count":
    case "tensor-parallel":
      return suspect.count;
    case "step-limit":
    case "sparse-peak":
    case "slow-memory":
    case "other-work":
    case "shared-reads":
    case "architecture":
      return null;
  }
}

function suspectText(suspect: Suspect): string {
  switch (suspect.kind) {
    case "accelerator":
      return `The accelerator is another one: ${suspect.name}.`;
    case "weight-format":
      return `The weights are stored otherwise: ${suspect.format.toUpperCase()}.`;
    case "kv-format":
      return `The KV cache is stored otherwise: ${suspect.format.toUpperCase()}.`;
    case "accelerator-count":
      return `Another number of accelerators shares the work: ${suspect.count} in all.`;
    case "tensor-parallel":
      return suspect.count === 1
        ? "One accelerator makes an instance: tensor parallel is 1."
        : `${suspect.count} accelerators make an instance: tensor parallel is ${suspect.count}.`;
    case "step-limit":
      return "More tokens go into a step than “Step, at most” says.";
    case "sparse-peak":
      return "The peak is one with sparsity, twice what a dense model can reach.";
    case "slow-memory":
      return "Memory delivers less than its bandwidth although its bus is busy.";
    case "other-work":
      return "Something else uses the accelerator as well.";
    case "shared-reads":
      return "Less is read than counted: shared prefixes, or experts that many tokens agree on.";
    case "architecture":
      return "The model is not the one that is told.";
  }
}

/** How many accelerators there are in all is no news where it is what was set. */
function isRelevant(suspect: Suspect, configuredCount: number | null): boolean {
  return suspect.kind !== "accelerator-count" || suspect.count !== configuredCount;
}

/** What is news, a number of accelerators that was set and differs before how they would be shared out. */
export function orderedSuspects<T>(
  items: readonly T[],
  suspectOf: (one: T) => Suspect,
  configuredCount: number | null,
): readonly T[] {
  const relevant = items.filter((one) => isRelevant(suspectOf(one), configuredCount));
  const isSet = (one: T): boolean => configuredCount !== null && suspectOf(one).kind === "accelerator-count";
  const tensor = relevant.findIndex((one) => suspectOf(one).kind === "tensor-parallel");
  const count = relevant.findIndex(isSet);
  if (tensor < 0 || count < tensor) return relevant;
  const rest = relevant.slice(tensor).filter((_, at) => at !== count - tensor);
  return [...relevant.slice(0, tensor), ...relevant.slice(count, count + 1), ...rest];
}

/** `saidCount`: accelerators as they are set. */
export function describeAgreement(
  agreement: Agreement,
  hardware: OperatingPoint,
  configuredCount: number | null,
): RooflineAgreement {
  const { bytes, flops } = agreement;
  const counted = hardware.bytesPerSecond / bytes.ratio;
  return {
    agrees: agreement.kind === "agree",
    bytes: comparison(bytes),
    flops: flops === null ? null : comparison(flops),
    sentence: sentence(
      text("The DRAM counter says "),
      bandwidth(hardware.bytesPerSecond),
      text(", these numbers say "),
      bandwidth(counted),
      text(": "),
      percent(Math.abs(bytes.ratio - 1)),
      text(" apart, "),
      percent(bytes.ratio < 1 ? bytes.expected.below : bytes.expected.above),
      text(" expected."),
      ...(flops === null || flops.agrees
        ? []
        : [text(" Its tensor cores tell "), percent(flops.ratio), text(" of the FLOPs counted here.")]),
      ...memorySentence(agreement),
    ),
    suspects: orderedSuspects(
      agreement.kind === "agree" ? agreement.memorySuspects : agreement.suspects,
      (one) => one,
      configuredCount,
    ).map(describeSuspect),
    cause: agreement.kind === "agree" ? null : agreement.cause,
    distinguishingEvidence: agreement.kind === "agree" ? null : distinguishingEvidence(agreement),
  };
}

function memorySentence({ memory }: Agreement): Sentence {
  if (memory === null) return [];
  return memory.agrees
    ? [text(" The memory in use is that of weights and cache as they are set.")]
    : [
        text(" The memory in use is "),
        percent(memory.ratio),
        text(" of what weights and cache would take as they are set."),
      ];
}

const comparison = ({ ratio, expected, agrees }: RatioComparison) => ({
  ratio,
  expected: describeSpread(expected),
  agrees,
});

const engineSuspects: { readonly [S in EngineSuspect]: string } = {
  "narrower-weights": "The engine takes the weights as narrower than they are told here.",
  "wider-weights": "The engine takes the weights as wider than they are told here.",
  "missing-part": "The engine leaves out a part whose quantisation it does not know.",
  "larger-model":
    "The engine counts a larger model than is told here, or three matrices where there are two.",
  "accelerator-count": "The engine divides by another number of accelerators.",
};

export function describeEngineAgreement(
  comparisonOf: EngineComparison,
): NonNullable<RooflinePeriod["engineAgreement"]> {
  const { agrees, flopsRatio, bytesRatio, suspects } = comparisonOf;
  return {
    agrees,
    flopsRatio,
    bytesRatio,
    sentence: sentence(
      text("The engine's own estimate has "),
      percent(bytesRatio),
      text(" of the bytes and "),
      percent(flopsRatio),
      text(" of the FLOPs counted here"),
      text(agrees ? ", as expected of it." : ", which is not expected of it."),
    ),
    suspects: suspects.map((one) => sentence(text(engineSuspects[one]))),
  };
}

export function describeWrongInput({
  suspect,
  correctedUtilisation,
}: WrongInput): RooflinePeriod["wrongInputs"][number] {
  if (correctedUtilisation === null) return { ...describeSuspect(suspect), correctedUtilisation };
  const { mfu, mbu } = correctedUtilisation;
  return {
    ...describeSuspect(suspect),
    sentence: sentence(
      text(suspectText(suspect)),
      text(" Then it would use "),
      percent(Math.max(mfu, mbu)),
      text(mbu >= mfu ? " of the bandwidth." : " of the peak."),
    ),
    correctedUtilisation: { mfuRatio: mfu, mbuRatio: mbu },
  };
}
