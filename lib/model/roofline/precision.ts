/**
 * Number formats of inference: for the arithmetic units, for stored weights and for the KV cache. Bytes per element
 * include the scales and zero points that are read with the elements.
 */

/** Precisions for which arithmetic units have a peak. */
export const computePrecisions = ["fp32", "tf32", "fp16", "bf16", "fp8", "int8", "fp4"] as const;
/** Precision for which arithmetic units have a peak. */
export type ComputePrecision = (typeof computePrecisions)[number];

/**
 * Bytes per weight by format, including scales and zero points: bits / 8 + (scale bytes + zero-point bytes)
 * / group size. FP8 blocks have one FP32 scale per 128 × 128 weights. INT4 g128 has an FP16 scale and a
 * 4-bit zero point (AWQ, GPTQ), g32 a BF16 scale and zero point. MXFP has one byte per 32 weights, NVFP4 one
 * per 16. GGUF formats are block bytes divided by elements. Scales per tensor or output channel are below
 * 0.1 % of a layer and not counted.
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
/** Number format in which weights are stored. */
export type WeightFormat = keyof typeof bytesPerWeight;

/** Names of all weight formats. */
export const weightFormatNames = Object.keys(bytesPerWeight) as readonly WeightFormat[];

/** Formats of the activations that a matrix product multiplies. */
export const activationFormats = ["auto", "a16"] as const;
/**
 * Format of the activations. "auto": 8 bits for weights of 8 bits (W8A8), 16 bits otherwise. "a16": 16 bits, so weights
 * are converted before the multiplication (W8A16, W4A16).
 */
export type ActivationFormat = (typeof activationFormats)[number];

/** Bytes per element of the KV cache by format. One scale per tensor or head is negligible. */
export const bytesPerKvElement = { fp32: 4, fp16: 2, bf16: 2, fp8: 1, int8: 1 } as const satisfies Readonly<
  Record<string, number>
>;
/** Number format of the KV cache. */
export type KvFormat = keyof typeof bytesPerKvElement;

/** Names of all KV cache formats. */
export const kvFormatNames = Object.keys(bytesPerKvElement) as readonly KvFormat[];

/**
 * Number formats of a model by part. With W8A16 and W4A16 the weights are multiplied in 16 bits, so
 * `compute` is the format of the activations. Embeddings, LM head, norms and routers usually stay in 16
 * bits.
 */
export interface NumberFormats {
  /** Attention projections and feed-forward matrices. */
  readonly linear: WeightFormat;
  /** Matrices of experts, if their format differs from `linear`. */
  readonly experts?: WeightFormat | undefined;
  /** LM head, embeddings, routers, norms and biases. */
  readonly rest: WeightFormat;
  readonly kv: KvFormat;
  readonly compute: ComputePrecision;
}

/** Number formats of a model that is stored and computed in BF16. */
export const bf16Formats: NumberFormats = { linear: "bf16", rest: "bf16", kv: "bf16", compute: "bf16" };

/** Bytes of one activation between two operators, which engines store in 16 bits. */
export const activationBytes = 2;
