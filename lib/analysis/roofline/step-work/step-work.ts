/**
 * FLOPs and bytes of one forward pass: the sum of its operators.
 *
 * Bytes are weights once a step, the cache read and written, and scores where attention writes them. Activations count only on
 * request: fused kernels and the cache of the chip keep them, in decode wholly, in prefill but for less than 5 % of the bytes.
 */
import type { Architecture } from "@/lib/model/architecture";
import type { NumberPlan } from "@/lib/model/precision";
import { attentionOperators, type AttentionChoice } from "./attention-operators";
import type { Batch } from "./batch";
import { linearOperators } from "./linear-operators";
import type { Operator } from "./operator";
import { vectorOperators } from "./vector-operators";

export interface WorkChoice extends AttentionChoice {
  readonly withActivations: boolean;
}

/** What engines do: FlashAttention, causal, activations on the chip. */
export const fusedWork: WorkChoice = { isFlash: true, isCausal: true, withActivations: false };

export interface Work {
  /** On matrix units; attention is in it. */
  readonly flops: number;
  readonly attentionFlops: number;
  readonly vectorFlops: number;
  readonly weightBytes: number;
  /** Read and written. */
  readonly kvBytes: number;
  readonly kvWriteBytes: number;
  readonly scoreBytes: number;
  /** 0 where they stay on the chip. */
  readonly activationBytes: number;
  /** Everything that goes through memory. */
  readonly bytes: number;
}

/** A model and the numbers it runs in. */
export interface Served {
  readonly shape: Architecture;
  readonly plan: NumberPlan;
}

export function stepOperators(
  { shape, plan }: Served,
  batch: Batch,
  choice: AttentionChoice = fusedWork,
): readonly Operator[] {
  return [
    ...linearOperators(shape, plan, batch),
    ...attentionOperators(shape, plan, batch, choice),
    ...vectorOperators(shape, plan, batch),
  ];
}

export function sumWork(operators: readonly Operator[], withActivations = false): Work {
  const sum = {
    flops: 0,
    attentionFlops: 0,
    vectorFlops: 0,
    weightBytes: 0,
    kvBytes: 0,
    kvWriteBytes: 0,
    scoreBytes: 0,
    activationBytes: 0,
    bytes: 0,
  };
  // One pass: a trail asks this of thousands of steps.
  for (const one of operators) {
    sum.flops += one.flops;
    if (one.kind === "attention") sum.attentionFlops += one.flops;
    sum.vectorFlops += one.vectorFlops;
    sum.weightBytes += one.weightBytes;
    sum.kvBytes += one.kvReadBytes + one.kvWriteBytes;
    sum.kvWriteBytes += one.kvWriteBytes;
    sum.scoreBytes += one.scoreBytes;
    if (withActivations) sum.activationBytes += one.activationBytes;
  }
  sum.bytes = sum.weightBytes + sum.kvBytes + sum.scoreBytes + sum.activationBytes;
  return sum;
}

/** Of the whole model, on however many accelerators. */
export function stepWork(served: Served, batch: Batch, choice: WorkChoice = fusedWork): Work {
  return sumWork(stepOperators(served, batch, choice), choice.withActivations);
}

/** FLOP per byte. */
export function intensityOf({ flops, bytes }: Pick<Work, "flops" | "bytes">): number {
  return flops / bytes;
}
