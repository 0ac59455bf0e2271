/**
 * Computes one accelerator's part of a step. Tensor parallelism divides heads, feed-forward width and vocabulary by t,
 * and the cache by at most its KV heads (with t > K, each KV head is stored several times; a latent vector always is).
 * Norms, routers and down-projections run everywhere. Pipeline parallelism divides the layers by p; the average over
 * its stages is returned.
 */
import type { Operator } from "./operator";
import { sumWork, type Work } from "./step-work";

/** Number of tensor-parallel ranks and of pipeline stages. */
export interface Parallelism {
  readonly tensor: number;
  readonly pipeline: number;
}

/** Parallelism of a model that runs on one accelerator. */
export const oneAccelerator: Parallelism = { tensor: 1, pipeline: 1 };

/** Returns the number of accelerators of one replica. */
export function acceleratorCount({ tensor, pipeline }: Parallelism): number {
  return tensor * pipeline;
}

/**
 * Returns the mean work of an operator per accelerator. The work is divided by the number of tensor-parallel ranks
 * and by the number of pipeline stages.
 */
export function operatorPerAccelerator(operator: Operator, { tensor, pipeline }: Parallelism): Operator {
  const share = 1 / Math.min(tensor, operator.maxShards) / pipeline;
  const kvShare = 1 / Math.min(tensor, operator.maxKvShards) / pipeline;
  return {
    ...operator,
    flops: operator.flops * share,
    vectorFlops: operator.vectorFlops * share,
    weightBytes: operator.weightBytes * share,
    scoreBytes: operator.scoreBytes * share,
    activationBytes: operator.activationBytes * share,
    kvReadBytes: operator.kvReadBytes * kvShare,
    kvWriteBytes: operator.kvWriteBytes * kvShare,
  };
}

/**
 * Adds up the work of one accelerator over all operators, as the mean over pipeline stages. Activation bytes
 * count only with `includesActivations`.
 */
export function workPerAccelerator(
  operators: readonly Operator[],
  parallelism: Parallelism,
  includesActivations = false,
): Work {
  if (acceleratorCount(parallelism) === 1) return sumWork(operators, includesActivations);
  return sumWork(
    operators.map((operator) => operatorPerAccelerator(operator, parallelism)),
    includesActivations,
  );
}
