/**
 * Number formats of inference: what the arithmetic units multiply in, what weights are stored in, what the KV cache is stored in.
 * Bytes per element count the scales and zero points that are read with the elements.
 */

/** What arithmetic units have a peak for. */
export const computePrecisions = ["fp32", "tf32", "fp16", "bf16", "fp8", "int8", "fp4"] as const;
export type ComputePrecision = (typeof computePrecisions)[number];

/**
 * Bytes per weight. Groups of g weights with a scale of s bytes and a zero point of z bytes: bits / 8 + (s + z) / g. FP8 in blocks
 * has one FP32 scale for 128 × 128; INT4 g128 an FP16 scale and a 4-bit zero point (AWQ, GPTQ), g32 a BF16 scale and zero point;
 * the micro-scaling formats one byte for 32 (MXFP) or 16 (NVFP4) elements; GGUF's are bytes of a block over its elements.
 * INT8 and FP8 with one scale per tensor or output channel are counted as 1: such scales are below 0.1 % of a layer.
 */
export const weightFormats = {
  fp32: 4,
  fp16: 2,
  bf16: 2,
  fp8: 1,
  "fp8-blocks": 1 + 4 / 128 ** 2,
  mxfp8: 1 + 1 / 32,
  int8: 1,
  "int4-g128": 0.5 + 2 / 128 + 0.5 / 128,
  "int4-g32": 0.5 + 4 / 32,
  mxfp4: 0.5 + 1 / 32,
  nvfp4: 0.5 + 1 / 16,
  q4_0: 18 / 32,
  q8_0: 34 / 32,
  q4_k: 144 / 256,
  q5_k: 176 / 256,
  q6_k: 210 / 256,
} as const satisfies Readonly<Record<string, number>>;
export type WeightFormat = keyof typeof weightFormats;

export const weightFormatNames = Object.keys(weightFormats) as readonly WeightFormat[];

/** Bytes per element of the KV cache; one scale per tensor or head, where there is one, is nothing beside it. */
export const kvFormats = { fp32: 4, fp16: 2, bf16: 2, fp8: 1, int8: 1 } as const satisfies Readonly<
  Record<string, number>
>;
export type KvFormat = keyof typeof kvFormats;

export const kvFormatNames = Object.keys(kvFormats) as readonly KvFormat[];

/**
 * In what a model's parts are stored and multiplied. Embeddings, LM head, norms and routers usually stay in 16 bits when the rest is
 * quantised. W8A16 and W4A16 multiply in 16 bits, so `compute` is the activations' format, not the weights'.
 */
export interface NumberPlan {
  /** Attention projections and feed-forward matrices. */
  readonly linear: WeightFormat;
  /** Matrices of experts, where they differ. */
  readonly experts?: WeightFormat | undefined;
  /** LM head, embeddings, routers, norms and biases. */
  readonly rest: WeightFormat;
  readonly kv: KvFormat;
  readonly compute: ComputePrecision;
}

/** Everything in 16 bits. */
export const halfPrecision: NumberPlan = { linear: "bf16", rest: "bf16", kv: "bf16", compute: "bf16" };

/** Bytes of one activation between two operators: engines keep them in 16 bits. */
export const activationBytes = 2;
