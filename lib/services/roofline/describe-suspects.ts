/** Who is suspected, in words, with the value that a setting would take. */
import type { Agreement, Comparison } from "@/lib/analysis/roofline/points/disagreement";
import type { EngineComparison, EngineSuspect } from "@/lib/analysis/roofline/points/engine-agreement";
import type { OperatingPoint } from "@/lib/analysis/roofline/points/operating-point";
import type { Suspect } from "@/lib/analysis/roofline/points/suspects";
import type { WrongInput } from "@/lib/analysis/roofline/points/wrong-inputs";
import type { RooflineAgreement, RooflineStretch, RooflineSuspect } from "@/lib/contracts/roofline";
import { spreadOf } from "./describe-point";
import { bandwidth, percent, sentence, text } from "./words";

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
      return suspect.count;
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

export function describeAgreement(agreement: Agreement, hardware: OperatingPoint): RooflineAgreement {
  const { bytes, flops } = agreement;
  const agrees = agreement.kind === "agree";
  const counted = hardware.bytesPerSecond / bytes.ratio;
  return {
    agrees,
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
    ),
    suspects: agreement.kind === "agree" ? [] : agreement.suspects.map(describeSuspect),
  };
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
