/**
 * Computes the minimum time from the start of a prefill to the first token: products of all new tokens, attention
 * over their context, one row of the LM head, and at least one read of the weights. Queueing and the frontend are not
 * included.
 */
import { prefillGroup } from "@/lib/analysis/roofline/step-work/batch";
import { computeCommunication, communicationTime } from "@/lib/analysis/roofline/step-work/communication";
import { oneAccelerator, workPerAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import {
  defaultWorkOptions,
  stepOperators,
  type ServedModel,
  type Work,
} from "@/lib/analysis/roofline/step-work/step-work";
import type { ReplicaHardware } from "./decode-bound";
import { stepBound, type StepBound } from "./step-bound";

/** One prompt to process. */
export interface PrefillLoad {
  readonly promptTokens: number;
  /** Prompt tokens found in the prefix cache: not computed, but attended to. */
  readonly cachedTokens?: number;
  /** True, the default, if attention scores stay on the chip. */
  readonly usesFlashAttention?: boolean;
}

/** Minimum time to process one prompt. */
export interface PrefillBound {
  /** Work of one accelerator of a stage. */
  readonly work: Work;
  readonly bound: StepBound;
  /** Minimum time to process the prompt. */
  readonly seconds: number;
}

/**
 * Computes the minimum time to prefill one prompt. Pipeline stages process a prompt one after another, so
 * only tensor parallelism makes it faster.
 */
export function prefillBound(
  servedModel: ServedModel,
  load: PrefillLoad,
  machine: ReplicaHardware,
): PrefillBound {
  const { tensor, pipeline } = machine.parallelism ?? oneAccelerator;
  const cachedTokens = Math.min(load.cachedTokens ?? 0, Math.max(0, load.promptTokens - 1));
  const batch = [prefillGroup(load.promptTokens - cachedTokens, { cachedTokens })];
  const choice = { ...defaultWorkOptions, usesFlashAttention: load.usesFlashAttention ?? true };
  const work = workPerAccelerator(stepOperators(servedModel, batch, choice), { tensor, pipeline: 1 });
  const communication = communicationTime(
    computeCommunication(servedModel.shape, batch, { tensor, pipeline }),
    machine.linkBytesPerSecond ?? null,
    machine.latencyPerReduceSeconds,
  );
  const bound = stepBound(work, machine.ceilings, communication.totalSeconds);
  return { work, bound, seconds: bound.boundSeconds };
}
