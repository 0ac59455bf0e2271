/**
 * Number formats of inference: for the arithmetic units, for stored weights and for the KV cache. Bytes per element
 * include the scales and zero points that are read with the elements.
 */

/** Precisions for which arithmetic units have a peak. */
export const computePrecisions = ["fp32", "tf32", "fp16", "bf16", "fp8", "int8", "fp4"] as const;
export type ComputePrecision = (typeof computePrecisions)[number];

/**
 * Bytes per weight. For groups of g weights with a scale of s bytes and a zero point of z bytes: bits / 8 + (s + z) /
 * g. FP8 in blocks has one FP32 scale per 128 × 128. INT4 g128 has an FP16 scale and a 4-bit zero point (AWQ, GPTQ),
 * and g32 a BF16 scale and zero point. Micro-scaling formats have one byte per 32 (MXFP) or 16 (NVFP4) elements. For
 * GGUF formats it is the bytes of a block divided by its elements. INT8 and FP8 with one scale per tensor or output
 * channel count as 1, because such scales are below 0.1 % of a layer.
 */
export const bytesPerWeight = {
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
export type WeightFormat = keyof typeof bytesPerWeight;

export const weightFormatNames = Object.keys(bytesPerWeight) as readonly WeightFormat[];

/** Bytes per element of the KV cache. One scale per tensor or head is negligible. */
export const bytesPerKvElement = { fp32: 4, fp16: 2, bf16: 2, fp8: 1, int8: 1 } as const satisfies Readonly<
  Record<string, number>
>;
export type KvFormat = keyof typeof bytesPerKvElement;

export const kvFormatNames = Object.keys(bytesPerKvElement) as readonly KvFormat[];

/**
 * Formats in which a model's parts are stored and multiplied. Embeddings, LM head, norms and routers usually stay in
 * 16 bits when the rest is quantised. W8A16 and W4A16 multiply in 16 bits, so `compute` is the format of the
 * activations, not of the weights.
 */
export interface NumberFormats {
  /** Attention projections and feed-forward matrices. */
  readonly linear: WeightFormat;
  /** Matrices of experts, when their format differs. */
  readonly experts?: WeightFormat | undefined;
  /** LM head, embeddings, routers, norms and biases. */
  readonly rest: WeightFormat;
  readonly kv: KvFormat;
  readonly compute: ComputePrecision;
}

/** All parts in 16 bits. */
export const halfPrecision: NumberFormats = { linear: "bf16", rest: "bf16", kv: "bf16", compute: "bf16" };

/** Bytes of one activation between two operators: engines store them in 16 bits. */
export const activationBytes = 2;
