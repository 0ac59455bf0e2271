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
  type Parallel,
} from "@/lib/analysis/roofline/step-work/parallel";
import {
  fusedWork,
  stepOperators,
  type Served,
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
  readonly isFlash?: boolean;
}

export interface Machine {
  /** Ceilings of one accelerator. */
  readonly ceilings: Ceilings;
  readonly parallel?: Parallel;
  /** Bandwidth in one direction; null if unknown. */
  readonly linkBytesPerSecond?: number | null;
  readonly latencyEachSeconds?: number;
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
function microBatch(load: DecodeLoad, { pipeline }: Parallel): Batch {
  const sequences = load.batch / Math.min(pipeline, Math.max(1, load.batch));
  return [decodeGroup(sequences, load.contextTokens, load.newTokens)];
}

/** Returns the work of one accelerator for one micro-batch, independent of the hardware. */
function decodeWork(served: Served, load: DecodeLoad, parallel: Parallel = oneAccelerator): Work {
  const choice = load.isFlash === false ? { ...fusedWork, isFlash: false } : fusedWork;
  const operators = stepOperators(served, microBatch(load, parallel), choice);
  return workPerAccelerator(operators, { tensor: parallel.tensor, pipeline: 1 });
}

export function decodeBound(served: Served, load: DecodeLoad, machine: Machine): DecodeBound {
  const parallel = machine.parallel ?? oneAccelerator;
  const work = decodeWork(served, load, parallel);
  const communication = communicationTime(
    communicationOf(served.shape, microBatch(load, parallel), parallel),
    machine.linkBytesPerSecond ?? null,
    machine.latencyEachSeconds,
  );
  const bound = stepBound(work, machine.ceilings, communication.seconds);
  return { work, bound, stepSeconds: bound.seconds, tokensPerSecond: load.batch / bound.seconds };
}
