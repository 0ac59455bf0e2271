/** The shape of a decoder-only language model, from which its parameters, FLOPs and bytes are computed. */

/**
 * Attention heads that share keys and values in groups. One head per group is MHA, one group for all heads is MQA,
 * and anything between is GQA.
 */
export interface GroupedAttention {
  readonly kind: "grouped";
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
}

/** Multi-head latent attention (DeepSeek): the cache holds one latent vector and one rotary key for all heads. */
export interface LatentAttention {
  readonly kind: "latent";
  readonly heads: number;
  /** Rank of the query projection; 0 if queries are projected directly. */
  readonly queryRank: number;
  readonly kvRank: number;
  /** Per head: the part without position encoding, the rotary part, and the value. */
  readonly nopeDim: number;
  readonly ropeDim: number;
  readonly valueDim: number;
}

/** How the attention of a model stores keys and values. */
export type Attention = GroupedAttention | LatentAttention;

/** Experts of a mixture-of-experts layer. */
export interface Experts {
  readonly count: number;
  /** Number of experts that each token is routed to. */
  readonly perToken: number;
  /** Width of one expert's feed-forward network. */
  readonly ffn: number;
  /** Experts of the same width that process every token. */
  readonly shared: number;
  /** Number of layers with experts; the other layers have a dense feed-forward network. */
  readonly layers: number;
}

/**
 * Sliding-window attention: `layers` layers attend only to the last `tokens` tokens, the other layers to all
 * tokens.
 */
export interface SlidingWindow {
  readonly tokens: number;
  readonly layers: number;
}

/**
 * Small parameters (norms, biases, sinks), which are added and not multiplied. They matter little in the
 * total size.
 */
export interface MinorTensors {
  readonly bias: "none" | "qkv" | "attention-and-experts" | "all";
  readonly normsPerLayer: number;
  /** True if each norm has a bias in addition to its weights. */
  readonly normHasBias: boolean;
  /** True if queries and keys are normalised per head. */
  readonly queryKeyNorm: boolean;
  /** True if each head of each layer has one learned attention sink. */
  readonly sinks: boolean;
  /** True if the router has one bias per expert, used to balance the load. */
  readonly routerBias: boolean;
  /** Number of learned position embeddings. */
  readonly positionRows: number;
}

/** Dimensions of a model, from which FLOPs and bytes of a step are computed. */
export interface Architecture {
  readonly id: string;
  readonly name: string;
  readonly layers: number;
  /** Width of the residual stream (hidden size). */
  readonly hidden: number;
  readonly attention: Attention;
  /** Width of the dense feed-forward network. */
  readonly ffn: number;
  /** True for three matrices (SwiGLU, GeGLU) instead of two. */
  readonly isGated: boolean;
  readonly experts?: Experts | undefined;
  readonly window?: SlidingWindow | undefined;
  readonly vocabulary: number;
  /** True if the LM head and the input embedding are the same matrix. */
  readonly isTied: boolean;
  /** Absent when unknown; no computed number depends on it. */
  readonly maxContextTokens?: number | undefined;
  /** Norms, biases and other small parameters. */
  readonly small: MinorTensors;
}

/** Small parameters of most models: two norms per layer, no biases. */
export const defaultMinorTensors: MinorTensors = {
  bias: "none",
  normsPerLayer: 2,
  normHasBias: false,
  queryKeyNorm: false,
  sinks: false,
  routerBias: false,
  positionRows: 0,
};
