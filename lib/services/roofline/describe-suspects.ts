/** Who is suspected, in words, with the value that a setting would take. */
import type { Comparison } from "@/lib/analysis/roofline/points/comparison";
import type { Agreement } from "@/lib/analysis/roofline/points/disagreement";
import type { EngineComparison, EngineSuspect } from "@/lib/analysis/roofline/points/engine-agreement";
import type { OperatingPoint } from "@/lib/analysis/roofline/points/operating-point";
import type { Suspect } from "@/lib/analysis/roofline/points/suspects";
import type { WrongInput } from "@/lib/analysis/roofline/points/wrong-inputs";
import type { RooflineAgreement, RooflineStretch, RooflineSuspect } from "@/lib/contracts/roofline";
import { spreadOf } from "./describe-point";
import type { Sentence } from "@/lib/model/sentence";
import { bandwidth, percent, sentence, text } from "./words";
import { whatTellsApart } from "./what-tells-apart";

export function describeSuspect(suspect: Suspect): RooflineSuspect {
  return { kind: suspect.kind, value: valueOf(suspect), sentence: sentence(text(inWords(suspect))) };
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

function inWords(suspect: Suspect): string {
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
function isNews(suspect: Suspect, saidCount: number | null): boolean {
  return suspect.kind !== "accelerator-count" || suspect.count !== saidCount;
}

/** What is news, a number of accelerators that was set and differs before how they would be shared out. */
export function inOrder<T>(
  all: readonly T[],
  suspectOf: (one: T) => Suspect,
  saidCount: number | null,
): readonly T[] {
  const told = all.filter((one) => isNews(suspectOf(one), saidCount));
  const isSet = (one: T): boolean => saidCount !== null && suspectOf(one).kind === "accelerator-count";
  const tensor = told.findIndex((one) => suspectOf(one).kind === "tensor-parallel");
  const count = told.findIndex(isSet);
  if (tensor < 0 || count < tensor) return told;
  const rest = told.slice(tensor).filter((_, at) => at !== count - tensor);
  return [...told.slice(0, tensor), ...told.slice(count, count + 1), ...rest];
}

/** `saidCount`: accelerators as they are set. */
export function describeAgreement(
  agreement: Agreement,
  hardware: OperatingPoint,
  saidCount: number | null,
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
      ...memoryInWords(agreement),
    ),
    suspects: inOrder(
      agreement.kind === "agree" ? agreement.doubted : agreement.suspects,
      (one) => one,
      saidCount,
    ).map(describeSuspect),
    cause: agreement.kind === "agree" ? null : agreement.cause,
    apart: agreement.kind === "agree" ? null : whatTellsApart(agreement),
  };
}

function memoryInWords({ memory }: Agreement): Sentence {
  if (memory === null) return [];
  return memory.agrees
    ? [text(" The memory in use is that of weights and cache as they are set.")]
    : [
        text(" The memory in use is "),
        percent(memory.ratio),
        text(" of what weights and cache would take as they are set."),
      ];
}

const comparison = ({ ratio, expected, agrees }: Comparison) => ({
  ratio,
  expected: spreadOf(expected),
  agrees,
});

const engineSuspects: { readonly [S in EngineSuspect]: string } = {
  "narrower-weights": "The engine takes the weights as narrower than they are told here.",
  "wider-weights": "The engine takes the weights as wider than they are told here.",
  "part-left-out": "The engine leaves out a part whose quantisation it does not know.",
  "larger-model":
    "The engine counts a larger model than is told here, or three matrices where there are two.",
  "accelerator-count": "The engine divides by another number of accelerators.",
};

export function describeEngineAgreement(
  comparisonOf: EngineComparison,
): NonNullable<RooflineStretch["engineAgreement"]> {
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
  wouldUse,
}: WrongInput): RooflineStretch["wrongInputs"][number] {
  if (wouldUse === null) return { ...describeSuspect(suspect), wouldUse };
  const { mfu, mbu } = wouldUse;
  return {
    ...describeSuspect(suspect),
    sentence: sentence(
      text(inWords(suspect)),
      text(" Then it would use "),
      percent(Math.max(mfu, mbu)),
      text(mbu >= mfu ? " of the bandwidth." : " of the peak."),
    ),
    wouldUse: { mfuRatio: mfu, mbuRatio: mbu },
  };
}
