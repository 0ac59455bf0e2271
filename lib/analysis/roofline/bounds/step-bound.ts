/**
 * Minimum time of a step on one accelerator, from the FLOPs and bytes of this accelerator.
 *
 *     memory       bytes / bandwidth
 *     compute      FLOPs / peak
 *     fused        the larger of the two: arithmetic and memory overlap completely
 *     phased       attention, then weights; each the larger of its two times (jax-ml/scaling-book, inference)
 *     by operator  each operator the larger of its two times; the highest value that is still a bound
 *
 * Communication is added. A bound is not a forecast: it excludes launches, sampling and imperfect kernels.
 */
import type { Operator } from "@/lib/analysis/roofline/step-work/operator";
import type { Work } from "@/lib/analysis/roofline/step-work/step-work";
import type { Ceilings } from "./roof";

/** FLOPs and bytes of one accelerator in one step, from which its minimum time is computed. */
export type BoundedWork = Pick<Work, "flops" | "attentionFlops" | "weightBytes" | "kvBytes"> &
  Partial<Pick<Work, "scoreBytes" | "activationBytes">>;

/** Times of the parts of one step on one accelerator, and lower bounds of the step time that follow from them. */
export interface StepBound {
  /** Time to read and write all bytes of the step. */
  readonly memorySeconds: number;
  /** Time to compute all FLOPs of the step. */
  readonly computeSeconds: number;
  /** Time to read the weights. */
  readonly weightSeconds: number;
  /** Time to read and write the KV cache. */
  readonly kvSeconds: number;
  /** The larger of memory and compute time: the minimum if memory access and arithmetic overlap completely. */
  readonly fullOverlapSeconds: number;
  /** Attention, then the weight matrices; each takes the larger of its memory and compute time. */
  readonly attentionThenWeightsSeconds: number;
  readonly communicationSeconds: number;
  /** `attentionThenWeightsSeconds` plus communication. */
  readonly boundSeconds: number;
}

/**
 * Computes the minimum times of a step from its FLOPs and bytes. `communicationSeconds` is added to the
 * bound.
 */
export function stepBound(work: BoundedWork, ceilings: Ceilings, communicationSeconds = 0): StepBound {
  const { flopsPerSecond, bytesPerSecond } = ceilings;
  const attentionBytes = work.kvBytes + (work.scoreBytes ?? 0);
  const linearBytes = work.weightBytes + (work.activationBytes ?? 0);
  const computeSeconds = work.flops / flopsPerSecond;
  const memorySeconds = (attentionBytes + linearBytes) / bytesPerSecond;
  const phasedSeconds =
    Math.max(work.attentionFlops / flopsPerSecond, attentionBytes / bytesPerSecond) +
    Math.max((work.flops - work.attentionFlops) / flopsPerSecond, linearBytes / bytesPerSecond);
  return {
    memorySeconds,
    computeSeconds,
    weightSeconds: work.weightBytes / bytesPerSecond,
    kvSeconds: work.kvBytes / bytesPerSecond,
    fullOverlapSeconds: Math.max(memorySeconds, computeSeconds),
    attentionThenWeightsSeconds: phasedSeconds,
    communicationSeconds,
    boundSeconds: phasedSeconds + communicationSeconds,
  };
}

/**
 * Returns the minimum time of a step if its operators run one after another. Each takes the longer of its
 * memory and compute time, and then writes its KV cache entries.
 */
export function operatorBoundSeconds(
  operators: readonly Operator[],
  { flopsPerSecond, bytesPerSecond }: Ceilings,
): number {
  return operators.reduce((sum, one) => {
    const bytes = one.weightBytes + one.kvReadBytes + one.scoreBytes;
    const writing = one.kvWriteBytes / bytesPerSecond;
    return sum + Math.max(one.flops / flopsPerSecond, bytes / bytesPerSecond) + writing;
  }, 0);
}
