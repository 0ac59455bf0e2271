/**
 * Complete analysis of one pool over one window: its points by up to three methods, whether the independent method
 * agrees, the time shares of a step, the facts for a sentence, and the suspects if the numbers are impossible.
 */
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import { decodeGroup, prefillGroup, type Batch } from "@/lib/analysis/roofline/step-work/batch";
import { communicationOf, communicationTime } from "@/lib/analysis/roofline/step-work/communication";
import type { PhasePoints } from "./counter-points";
import { checkAgreement, type Agreement } from "./checks/disagreement";
import { engineAgreement, type EngineComparison } from "./checks/engine-agreement";
import type { EnginePoints } from "./engine-points";
import type { HardwarePoints } from "./hardware-points";
import { estimatePool, type AvailablePoints, type PoolSample } from "./pool-estimates";
import { linkBytesPerSecondOf, type PoolSetting } from "./setting";
import { decodeFacts, type DecodeFacts } from "./step-facts";
import { stepShares, type StepShares } from "./step-shares";
import { wrongInputs, type WrongInput } from "./checks/wrong-inputs";

export interface PoolRoofline {
  readonly roof: Roof;
  readonly decode: PhasePoints;
  readonly prefill: PhasePoints;
  readonly engine: EnginePoints;
  readonly hardware: HardwarePoints;
  /** Agreement of the accelerator's counters with the token counters; null if there is nothing to compare. */
  readonly agreement: Agreement | null;
  /** Agreement of the engine's estimates with the token counters. */
  readonly engineAgreement: EngineComparison | null;
  readonly decodeShares: StepShares | null;
  readonly prefillShares: StepShares | null;
  readonly decodeFacts: DecodeFacts | null;
  /** Most likely first; empty unless a point is impossible or suspicious. */
  readonly wrongInputs: readonly WrongInput[];
}

/** Analyses a pool; null if the accelerator has no peak for the model's precision. */
export function analysePool(setting: PoolSetting, sample: PoolSample): PoolRoofline | null {
  const estimates = estimatePool(setting, sample);
  if (estimates === null) return null;
  const { roof, decode, prefill, engine, hardware, availablePhases } = estimates;
  const agreement = checkAgreement(estimates, sample);
  const sharesOfPhase = (placement: PhasePoints): StepShares | null =>
    placement.kind === "available" ? sharesOf(setting, { roof, agreement }, placement) : null;
  const [decodeShares, prefillShares] = [sharesOfPhase(decode), sharesOfPhase(prefill)];
  return {
    roof,
    decode,
    prefill,
    engine,
    hardware,
    agreement,
    engineAgreement:
      engine.kind === "available"
        ? engineAgreement(
            engine.average,
            availablePhases.map(({ average }) => average),
          )
        : null,
    decodeShares,
    prefillShares,
    decodeFacts:
      decode.kind !== "available" || decodeShares === null
        ? null
        : factsOf(setting, decode, { roof, decodeShares }),
    wrongInputs: wrongInputs(estimates, sample, agreement),
  };
}

function sharesOf(
  setting: PoolSetting,
  { roof, agreement }: { readonly roof: Roof; readonly agreement: Agreement | null },
  { basis, busy }: AvailablePoints,
): StepShares {
  const step: Batch =
    busy.mixed === null
      ? [
          busy.phase === "decode"
            ? decodeGroup(basis.batch, basis.context?.tokens ?? 1)
            : prefillGroup(basis.promptTokens),
        ]
      : [decodeGroup(basis.batch, basis.context?.tokens ?? 1), prefillGroup(busy.mixed.prefillTokens)];
  const communication = communicationTime(
    communicationOf(setting.servedModel.shape, step, setting.parallelism),
    linkBytesPerSecondOf(setting.accelerator),
  );
  return stepShares(
    basis.work,
    {
      stepSeconds: basis.stepSeconds,
      // Each stage of a pipeline sends the data of its layers.
      communicationSeconds: communication.seconds / setting.parallelism.pipeline,
    },
    roof,
    agreement?.kind === "disagree" ? agreement.deliveredBytesPerSecond : null,
  );
}

function factsOf(
  { servedModel }: PoolSetting,
  { basis }: AvailablePoints,
  { roof, decodeShares }: { readonly roof: Roof; readonly decodeShares: StepShares },
): DecodeFacts {
  return decodeFacts(servedModel, decodeShares, {
    roof,
    batch: basis.batch,
    contextTokens: basis.context?.tokens ?? 1,
    bytesPerStep: basis.work.bytes,
    weightBytesPerStep: basis.work.weightBytes,
    kvBytesPerStep: basis.work.kvBytes,
  });
}
