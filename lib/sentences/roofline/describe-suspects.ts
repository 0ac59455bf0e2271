/** Describes the suspected causes of a disagreement, with the value to set. */
import type { RatioComparison } from "@/lib/analysis/roofline/points/checks/comparison";
import type { Agreement } from "@/lib/analysis/roofline/points/checks/disagreement";
import type { EngineComparison, EngineSuspect } from "@/lib/analysis/roofline/points/checks/engine-agreement";
import type { EngineFormula } from "@/lib/analysis/roofline/points/checks/engine-formula";
import type { OperatingPoint } from "@/lib/analysis/roofline/points/operating-point";
import type { Suspect } from "@/lib/analysis/roofline/points/checks/suspects";
import type { WrongInput } from "@/lib/analysis/roofline/points/checks/wrong-inputs";
import type {
  RooflineAgreement,
  RooflinePeriodAnalysis,
  RooflineSuspect,
} from "@/lib/contracts/roofline/roofline";
import { describeUncertainty } from "./describe-point";
import type { Sentence } from "@/lib/model/sentence";
import { formatNumber } from "@/lib/format/number";
import { countWithNoun } from "@/lib/format/agreement";
import { bandwidthPart, percentPart, sentence, textPart } from "./sentence-parts";
import { describeDistinguishingChecks } from "./distinguishing-evidence";

function describeSuspect(suspect: Suspect): RooflineSuspect {
  return {
    kind: suspect.kind,
    value: findSuspectValue(suspect),
    sentence: sentence(textPart(suspectText(suspect))),
  };
}

function findSuspectValue(suspect: Suspect): string | number | null {
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
      return `The GPU may be a different model: ${suspect.name}.`;
    case "weight-format":
      return `The weights may be stored as ${suspect.format.toUpperCase()}.`;
    case "kv-format":
      return `The KV cache may be stored as ${suspect.format.toUpperCase()}.`;
    case "accelerator-count":
      return `Possibly the deployment uses ${countWithNoun(suspect.count, "GPU")} in total.`;
    case "tensor-parallel":
      return suspect.count === 1
        ? "Each instance seems to use one GPU. Check whether its tensor parallelism is 1."
        : `Each instance seems to use ${countWithNoun(suspect.count, "GPU")}. Check whether its tensor parallelism is ${suspect.count}.`;
    case "step-limit":
      return "The engine may compute more tokens per step than “Max. tokens per step” allows.";
    case "sparse-peak":
      return "The configured peak may be the sparse peak, which is twice the dense peak.";
    case "slow-memory":
      return "GPU memory may be slow: its bus is busy, but it transfers fewer bytes than expected of this GPU.";
    case "other-work":
      return "Other processes may use the same GPU.";
    case "shared-reads":
      return "The engine may read less than predicted, because requests share prefixes or experts.";
    case "architecture":
      return "The deployment may serve a different model.";
  }
}

/** Returns false for a suspected number of accelerators that equals the configured number. */
function isRelevant(suspect: Suspect, configuredAccelerators: number | null): boolean {
  return suspect.kind !== "accelerator-count" || suspect.count !== configuredAccelerators;
}

/**
 * Selects the suspected causes to display and orders them. If exporters contradict the configured number of GPUs, this
 * number is listed before tensor parallelism.
 */
export function selectAndOrderSuspects<T>(
  items: readonly T[],
  suspectOf: (one: T) => Suspect,
  configuredAccelerators: number | null,
): readonly T[] {
  const relevant = items.filter((one) => isRelevant(suspectOf(one), configuredAccelerators));
  const isSet = (one: T): boolean =>
    configuredAccelerators !== null && suspectOf(one).kind === "accelerator-count";
  const tensor = relevant.findIndex((one) => suspectOf(one).kind === "tensor-parallel");
  const count = relevant.findIndex(isSet);
  if (tensor < 0 || count < tensor) return relevant;
  const rest = relevant.slice(tensor).filter((_, at) => at !== count - tensor);
  return [...relevant.slice(0, tensor), ...relevant.slice(count, count + 1), ...rest];
}

/** Describes whether GPU counters agree with the token counters, with the possible causes of a difference. */
export function describeAgreement(
  agreement: Agreement,
  hardware: OperatingPoint,
  configuredAccelerators: number | null,
): RooflineAgreement {
  const { bytes, flops } = agreement;
  const counted = hardware.bytesPerSecond / bytes.ratio;
  return {
    agrees: agreement.kind === "agree",
    bytes: comparison(bytes),
    flops: flops === null ? null : comparison(flops),
    sentence: sentence(
      textPart("DRAM counters report "),
      bandwidthPart(hardware.bytesPerSecond),
      textPart(", and the inputs imply "),
      bandwidthPart(counted),
      textPart(". They differ by "),
      percentPart(Math.abs(bytes.ratio - 1)),
      textPart(", and up to "),
      percentPart(bytes.ratio < 1 ? bytes.expectedError.lowerByRatio : bytes.expectedError.higherByRatio),
      textPart(" is expected."),
      ...(flops === null || flops.isWithinExpectedError
        ? []
        : [
            textPart(" Tensor-core counters report "),
            percentPart(flops.ratio),
            textPart(" of the predicted FLOPs."),
          ]),
      ...memorySentence(agreement),
    ),
    suspects: selectAndOrderSuspects(
      agreement.kind === "agree" ? agreement.memorySuspects : agreement.suspects,
      (one) => one,
      configuredAccelerators,
    ).map(describeSuspect),
    cause: agreement.kind === "agree" ? null : agreement.cause,
    distinguishingEvidence: agreement.kind === "agree" ? null : describeDistinguishingChecks(agreement),
  };
}

function memorySentence({ memory }: Agreement): Sentence {
  if (memory === null) return [];
  return memory.isWithinExpectedError
    ? [textPart(" The used GPU memory matches the configured weights and KV cache.")]
    : [
        textPart(" The used GPU memory is "),
        percentPart(memory.ratio),
        textPart(" of what the configured weights and KV cache require."),
      ];
}

const comparison = ({ ratio, expectedError, isWithinExpectedError }: RatioComparison) => ({
  ratio,
  expected: describeUncertainty(expectedError),
  agrees: isWithinExpectedError,
});

const engineSuspects: { readonly [S in EngineSuspect]: string } = {
  "narrower-weights": "The engine’s estimate assumes a narrower weight format than the setting.",
  "wider-weights": "The engine’s estimate assumes a wider weight format than the setting.",
  "missing-part": "The engine’s estimate omits layers whose quantisation it does not support.",
  "larger-model":
    "The engine’s estimate assumes a larger model, or three matrices per feed-forward layer instead of two.",
  "accelerator-count": "The engine divides its estimate by a different number of GPUs.",
};

/** A smaller factor is within the expected error of the estimates. */
const notableFactor = 1.02;

/** Names what the formula of the engine's version counts. */
function describeFormula({ title, countsHeadForPrompts, ignoresWindows }: EngineFormula): string {
  if (title === null)
    return "The version of the engine’s formula is unknown: it may count the output head for every prompt token and ignore sliding windows.";
  const head =
    countsHeadForPrompts === null
      ? "may count the output head for every prompt token"
      : countsHeadForPrompts
        ? "counts the output head for every prompt token"
        : "counts the output head only for tokens that need it";
  const windows = ignoresWindows === true ? "ignores sliding windows" : "may ignore sliding windows";
  return `The formula of ${title} ${head} and ${windows}.`;
}

/**
 * Describes whether the engine's estimates agree with the token counters, with the possible causes of a
 * difference.
 */
export function describeEngineAgreement(
  comparison: EngineComparison,
): NonNullable<RooflinePeriodAnalysis["engineAgreement"]> {
  const { agrees, flopsRatio, bytesRatio, suspects, formula, formulaFlopsFactor } = comparison;
  return {
    agrees,
    flopsRatio,
    bytesRatio,
    sentence: sentence(
      textPart("The engine reports "),
      percentPart(bytesRatio),
      textPart(" of the bytes and "),
      percentPart(flopsRatio),
      textPart(" of the FLOPs that Ridgepoint predicts for this setting"),
      textPart(agrees ? ", as expected." : ", which is unexpected."),
      textPart(` ${describeFormula(formula)}`),
      ...(formulaFlopsFactor < notableFactor
        ? []
        : [textPart(` This explains a factor of ${formatNumber(formulaFlopsFactor)} of the FLOPs.`)]),
    ),
    suspects: suspects.map((one) => sentence(textPart(engineSuspects[one]))),
  };
}

/** Describes an input that is probably incorrect, and the utilisation with its corrected value. */
export function describeWrongInput({
  suspect,
  correctedUtilisation,
}: WrongInput): RooflinePeriodAnalysis["wrongInputs"][number] {
  if (correctedUtilisation === null) return { ...describeSuspect(suspect), correctedUtilisation };
  const { mfu, mbu } = correctedUtilisation;
  return {
    ...describeSuspect(suspect),
    sentence: sentence(
      textPart(suspectText(suspect)),
      textPart(" With this value, the GPU would use "),
      percentPart(Math.max(mfu, mbu)),
      textPart(mbu >= mfu ? " of its bandwidth." : " of its peak."),
    ),
    correctedUtilisation: { mfuRatio: mfu, mbuRatio: mbu },
  };
}
