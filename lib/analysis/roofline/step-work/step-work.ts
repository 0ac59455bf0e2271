/**
 * FLOPs and bytes of one forward pass: the sum of its operators.
 *
 * Bytes are weights once per step, cache reads and writes, and scores if attention writes them. Activations count only
 * on request, because fused kernels and the cache of the chip hold them. In decode they hold all activations. In
 * prefill, the activations that pass through memory are less than 5 % of the bytes.
 */
import type { Architecture } from "@/lib/model/roofline/architecture";
import type { NumberFormats } from "@/lib/model/roofline/precision";
import { attentionOperators, type AttentionOptions } from "./attention-operators";
import type { Batch } from "./batch";
import { linearOperators } from "./linear-operators";
import type { Operator } from "./operator";
import { vectorOperators } from "./vector-operators";

/** How attention is computed, and whether activation traffic counts. */
export interface WorkOptions extends AttentionOptions {
  /** True to count reads and writes of activations between operators. */
  readonly includesActivations: boolean;
}

/** Options that match serving engines: FlashAttention, causal, activations stay on the chip. */
export const defaultWorkOptions: WorkOptions = {
  usesFlashAttention: true,
  isCausal: true,
  includesActivations: false,
};

/** FLOPs and memory traffic of one step. */
export interface Work {
  /** FLOPs on matrix units, including attention. */
  readonly flops: number;
  readonly attentionFlops: number;
  /** FLOPs outside matrix units. */
  readonly vectorFlops: number;
  readonly weightBytes: number;
  /** Bytes of the KV cache that are read and written. */
  readonly kvBytes: number;
  readonly kvWriteBytes: number;
  readonly scoreBytes: number;
  /** Bytes of activations that are read and written; 0 if activations stay on the chip. */
  readonly activationBytes: number;
  /** All bytes that pass through memory. */
  readonly bytes: number;
}

/** Architecture of a model and the number formats in which it is served. */
export interface ServedModel {
  readonly shape: Architecture;
  readonly formats: NumberFormats;
}

/** Returns all operators of one step of the model, for the complete model on one accelerator. */
export function stepOperators(
  { shape, formats }: ServedModel,
  batch: Batch,
  options: AttentionOptions = defaultWorkOptions,
): readonly Operator[] {
  return [
    ...linearOperators(shape, formats, batch),
    ...attentionOperators(shape, formats, batch, options),
    ...vectorOperators(shape, formats, batch),
  ];
}

/** Adds up FLOPs and bytes of the operators. Activation bytes count only with `includesActivations`. */
export function sumWork(operators: readonly Operator[], includesActivations = false): Work {
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
  // A loop, because a trail calls this for thousands of steps.
  for (const one of operators) {
    sum.flops += one.flops;
    if (one.kind === "attention") sum.attentionFlops += one.flops;
    sum.vectorFlops += one.vectorFlops;
    sum.weightBytes += one.weightBytes;
    sum.kvBytes += one.kvReadBytes + one.kvWriteBytes;
    sum.kvWriteBytes += one.kvWriteBytes;
    sum.scoreBytes += one.scoreBytes;
    if (includesActivations) sum.activationBytes += one.activationBytes;
  }
  sum.bytes = sum.weightBytes + sum.kvBytes + sum.scoreBytes + sum.activationBytes;
  return sum;
}

/** Returns FLOPs and bytes of one step of the complete model, before it is divided among accelerators. */
export function stepWork(
  servedModel: ServedModel,
  batch: Batch,
  options: WorkOptions = defaultWorkOptions,
): Work {
  return sumWork(stepOperators(servedModel, batch, options), options.includesActivations);
}

/** Returns the arithmetic intensity: FLOPs divided by bytes moved through memory. */
export function computeIntensity({ flops, bytes }: Pick<Work, "flops" | "bytes">): number {
  return flops / bytes;
}
