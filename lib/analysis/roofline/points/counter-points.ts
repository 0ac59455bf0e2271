/**
 * Operating points from token counters and the model's architecture, the primary method: FLOPs and bytes of a step
 * with the mean batch and context, divided by its time. Expected errors: `counter-errors.ts`.
 *
 * With chunked prefill, steps with a prompt chunk also decode. Their point is that of the complete step, with weights
 * counted once, and is marked as mixed. The "average" points add up to the total work.
 */
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import { decodeGroup, newTokensOf, type Batch } from "@/lib/analysis/roofline/step-work/batch";
import { workPerAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import { promptGroups } from "@/lib/analysis/roofline/step-work/prompt-steps";
import { stepOperators, stepWork, sumWork, type Work } from "@/lib/analysis/roofline/step-work/step-work";
import { decodeError, prefillError } from "./counter-errors";
import { missingInputs, type CounterInput, type CounterSample } from "./counter-sample";
import { decodeStepWork } from "./decode-step";
import type { PointError } from "./expected-error";
import { meanContext, missingContext, type MeanContext } from "./mean-context";
import { averagePoint, operatingPoint, type OperatingPoint } from "./operating-point";
import { minPureDecodeRatio, instancePhaseTimes, type InstancePhaseTimes } from "./phase-times";
import { prefillOccupancy, type PrefillOccupancy } from "./prefill-occupancy";
import type { PoolSetting } from "./setting";

export interface StepBasis {
  /** Work of one accelerator in the mean step. */
  readonly work: Work;
  readonly stepSeconds: number;
  /** Steps of this kind per second on one instance. */
  readonly stepsPerSecond: number;
  /** Share of time in such steps. */
  readonly busyRatio: number;
  /** Prompt tokens computed in the step. */
  readonly promptTokens: number;
  /** Sequences that decode in the step, and their context. */
  readonly batch: number;
  readonly context: MeanContext | null;
  readonly phaseTimes: InstancePhaseTimes | null;
}

export type PhasePoints =
  | {
      readonly kind: "available";
      readonly busy: OperatingPoint;
      readonly average: OperatingPoint;
      readonly basis: StepBasis;
    }
  /** Nothing of that phase ran in the window. */
  | { readonly kind: "idle" }
  /** Decode only: nearly every step also computed prompts, so the mixed step has the point. */
  | { readonly kind: "mixed-only" }
  /** The pool has another role. */
  | { readonly kind: "other-role" }
  /** Inputs for the point are missing. */
  | { readonly kind: "cannot-tell"; readonly missing: readonly CounterInput[] };

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
  const missing = missingInputs(reading, ["generatedTokensPerSecond", "itlSeconds"]);
  if (missing.length > 0) return { kind: "cannot-tell", missing };
  if (times === null) return { kind: "idle" };
  if (times.decodeRatio < minDecodeRatio && times.prefillRatio > 0) return { kind: "mixed-only" };
  if (context === null)
    return { kind: "cannot-tell", missing: missingContext(reading, setting.servedModel.shape) };
  const work = decodeStepWork(setting, {
    batch: times.batch,
    contextTokens: context.tokens,
    newTokens: reading.computedPerSequenceStep ?? 1,
  });
  const basis = {
    work,
    stepSeconds: times.decodeStepSeconds,
    // Steps that also compute prompts belong to the other point.
    stepsPerSecond: times.decodeStepsPerSecond * (1 - times.promptStepRatio),
    busyRatio: times.decodeRatio,
    promptTokens: 0,
    batch: times.batch,
    context,
    phaseTimes: times,
  };
  const error = decodeError({
    work,
    context,
    hasExperts: setting.servedModel.shape.experts !== undefined,
    prefillRatio: times.prefillRatio,
    hasPureDecodeSteps: times.hasPureDecodeSteps,
  });
  return availablePlacement("decode", { basis, error }, roof);
}

/** Minimum share of time in decode-only steps. Below it their time cannot be separated from prefill. */
const minDecodeRatio = 0.05;

function prefillPlacement({ reading, setting, roof, occupancy, times, context }: PhaseInputs): PhasePoints {
  if (setting.role === "decode") return { kind: "other-role" };
  if (reading.firstTokensPerSecond === 0 || reading.promptTokensPerSecond === 0) return { kind: "idle" };
  const missing = missingInputs(reading, ["promptTokensPerSecond", "firstTokensPerSecond", "prefillSeconds"]);
  if (missing.length > 0 || occupancy === null) return { kind: "cannot-tell", missing };
  const basis = promptBasis(occupancy, { times, context }, setting);
  const error = prefillError({
    work: basis.work,
    context,
    hasExperts: setting.servedModel.shape.experts !== undefined,
    prefillRatio: occupancy.busyRatio,
  });
  return availablePlacement("prefill", { basis, error, mixed: basis.mixed }, roof);
}

/** Returns the mean step that computes prompts: the prompt tokens of one step and the sequences that decode in it. */
function promptBasis(
  prefill: PrefillOccupancy,
  { times, context }: { readonly times: InstancePhaseTimes | null; readonly context: MeanContext | null },
  setting: PoolSetting,
): StepBasis & { readonly mixed: OperatingPoint["mixed"] } {
  const { servedModel, usesChunkedPrefill, parallelism } = setting;
  const stepsPerSecond = Math.max(prefill.stepsPerSecond, minPromptSteps(prefill, times, setting));
  const prompts = promptGroups({
    newTokens: prefill.computedTokens,
    cachedTokens: prefill.cachedTokens,
    chunks: prefill.chunks,
    prompts: prefill.promptsPerSecond / stepsPerSecond,
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
    promptTokens: newTokensOf(prompts),
    batch,
    context,
    phaseTimes: times,
    mixed:
      batch === 0
        ? null
        : {
            prefillTokens: newTokensOf(prompts),
            decodeTokens: newTokensOf(decodeGroups),
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
    basis,
    error,
    mixed = null,
  }: {
    readonly basis: StepBasis;
    readonly error: PointError;
    readonly mixed?: OperatingPoint["mixed"];
  },
  roof: Roof,
): PhasePoints {
  const busy = operatingPoint(
    {
      method: "counters",
      phase,
      time: "busy",
      flopsPerSecond: basis.work.flops / basis.stepSeconds,
      bytesPerSecond: basis.work.bytes / basis.stepSeconds,
      error,
      mixed,
    },
    roof,
  );
  return { kind: "available", busy, average: averagePoint(busy, basis.busyRatio, roof), basis };
}

/**
 * Returns the minimum number of prompt steps. A decode-only step takes at least a fifth of the mean one. If there is
 * less time for them, most steps include a prompt.
 */
function minPromptSteps(
  { busyRatio }: PrefillOccupancy,
  times: InstancePhaseTimes | null,
  { usesChunkedPrefill }: PoolSetting,
): number {
  if (times === null || !usesChunkedPrefill) return 0;
  return times.decodeStepsPerSecond * Math.max(0, 1 - (1 - busyRatio) / minPureDecodeRatio);
}
