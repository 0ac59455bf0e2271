/**
 * Operating points from token counters and the model's architecture, the primary way: FLOPs and bytes of a step of the mean batch and
 * context over the time such a step takes. Expected error of the bytes ± 5 %, ± 20 % with experts, whose routing is skewed; of the
 * FLOPs ± 3 % in decode, ± 10 % in prefill; and what the mean context adds.
 *
 * Where prompts are computed in chunks, steps that carry one also decode: their point is that of the whole step, weights once, and
 * says that it is mixed. The points "on average" add up to all the work there was.
 */
import { decodeBound } from "@/lib/analysis/roofline/bounds/decode-bound";
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import { decoding, tokensOf, type Batch } from "@/lib/analysis/roofline/work/batch";
import { workPerAccelerator } from "@/lib/analysis/roofline/work/parallel";
import { promptSteps } from "@/lib/analysis/roofline/work/prompt-steps";
import { stepOperators, stepWork, sumWork, type Work } from "@/lib/analysis/roofline/work/step-work";
import { missingOf, type CounterInput, type CounterReading } from "./counter-reading";
import { evenly, exact, together, type PointError } from "./expected-error";
import { meanContext, type MeanContext } from "./mean-context";
import { averaged, operatingPoint, type OperatingPoint } from "./operating-point";
import { phaseTimes, prefillOccupancy, type PhaseTimes, type PrefillOccupancy } from "./phase-times";
import { machineOf, type Setting } from "./setting";

export interface StepBasis {
  /** One accelerator's part of the mean step. */
  readonly work: Work;
  readonly stepSeconds: number;
  readonly stepsPerSecond: number;
  /** Share of time in such steps. */
  readonly busyRatio: number;
  /** Of prompts, computed in the step. */
  readonly promptTokens: number;
  /** Decoding in the step; its context. */
  readonly batch: number;
  readonly context: MeanContext | null;
  readonly times: PhaseTimes | null;
}

export type Placement =
  | {
      readonly kind: "placed";
      readonly busy: OperatingPoint;
      readonly average: OperatingPoint;
      readonly basis: StepBasis;
    }
  /** Nothing of that phase ran in the window. */
  | { readonly kind: "idle" }
  /** The pool has another role. */
  | { readonly kind: "not-here" }
  /** Read and not there: what would place it. */
  | { readonly kind: "cannot-tell"; readonly missing: readonly CounterInput[] };

export interface CounterPoints {
  readonly decode: Placement;
  readonly prefill: Placement;
}

export function counterPoints(reading: CounterReading, setting: Setting, roof: Roof): CounterPoints {
  return {
    decode: decodePlacement(reading, setting, roof),
    prefill: prefillPlacement(reading, setting, roof),
  };
}

function decodePlacement(reading: CounterReading, setting: Setting, roof: Roof): Placement {
  if (setting.role === "prefill") return { kind: "not-here" };
  if (reading.generatedTokensPerSecond === 0) return { kind: "idle" };
  const missing = missingOf(reading, ["generatedTokensPerSecond", "itlSeconds"]);
  if (missing.length > 0) return { kind: "cannot-tell", missing };
  const times = phaseTimes(reading, setting);
  if (times === null) return { kind: "idle" };
  const context = meanContext(reading, setting.served.shape, setting.replicas);
  if (context === null) return { kind: "cannot-tell", missing: contextInputs };
  const { work } = decodeBound(
    setting.served,
    {
      batch: times.batch,
      contextTokens: context.tokens,
      newTokens: reading.computedPerSequenceStep ?? 1,
    },
    machineOf(setting, roof),
  );
  const basis = {
    work,
    stepSeconds: times.decodeStepSeconds,
    stepsPerSecond: times.decodeStepsPerSecond,
    busyRatio: times.decodeRatio,
    promptTokens: 0,
    batch: times.batch,
    context,
    times,
  };
  const error = errorOf(setting, basis, { flopsRatio: 0.03, timeRatio: times.isPure ? 0.03 : 0.1 });
  return placed("decode", { basis, error }, roof);
}

const contextInputs: readonly CounterInput[] = [
  "kvUsageRatio",
  "kvCacheTokens",
  "runningRequests",
  "promptTokensMean",
  "outputTokensMean",
];

function prefillPlacement(reading: CounterReading, setting: Setting, roof: Roof): Placement {
  if (setting.role === "decode") return { kind: "not-here" };
  if (reading.firstTokensPerSecond === 0 || reading.promptTokensPerSecond === 0) return { kind: "idle" };
  const missing = missingOf(reading, ["promptTokensPerSecond", "firstTokensPerSecond", "prefillSeconds"]);
  const prefill = prefillOccupancy(reading, setting);
  if (missing.length > 0 || prefill === null) return { kind: "cannot-tell", missing };
  const times = setting.role === "both" ? phaseTimes(reading, setting) : null;
  const context = times === null ? null : meanContext(reading, setting.served.shape, setting.replicas);
  const basis = promptBasis(prefill, { times, context }, setting);
  const error = errorOf(setting, basis, { flopsRatio: 0.1, timeRatio: 0.1 });
  return placed("prefill", { basis, error, mixed: basis.mixed }, roof);
}

/** The mean step that computes prompts: so much of prompts as come in its time, and who decodes beside them. */
function promptBasis(
  prefill: PrefillOccupancy,
  { times, context }: { readonly times: PhaseTimes | null; readonly context: MeanContext | null },
  setting: Setting,
): StepBasis & { readonly mixed: OperatingPoint["mixed"] } {
  const { served, isChunked, parallel } = setting;
  const chunksPerSecond = prefill.promptsPerSecond * prefill.chunks;
  const stepsPerSecond =
    times === null || !isChunked
      ? chunksPerSecond
      : Math.min(chunksPerSecond, times.decodeStepsPerSecond * prefill.stepRatio(times.decodeStepsPerSecond));
  const prompts = promptSteps({
    newTokens: prefill.computedTokens,
    cachedTokens: prefill.cachedTokens,
    chunks: prefill.chunks,
    prompts: prefill.promptsPerSecond / stepsPerSecond,
  });
  const batch = times === null || context === null || !isChunked ? 0 : times.batch;
  const riders: Batch = batch > 0 ? [decoding(batch, context?.tokens ?? 1)] : [];
  const step = [...prompts, ...riders];
  const operators = stepOperators(served, step);
  return {
    work: workPerAccelerator(operators, { tensor: parallel.tensor, pipeline: 1 }),
    stepSeconds: prefill.busyRatio / stepsPerSecond,
    stepsPerSecond,
    busyRatio: prefill.busyRatio,
    promptTokens: tokensOf(prompts),
    batch,
    context,
    times,
    mixed:
      batch === 0
        ? null
        : {
            prefillTokens: tokensOf(prompts),
            decodeTokens: tokensOf(riders),
            decodeFlopsRatio: stepWork(served, riders).flops / sumWork(operators).flops,
          },
  };
}

function placed(
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
): Placement {
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
  return { kind: "placed", busy, average: averaged(busy, basis.busyRatio, roof), basis };
}

function errorOf(
  { served }: Setting,
  { work, context }: Pick<StepBasis, "work" | "context">,
  { flopsRatio, timeRatio }: { readonly flopsRatio: number; readonly timeRatio: number },
): PointError {
  const scaled = (share: number) =>
    context === null ? exact : evenly(Math.max(context.error.below, context.error.above) * share);
  return {
    flops: together(evenly(flopsRatio), scaled(work.attentionFlops / work.flops)),
    bytes: together(
      evenly(served.shape.experts === undefined ? 0.05 : 0.2),
      scaled(work.kvBytes / work.bytes),
    ),
    time: evenly(timeRatio),
  };
}
