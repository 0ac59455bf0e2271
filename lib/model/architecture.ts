/** The shape of a decoder-only language model: what its parameters, FLOPs and bytes follow from. */

/** Heads share keys and values in groups: one head each is MHA, all heads one is MQA, between them GQA. */
export interface GroupedAttention {
  readonly kind: "grouped";
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
}

/** Multi-head latent attention (DeepSeek): the cache holds one latent and one rotary key for all heads. */
export interface LatentAttention {
  readonly kind: "latent";
  readonly heads: number;
  /** 0 where queries are projected at once. */
  readonly queryRank: number;
  readonly kvRank: number;
  /** Per head: the part without position, the rotary part, the value. */
  readonly nopeDim: number;
  readonly ropeDim: number;
  readonly valueDim: number;
}

export type Attention = GroupedAttention | LatentAttention;

export interface Experts {
  readonly count: number;
  readonly perToken: number;
  readonly ffn: number;
  /** Experts of the same width that every token goes through. */
  readonly shared: number;
  /** Layers that have experts; the others have the plain feed-forward. */
  readonly layers: number;
}

/** Layers that attend to the last `tokens` only; the others attend to all. */
export interface SlidingWindow {
  readonly tokens: number;
  readonly layers: number;
}

/** Parameters that are added, not multiplied: they count in totals and in bytes, hardly in either. */
export interface SmallParts {
  readonly bias: "none" | "qkv" | "attention-and-experts" | "all";
  readonly normsPerLayer: number;
  readonly normHasBias: boolean;
  readonly queryKeyNorm: boolean;
  /** One learned sink per head and layer. */
  readonly sinks: boolean;
  /** One bias per expert that balances the load. */
  readonly routerBias: boolean;
  /** Rows of learned positions. */
  readonly positionRows: number;
}

export interface Architecture {
  readonly id: string;
  readonly name: string;
  readonly layers: number;
  readonly hidden: number;
  readonly attention: Attention;
  /** Width of the plain feed-forward. */
  readonly ffn: number;
  /** Three matrices (SwiGLU, GeGLU) instead of two. */
  readonly isGated: boolean;
  readonly experts?: Experts | undefined;
  readonly window?: SlidingWindow | undefined;
  readonly vocabulary: number;
  readonly isTied: boolean;
  /** Absent where nobody told; nothing that is counted follows from it. */
  readonly maxContextTokens?: number | undefined;
  readonly small: SmallParts;
}

export const plainParts: SmallParts = {
  bias: "none",
  normsPerLayer: 2,
  normHasBias: false,
  queryKeyNorm: false,
  sinks: false,
  routerBias: false,
  positionRows: 0,
};
