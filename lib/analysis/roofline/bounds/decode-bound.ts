/**
 * The least time of one decode step of a whole deployment, and what it can give at most.
 *
 * With a pipeline of p stages, min(p, B) micro-batches are under way at once: every stage reads its weights for each of them, so a
 * step takes as long as the whole model over B/p sequences on the t accelerators of one stage, plus the hops.
 */
import { decoding, type Batch } from "@/lib/analysis/roofline/step-work/batch";
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
  /** Of one sequence, the token in flight included. */
  readonly contextTokens: number;
  /** Tokens computed per sequence and step: above 1 drafts are verified. */
  readonly newTokens?: number;
  readonly isFlash?: boolean;
}

export interface Machine {
  /** Of one accelerator. */
  readonly ceilings: Ceilings;
  readonly parallel?: Parallel;
  /** One way; null = unknown. */
  readonly linkBytesPerSecond?: number | null;
  readonly latencyEachSeconds?: number;
}

export interface DecodeBound {
  /** Of one accelerator, for one micro-batch. */
  readonly work: Work;
  readonly bound: StepBound;
  readonly stepSeconds: number;
  /** Steps give so many tokens a second at most, one per sequence. */
  readonly tokensPerSecond: number;
}

/** One micro-batch of those that are under way at once. */
function microBatch(load: DecodeLoad, { pipeline }: Parallel): Batch {
  const sequences = load.batch / Math.min(pipeline, Math.max(1, load.batch));
  return [decoding(sequences, load.contextTokens, load.newTokens)];
}

/** Of one accelerator, for one micro-batch: what a step has to do, whatever it is done on. */
export function decodeWork(served: Served, load: DecodeLoad, parallel: Parallel = oneAccelerator): Work {
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
