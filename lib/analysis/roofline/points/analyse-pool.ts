/**
 * Complete analysis of one pool over one window: its points by up to three methods, whether the methods agree, the time
 * shares of a step, the facts for a sentence, and the probably incorrect inputs if the numbers are impossible.
 */
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import { decodeGroup, prefillGroup, type Batch } from "@/lib/analysis/roofline/step-work/batch";
import { computeCommunication, communicationTime } from "@/lib/analysis/roofline/step-work/communication";
import type { PhasePoints } from "./counter-points";
import { checkAgreement, type Agreement } from "./checks/disagreement";
import { engineAgreement, type EngineComparison } from "./checks/engine-agreement";
import { computeFormulaFactors, unknownFormula } from "./checks/engine-formula";
import type { EnginePoints } from "./engine-points";
import type { HardwarePoints } from "./hardware-points";
import { estimatePool, type AvailablePoints, type PoolEstimates, type PoolSample } from "./pool-estimates";
import { linkBytesPerSecondPerDirection, type PoolSetting } from "./setting";
import { decodeFacts, type DecodeFacts } from "./step-facts";
import { breakDownStepTime, type StepTimeBreakdown } from "./step-time-breakdown";
import { findWrongInputs, type WrongInput } from "./checks/wrong-inputs";

/** Operating points of a pool on the roofline by three methods, and whether the methods agree. */
export interface PoolRoofline {
  /** Name of the GPU, such as "H100 SXM". */
  readonly acceleratorName: string;
  readonly roof: Roof;
  readonly decode: PhasePoints;
  readonly prefill: PhasePoints;
  readonly engine: EnginePoints;
  readonly hardware: HardwarePoints;
  /** Agreement of the accelerator's counters with the token counters; null if there is nothing to compare. */
  readonly hardwareAgreement: Agreement | null;
  /** Agreement of the engine's estimates with the token counters; null if there is nothing to compare. */
  readonly engineAgreement: EngineComparison | null;
  /** Parts of the mean decode step; null without a point. */
  readonly decodeShares: StepTimeBreakdown | null;
  readonly prefillShares: StepTimeBreakdown | null;
  /** Numbers of the mean decode step for sentences; null without a decode point. */
  readonly decodeFacts: DecodeFacts | null;
  /** Most likely first; empty unless a point is impossible or suspicious. */
  readonly wrongInputs: readonly WrongInput[];
}

/**
 * Computes the operating points of a pool and checks them; null if the accelerator has no peak for the
 * model's precision.
 */
export function analysePool(setting: PoolSetting, sample: PoolSample): PoolRoofline | null {
  const estimates = estimatePool(setting, sample);
  if (estimates === null) return null;
  const { roof, decode, prefill, engine, hardware, availablePhases } = estimates;
  const agreement = checkAgreement(estimates, sample);
  const sharesOfPhase = (placement: PhasePoints): StepTimeBreakdown | null =>
    placement.kind === "available" ? sharesOf(setting, { roof, agreement }, placement) : null;
  const [decodeShares, prefillShares] = [sharesOfPhase(decode), sharesOfPhase(prefill)];
  return {
    acceleratorName: setting.accelerator.name,
    roof,
    decode,
    prefill,
    engine,
    hardware,
    hardwareAgreement: agreement,
    engineAgreement:
      engine.kind === "available"
        ? engineAgreement(
            engine.average,
            availablePhases.map(({ average }) => average),
            engineFormulaOf(estimates, sample),
          )
        : null,
    decodeShares,
    prefillShares,
    decodeFacts:
      decode.kind !== "available" || decodeShares === null
        ? null
        : factsOf(setting, decode, { roof, decodeShares }),
    wrongInputs: findWrongInputs(estimates, sample, agreement),
  };
}

function engineFormulaOf(estimates: PoolEstimates, { counters, engine }: PoolSample) {
  const formula = engine.formula ?? unknownFormula;
  return { formula, factors: computeFormulaFactors(estimates, counters, formula) };
}

function sharesOf(
  setting: PoolSetting,
  { roof, agreement }: { readonly roof: Roof; readonly agreement: Agreement | null },
  { meanStep, busy }: AvailablePoints,
): StepTimeBreakdown {
  const step: Batch =
    busy.mixed === null
      ? [
          busy.phase === "decode"
            ? decodeGroup(meanStep.batch, meanStep.meanContext?.tokens ?? 1)
            : prefillGroup(meanStep.promptTokens),
        ]
      : [
          decodeGroup(meanStep.batch, meanStep.meanContext?.tokens ?? 1),
          prefillGroup(busy.mixed.prefillTokens),
        ];
  const communication = communicationTime(
    computeCommunication(setting.servedModel.shape, step, setting.parallelism),
    linkBytesPerSecondPerDirection(setting.accelerator),
  );
  return breakDownStepTime(
    meanStep.work,
    {
      stepSeconds: meanStep.stepSeconds,
      // Each stage of a pipeline sends the data of its layers.
      communicationSeconds: communication.totalSeconds / setting.parallelism.pipeline,
    },
    roof,
    agreement?.kind === "disagree" ? agreement.deliveredBytesPerSecond : null,
  );
}

function factsOf(
  { servedModel }: PoolSetting,
  { meanStep }: AvailablePoints,
  { roof, decodeShares }: { readonly roof: Roof; readonly decodeShares: StepTimeBreakdown },
): DecodeFacts {
  return decodeFacts(servedModel, decodeShares, {
    roof,
    batch: meanStep.batch,
    contextTokens: meanStep.meanContext?.tokens ?? 1,
    bytesPerStep: meanStep.work.bytes,
    weightBytesPerStep: meanStep.work.weightBytes,
    kvBytesPerStep: meanStep.work.kvBytes,
  });
}
