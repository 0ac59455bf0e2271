/** One operator of a step, all layers together: its arithmetic and what it moves through memory. */

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

export interface Operator {
  readonly name: OperatorName;
  /** Multiply by weights, attend to the cache, or element by element. */
  readonly kind: "linear" | "attention" | "vector";
  /** On matrix units, a multiply-add being two. */
  readonly flops: number;
  /** Outside of them, so never compared with their peak. */
  readonly vectorFlops: number;
  readonly weightBytes: number;
  readonly kvReadBytes: number;
  readonly kvWriteBytes: number;
  /** Attention scores that are written and read again; 0 with FlashAttention. */
  readonly scoreBytes: number;
  /** Inputs and outputs, if nothing stayed on the chip between operators. */
  readonly activationBytes: number;
  /** Among how many accelerators it can be divided at most; on more, it is done several times. */
  readonly shards: number;
  /** The same of what it keeps in the KV cache. */
  readonly kvShards: number;
}

/** An operator with what is not told being 0, divisible at will. */
export function operator(
  given: Pick<Operator, "name" | "kind"> & Partial<Omit<Operator, "name" | "kind">>,
): Operator {
  // Written out rather than spread: a trail makes a hundred thousand of them.
  return {
    name: given.name,
    kind: given.kind,
    flops: given.flops ?? 0,
    vectorFlops: given.vectorFlops ?? 0,
    weightBytes: given.weightBytes ?? 0,
    kvReadBytes: given.kvReadBytes ?? 0,
    kvWriteBytes: given.kvWriteBytes ?? 0,
    scoreBytes: given.scoreBytes ?? 0,
    activationBytes: given.activationBytes ?? 0,
    shards: given.shards ?? Infinity,
    kvShards: given.kvShards ?? Infinity,
  };
}
