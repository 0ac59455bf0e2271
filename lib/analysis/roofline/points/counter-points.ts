/**
 * Operating points from token counters and the model's architecture, the primary method: FLOPs and bytes of a step
 * with the mean batch and context, divided by its time. Expected errors: `counter-errors.ts`.
 *
 * With chunked prefill, steps with a prompt chunk also decode. Their point describes the complete step, with weights
 * counted once, and is marked as mixed. The "average" points add up to the total work.
 */
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import { decodeGroup, countNewTokens, type Batch } from "@/lib/analysis/roofline/step-work/batch";
import { workPerAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import { promptGroups } from "@/lib/analysis/roofline/step-work/prompt-steps";
import { stepOperators, stepWork, sumWork, type Work } from "@/lib/analysis/roofline/step-work/step-work";
import { decodePointError, prefillPointError } from "./counter-errors";
import { listMissingInputs, type CounterInput, type CounterSample } from "./counter-sample";
import { decodeStepWork } from "./decode-step";
import { combineErrors, type PointError } from "./expected-error";
import { meanContext, missingContextInputs, type MeanContext } from "./mean-context";
import { averagePoint, operatingPoint, type OperatingPoint } from "./operating-point";
import { minPureDecodeRatio, instancePhaseTimes, type InstancePhaseTimes } from "./phase-times";
import { prefillOccupancy, type PrefillOccupancy } from "./prefill-occupancy";
import type { PoolSetting } from "./setting";

/** The mean step of one phase, from which its point is computed. */
export interface MeanStep {
  /** Work of one accelerator in the mean step. */
  readonly work: Work;
  readonly stepSeconds: number;
  /** Steps of this kind per second on one instance. */
  readonly stepsPerSecond: number;
  /** Share of time in which steps of this kind run. */
  readonly busyRatio: number;
  /** Share of time if no two prompts overlap. Equal to `busyRatio` for decode. */
  readonly serialBusyRatio: number;
  /** Prompt tokens computed in the step; 0 in decode-only steps. */
  readonly promptTokens: number;
  /** Number of sequences that decode in the step. */
  readonly batch: number;
  /** Mean context of the sequences that decode; null if unknown. */
  readonly meanContext: MeanContext | null;
  /** Times of one instance; null when unknown. */
  readonly phaseTimes: InstancePhaseTimes | null;
}

/**
 * Operating points of one phase, while its steps run (`busy`) and over the full window (`average`), or why
 * there are none.
 */
export type PhasePoints =
  | {
      readonly kind: "available";
      readonly busy: OperatingPoint;
      readonly average: OperatingPoint;
      readonly meanStep: MeanStep;
    }
  /** No step of the phase ran in the window. */
  | { readonly kind: "idle" }
  /** Decode only: nearly every step also computed prompts, so only the mixed step has a point. */
  | { readonly kind: "mixed-only" }
  /** The pool does not run the phase, because of its role. */
  | { readonly kind: "other-role" }
  /** Inputs for the point are missing. */
  | { readonly kind: "cannot-tell"; readonly missingInputs: readonly CounterInput[] };

/** Operating points of decode and prefill, computed from counters. */
export interface CounterPoints {
  readonly decode: PhasePoints;
  readonly prefill: PhasePoints;
}

/** A sample with its setting and the values that both phases derive from it. */
interface PhaseInputs {
  readonly reading: CounterSample;
  readonly setting: PoolSetting;
  readonly roof: Roof;
  readonly occupancy: PrefillOccupancy | null;
  /** Null if nothing decodes or no token gap is known. */
  readonly times: InstancePhaseTimes | null;
  readonly context: MeanContext | null;
}

/** Computes the operating points of decode and prefill from token counters and the model architecture. */
export function counterPoints(sample: CounterSample, setting: PoolSetting, roof: Roof): CounterPoints {
  const occupancy = prefillOccupancy(sample, setting);
  const times = setting.role === "prefill" ? null : instancePhaseTimes(sample, setting, occupancy);
  const context = times === null ? null : meanContext(sample, setting.servedModel.shape, setting.replicas);
  const inputs = { reading: sample, setting, roof, occupancy, times, context };
  return { decode: decodePlacement(inputs), prefill: prefillPlacement(inputs) };
}

function decodePlacement({ reading, setting, roof, times, context }: PhaseInputs): PhasePoints {
  if (setting.role === "prefill") return { kind: "other-role" };
  if (reading.generatedTokensPerSecond === 0) return { kind: "idle" };
  const missing = listMissingInputs(reading, ["generatedTokensPerSecond", "itlSeconds"]);
  if (missing.length > 0) return { kind: "cannot-tell", missingInputs: missing };
  if (times === null) return { kind: "idle" };
  if (times.decodeRatio < minDecodeRatio && times.prefillRatio > 0) return { kind: "mixed-only" };
  if (context === null)
    return { kind: "cannot-tell", missingInputs: missingContextInputs(reading, setting.servedModel.shape) };
  const work = decodeStepWork(setting, {
    batch: times.batch,
    contextTokens: context.tokens,
    newTokens: reading.computedTokensPerSequenceStep ?? 1,
  });
  const meanStep = {
    work,
    stepSeconds: times.decodeStepSeconds,
    // Steps that also compute prompts belong to the prefill point.
    stepsPerSecond: times.decodeStepsPerSecond * (1 - times.promptStepRatio),
    busyRatio: times.decodeRatio,
    serialBusyRatio: times.decodeRatio,
    promptTokens: 0,
    batch: times.batch,
    meanContext: context,
    phaseTimes: times,
  };
  const error = decodePointError({
    work,
    context,
    hasExperts: setting.servedModel.shape.experts !== undefined,
    prefillRatio: times.prefillRatio,
    isPrefillSubtracted: times.isPrefillSubtracted,
  });
  return availablePlacement("decode", { meanStep, error }, roof);
}

/** Minimum share of time in decode-only steps. Below it their time cannot be separated from prefill. */
const minDecodeRatio = 0.05;

function prefillPlacement({ reading, setting, roof, occupancy, times, context }: PhaseInputs): PhasePoints {
  if (setting.role === "decode") return { kind: "other-role" };
  if (reading.firstTokensPerSecond === 0 || reading.promptTokensPerSecond === 0) return { kind: "idle" };
  const missing = listMissingInputs(reading, [
    "promptTokensPerSecond",
    "firstTokensPerSecond",
    "prefillSeconds",
  ]);
  if (missing.length > 0 || occupancy === null) return { kind: "cannot-tell", missingInputs: missing };
  const meanStep = promptBasis(occupancy, { times, context }, setting);
  const error = prefillPointError({
    work: meanStep.work,
    context,
    hasExperts: setting.servedModel.shape.experts !== undefined,
    prefillRatio: occupancy.busyRatio,
  });
  return availablePlacement("prefill", { meanStep, error, mixed: meanStep.mixed }, roof);
}

/** Returns the mean step that computes prompts: the prompt tokens of one step and the sequences that decode in it. */
function promptBasis(
  prefill: PrefillOccupancy,
  { times, context }: { readonly times: InstancePhaseTimes | null; readonly context: MeanContext | null },
  setting: PoolSetting,
): MeanStep & { readonly mixed: OperatingPoint["mixed"] } {
  const { servedModel, usesChunkedPrefill, parallelism } = setting;
  const stepsPerSecond = Math.max(prefill.stepsPerSecond, minPromptSteps(prefill, times, setting));
  const prompts = promptGroups({
    newTokens: prefill.computedTokensPerPrompt,
    cachedTokens: prefill.cachedTokensPerPrompt,
    chunksPerPrompt: prefill.chunksPerPrompt,
    completedPrompts: prefill.promptsPerSecond / stepsPerSecond,
  });
  const batch = times === null || context === null || !usesChunkedPrefill ? 0 : times.batch;
  const decodeGroups: Batch = batch > 0 ? [decodeGroup(batch, context?.tokens ?? 1)] : [];
  const step = [...prompts, ...decodeGroups];
  const operators = stepOperators(servedModel, step);
  return {
    work: workPerAccelerator(operators, parallelism),
    stepSeconds: prefill.busyRatio / stepsPerSecond,
    stepsPerSecond,
    busyRatio: prefill.busyRatio,
    serialBusyRatio: prefill.serialBusyRatio,
    promptTokens: countNewTokens(prompts),
    batch,
    meanContext: context,
    phaseTimes: times,
    mixed:
      batch === 0
        ? null
        : {
            prefillTokens: countNewTokens(prompts),
            decodeTokens: countNewTokens(decodeGroups),
            // Computed lazily, because only a few points display it and a trail never does.
            get decodeFlopsRatio() {
              return stepWork(servedModel, decodeGroups).flops / sumWork(operators).flops;
            },
          },
  };
}

function availablePlacement(
  phase: "decode" | "prefill",
  {
    meanStep,
    error,
    mixed = null,
  }: {
    readonly meanStep: MeanStep;
    readonly error: PointError;
    readonly mixed?: OperatingPoint["mixed"];
  },
  roof: Roof,
): PhasePoints {
  // Prompts that never overlap take more of the time, so the same work has a lower rate while it runs.
  const serialRatio = meanStep.busyRatio / meanStep.serialBusyRatio;
  const busyError =
    serialRatio < 1
      ? { ...error, flops: combineErrors(error.flops, { lowerByRatio: 1 - serialRatio, higherByRatio: 0 }) }
      : error;
  const busy = operatingPoint(
    {
      method: "counters",
      phase,
      time: "busy",
      flopsPerSecond: meanStep.work.flops / meanStep.stepSeconds,
      bytesPerSecond: meanStep.work.bytes / meanStep.stepSeconds,
      error: busyError,
      mixed,
      certainFlopsRatio: serialRatio,
    },
    roof,
  );
  // The work over all time does not depend on how prompts overlap.
  const average = averagePoint({ ...busy, error }, meanStep.busyRatio, roof);
  return { kind: "available", busy, average, meanStep };
}

/**
 * Returns the minimum number of steps per second that compute prompts. A decode-only step takes at least a fifth of the
 * mean step time. If the time without prompts is too short for all decode steps, the other steps include a prompt.
 */
function minPromptSteps(
  { busyRatio }: PrefillOccupancy,
  times: InstancePhaseTimes | null,
  { usesChunkedPrefill }: PoolSetting,
): number {
  if (times === null || !usesChunkedPrefill) return 0;
  return times.decodeStepsPerSecond * Math.max(0, 1 - (1 - busyRatio) / minPureDecodeRatio);
}
