/**
 * The part of a step that one accelerator does. Tensor parallel divides heads, feed-forward width and vocabulary by t; the cache by
 * at most its KV heads (with t > K each is kept several times; a latent always is); norms, routers and down-projections are done
 * everywhere. Pipeline parallel divides layers by p; the average over its stages is told.
 */
import type { Operator } from "./operator";
import { sumWork, type Work } from "./step-work";

export interface Parallel {
  readonly tensor: number;
  readonly pipeline: number;
}

export const oneAccelerator: Parallel = { tensor: 1, pipeline: 1 };

export function acceleratorCount({ tensor, pipeline }: Parallel): number {
  return tensor * pipeline;
}

/** Of one rank of t; a rank of a pipeline does 1/p of it on average. */
export function operatorPerAccelerator(operator: Operator, { tensor, pipeline }: Parallel): Operator {
  const share = 1 / Math.min(tensor, operator.shards) / pipeline;
  const kvShare = 1 / Math.min(tensor, operator.kvShards) / pipeline;
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

export function workPerAccelerator(
  operators: readonly Operator[],
  parallel: Parallel,
  withActivations = false,
): Work {
  if (acceleratorCount(parallel) === 1) return sumWork(operators, withActivations);
  return sumWork(
    operators.map((operator) => operatorPerAccelerator(operator, parallel)),
    withActivations,
  );
}
