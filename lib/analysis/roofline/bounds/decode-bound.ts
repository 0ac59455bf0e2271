/**
 * Computes the minimum time of one decode step of a complete deployment, and its maximum throughput.
 *
 * With a pipeline of p stages, min(p, B) micro-batches run at once. Every stage reads its weights for each of them,
 * so a step takes as long as the complete model over B/p sequences on the t accelerators of one stage, plus the hops.
 */
import { decodeGroup, type Batch } from "@/lib/analysis/roofline/step-work/batch";
import { communicationOf, communicationTime } from "@/lib/analysis/roofline/step-work/communication";
import {
  oneAccelerator,
  workPerAccelerator,
  type Parallelism,
} from "@/lib/analysis/roofline/step-work/parallel";
import {
  fusedWork,
  stepOperators,
  type ServedModel,
  type Work,
} from "@/lib/analysis/roofline/step-work/step-work";
import type { Ceilings } from "./roof";
import { stepBound, type StepBound } from "./step-bound";

export interface DecodeLoad {
  readonly batch: number;
  /** Per sequence, including the token in flight. */
  readonly contextTokens: number;
  /** Tokens computed per sequence and step. Above 1 when drafted tokens are verified. */
  readonly newTokens?: number;
  readonly usesFlashAttention?: boolean;
}

export interface Machine {
  /** Ceilings of one accelerator. */
  readonly ceilings: Ceilings;
  readonly parallelism?: Parallelism;
  /** Bandwidth in one direction; null if unknown. */
  readonly linkBytesPerSecond?: number | null;
  readonly latencyPerReduceSeconds?: number;
}

export interface DecodeBound {
  /** Work of one accelerator for one micro-batch. */
  readonly work: Work;
  readonly bound: StepBound;
  readonly stepSeconds: number;
  /** Maximum tokens per second, one per sequence and step. */
  readonly tokensPerSecond: number;
}

/** Returns one of the micro-batches that run at once. */
function microBatch(load: DecodeLoad, { pipeline }: Parallelism): Batch {
  const sequences = load.batch / Math.min(pipeline, Math.max(1, load.batch));
  return [decodeGroup(sequences, load.contextTokens, load.newTokens)];
}

/** Returns the work of one accelerator for one micro-batch, independent of the hardware. */
function decodeWork(
  servedModel: ServedModel,
  load: DecodeLoad,
  parallelism: Parallelism = oneAccelerator,
): Work {
  const choice = load.usesFlashAttention === false ? { ...fusedWork, usesFlashAttention: false } : fusedWork;
  const operators = stepOperators(servedModel, microBatch(load, parallelism), choice);
  return workPerAccelerator(operators, { tensor: parallelism.tensor, pipeline: 1 });
}

export function decodeBound(servedModel: ServedModel, load: DecodeLoad, machine: Machine): DecodeBound {
  const parallelism = machine.parallelism ?? oneAccelerator;
  const work = decodeWork(servedModel, load, parallelism);
  const communication = communicationTime(
    communicationOf(servedModel.shape, microBatch(load, parallelism), parallelism),
    machine.linkBytesPerSecond ?? null,
    machine.latencyPerReduceSeconds,
  );
  const bound = stepBound(work, machine.ceilings, communication.seconds);
  return { work, bound, stepSeconds: bound.seconds, tokensPerSecond: load.batch / bound.seconds };
}
