/**
 * Computes the minimum time of a decode step for any model, accelerator, batch, context and parallelism, and judges a
 * claimed throughput by it.
 */
import {
  decodeBound,
  type DecodeBound,
  type ReplicaHardware,
} from "@/lib/analysis/roofline/bounds/decode-bound";
import { checkMemoryFit, type MemoryFit } from "@/lib/analysis/roofline/bounds/memory-fit";
import {
  computeUtilisation,
  judgeUtilisation,
  type Utilisation,
  type UtilisationJudgement,
} from "@/lib/analysis/roofline/bounds/judge-utilisation";
import { oneAccelerator } from "@/lib/analysis/roofline/step-work/parallel";
import type { ServedModel } from "@/lib/analysis/roofline/step-work/step-work";

/** Accelerators and load of a decode step, with a throughput that someone claims for it. */
export interface DecodeClaim {
  readonly machine: ReplicaHardware;
  /** Memory of one accelerator. */
  readonly acceleratorMemoryBytes: number;
  readonly batch: number;
  readonly contextTokens: number;
  /** Output tokens per second of all sequences; null without a claim. */
  readonly claimedTokensPerSecond: number | null;
}

/** Minimum time of a decode step, and whether the claimed throughput is possible. */
export interface DecodeStepResult extends DecodeBound {
  readonly memoryFit: MemoryFit;
  /** Utilisation that the claim requires; null without a claim. */
  readonly claim: (Utilisation & { readonly judgement: UtilisationJudgement["kind"] }) | null;
}

/**
 * Computes the minimum time of a decode step. A claimed throughput above the resulting maximum is
 * impossible.
 */
export function checkDecodeStep(servedModel: ServedModel, claim: DecodeClaim): DecodeStepResult {
  const { machine, batch, contextTokens, acceleratorMemoryBytes, claimedTokensPerSecond } = claim;
  const bound = decodeBound(servedModel, { batch, contextTokens }, machine);
  const memoryFit = checkMemoryFit(servedModel, {
    acceleratorMemoryBytes,
    parallelism: machine.parallelism ?? oneAccelerator,
    sequences: batch,
    contextTokens,
  });
  if (claimedTokensPerSecond === null) return { ...bound, memoryFit, claim: null };
  const stepsPerSecond = claimedTokensPerSecond / batch;
  const rate = {
    flopsPerSecond: bound.work.flops * stepsPerSecond,
    bytesPerSecond: bound.work.bytes * stepsPerSecond,
  };
  const utilisation = computeUtilisation(rate, machine.ceilings);
  const { kind } = judgeUtilisation(utilisation, memoryFit);
  const judgement = claimedTokensPerSecond > bound.tokensPerSecond ? "impossible" : kind;
  return { ...bound, memoryFit, claim: { ...utilisation, judgement } };
}
