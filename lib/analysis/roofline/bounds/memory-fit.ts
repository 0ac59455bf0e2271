/**
 * Decides whether a model and its cache fit into memory. Counts all weights once (divided by tensor and pipeline
 * parallelism) and the cache of the given sequences, against the memory that the engine may use: 0.9 by default
 * (vLLM's gpu-memory-utilization).
 */
import { kvBytesPerSequence } from "@/lib/analysis/roofline/step-work/kv-cache";
import {
  acceleratorCount,
  oneAccelerator,
  type Parallelism,
} from "@/lib/analysis/roofline/step-work/parallel";
import type { ServedModel } from "@/lib/analysis/roofline/step-work/step-work";
import { parameterCounts } from "@/lib/analysis/roofline/step-work/parameters";
import type { Architecture } from "@/lib/model/roofline/architecture";
import { bytesPerWeight } from "@/lib/model/roofline/precision";

/** Fraction of memory that the engine may use by default, as vLLM's gpu-memory-utilization. */
export const defaultUsableMemoryRatio = 0.9;

/** Returns the bytes of all stored weights: layers with every expert, LM head and input embedding. */
export function storedWeightBytes({ shape, formats }: ServedModel): number {
  const { experts, perExpert: _, head, embedding, routers, small, ...linear } = parameterCounts(shape);
  const matrices = Object.values(linear).reduce((sum, count) => sum + count, 0);
  return (
    matrices * bytesPerWeight[formats.linear] +
    experts * bytesPerWeight[formats.experts ?? formats.linear] +
    (head + embedding + routers + small) * bytesPerWeight[formats.rest]
  );
}

/**
 * Returns the cache bytes of one sequence on all accelerators together. With more accelerators than KV heads, each
 * head is stored several times.
 */
function storedKvBytes(
  { shape, formats }: ServedModel,
  contextTokens: number,
  { tensor }: Parallelism = oneAccelerator,
): number {
  return kvBytesPerSequence(shape, formats.kv, contextTokens) * kvCopies(shape, tensor);
}

function kvCopies({ attention }: Architecture, tensor: number): number {
  return tensor / Math.min(tensor, attention.kind === "grouped" ? attention.kvHeads : 1);
}

/** Accelerators of one replica, and the sequences whose KV cache their memory must hold. */
export interface MemoryNeed {
  /** Memory of one accelerator. */
  readonly acceleratorMemoryBytes: number;
  readonly parallelism?: Parallelism;
  /** Fraction of the memory that the engine may use; 0.9 if absent. */
  readonly usableMemoryRatio?: number;
  /** Number of concurrent sequences, each with `contextTokens`. */
  readonly sequences: number;
  readonly contextTokens: number;
}

interface MemoryBudget {
  readonly weightBytes: number;
  readonly kvBytes: number;
  readonly neededBytes: number;
  readonly usableBytes: number;
  /**
   * Number of sequences of that context that fit next to the weights. May be a fraction; 0 if the weights alone do
   * not fit.
   */
  readonly maxSequences: number;
}

/** Whether weights and KV cache fit into the memory of all accelerators of one replica. */
export type MemoryFit =
  | ({ readonly kind: "fits" } & MemoryBudget)
  | ({ readonly kind: "does-not-fit" } & MemoryBudget);

/**
 * Decides whether the weights and the KV cache of the sequences fit into the usable memory of one replica.
 */
export function checkMemoryFit(servedModel: ServedModel, need: MemoryNeed): MemoryFit {
  const parallelism = need.parallelism ?? oneAccelerator;
  const usableBytes =
    need.acceleratorMemoryBytes *
    acceleratorCount(parallelism) *
    (need.usableMemoryRatio ?? defaultUsableMemoryRatio);
  const weightBytes = storedWeightBytes(servedModel);
  const each = storedKvBytes(servedModel, need.contextTokens, parallelism);
  const kvBytes = need.sequences * each;
  const neededBytes = weightBytes + kvBytes;
  return {
    kind: neededBytes <= usableBytes ? "fits" : "does-not-fit",
    weightBytes,
    kvBytes,
    neededBytes,
    usableBytes,
    maxSequences: each === 0 ? Infinity : Math.max(0, (usableBytes - weightBytes) / each),
  };
}
