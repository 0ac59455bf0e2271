/**
 * Computes the minimum time of one decode step of a complete deployment, and its maximum throughput.
 *
 * With a pipeline of p stages, min(p, B) micro-batches run at once. Every stage reads its weights for each of them,
 * so a step takes as long as the complete model over B/p sequences on the t accelerators of one stage, plus the hops.
 */
import { decodeGroup, type Batch } from "@/lib/analysis/roofline/step-work/batch";
import { computeCommunication, communicationTime } from "@/lib/analysis/roofline/step-work/communication";
import {
  oneAccelerator,
  workPerAccelerator,
  type Parallelism,
} from "@/lib/analysis/roofline/step-work/parallel";
import {
  defaultWorkOptions,
  stepOperators,
  type ServedModel,
  type Work,
} from "@/lib/analysis/roofline/step-work/step-work";
import type { Ceilings } from "./roof";
import { stepBound, type StepBound } from "./step-bound";

/** One decode step: `batch` sequences of equal context length. */
export interface DecodeLoad {
  readonly batch: number;
  /** Context length of each sequence, including the token that is being computed. */
  readonly contextTokens: number;
  /** Number of tokens computed per sequence and step; 1 by default. Above 1 if drafted tokens are verified. */
  readonly newTokens?: number;
  /** True, the default, if attention scores stay on the chip. */
  readonly usesFlashAttention?: boolean;
}

/** Accelerators of one replica, with the link between them. */
export interface ReplicaHardware {
  /** Ceilings of one accelerator. */
  readonly ceilings: Ceilings;
  /** Tensor and pipeline parallelism of the replica. If absent, the replica has one accelerator. */
  readonly parallelism?: Parallelism;
  /** Bandwidth in one direction; null if unknown. */
  readonly linkBytesPerSecond?: number | null;
  /** Latency of one all-reduce; 10 µs if absent. */
  readonly latencyPerReduceSeconds?: number;
}

/** Minimum time of a decode step, and the throughput that follows. */
export interface DecodeBound {
  /** Work of one accelerator for one micro-batch. */
  readonly work: Work;
  readonly bound: StepBound;
  readonly stepSeconds: number;
  /** Maximum output tokens per second. Each step generates one token per sequence. */
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
  const choice =
    load.usesFlashAttention === false
      ? { ...defaultWorkOptions, usesFlashAttention: false }
      : defaultWorkOptions;
  const operators = stepOperators(servedModel, microBatch(load, parallelism), choice);
  return workPerAccelerator(operators, { tensor: parallelism.tensor, pipeline: 1 });
}

/** Computes the minimum time of a decode step from its FLOPs, bytes and communication. */
export function decodeBound(
  servedModel: ServedModel,
  load: DecodeLoad,
  machine: ReplicaHardware,
): DecodeBound {
  const parallelism = machine.parallelism ?? oneAccelerator;
  const work = decodeWork(servedModel, load, parallelism);
  const communication = communicationTime(
    computeCommunication(servedModel.shape, microBatch(load, parallelism), parallelism),
    machine.linkBytesPerSecond ?? null,
    machine.latencyPerReduceSeconds,
  );
  const bound = stepBound(work, machine.ceilings, communication.totalSeconds);
  return { work, bound, stepSeconds: bound.boundSeconds, tokensPerSecond: load.batch / bound.boundSeconds };
}
