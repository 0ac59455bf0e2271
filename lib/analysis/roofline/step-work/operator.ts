/** One operator of a step, all layers together: its arithmetic and its memory traffic. */

/** Operators of a transformer step. */
export type OperatorName =
  | "query"
  | "query-down"
  | "key"
  | "value"
  | "latent-down"
  | "latent-up"
  | "scores"
  | "softmax"
  | "weighted-values"
  | "output"
  | "gate"
  | "up"
  | "down"
  | "shared-experts"
  | "experts"
  | "router"
  | "head"
  | "norm"
  | "add"
  | "activation";

/** One operator of a step, all layers together: its arithmetic and its memory traffic. */
export interface Operator {
  readonly name: OperatorName;
  /** `linear` multiplies by weights, `attention` attends to the cache, `vector` is element-wise. */
  readonly kind: "linear" | "attention" | "vector";
  /** FLOPs on matrix units; a multiply-add counts as two. */
  readonly flops: number;
  /** FLOPs outside matrix units, never compared with their peak. */
  readonly vectorFlops: number;
  readonly weightBytes: number;
  readonly kvReadBytes: number;
  readonly kvWriteBytes: number;
  /** Attention scores that are written and read again; 0 with FlashAttention. */
  readonly scoreBytes: number;
  /** Inputs and outputs if nothing stayed on the chip between operators. */
  readonly activationBytes: number;
  /** Maximum number of accelerators that share the operator. Further accelerators repeat the work. */
  readonly maxShards: number;
  /** Maximum number of accelerators that share the operator's part of the KV cache. */
  readonly maxKvShards: number;
}

/** Creates an operator. Omitted numbers are 0, and any number of accelerators can share the operator. */
export function createOperator(
  fields: Pick<Operator, "name" | "kind"> & Partial<Omit<Operator, "name" | "kind">>,
): Operator {
  // Written out instead of spread for speed: a trail creates a hundred thousand of them.
  return {
    name: fields.name,
    kind: fields.kind,
    flops: fields.flops ?? 0,
    vectorFlops: fields.vectorFlops ?? 0,
    weightBytes: fields.weightBytes ?? 0,
    kvReadBytes: fields.kvReadBytes ?? 0,
    kvWriteBytes: fields.kvWriteBytes ?? 0,
    scoreBytes: fields.scoreBytes ?? 0,
    activationBytes: fields.activationBytes ?? 0,
    maxShards: fields.maxShards ?? Infinity,
    maxKvShards: fields.maxKvShards ?? Infinity,
  };
}
