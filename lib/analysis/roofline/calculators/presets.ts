/**
 * Well-known worked examples as inputs of the calculators, with the published result. If the published result is wrong,
 * a correction explains it. Inputs are flat objects, so that a URL can contain them.
 */
import type { KvFormat, WeightFormat } from "@/lib/model/roofline/precision";

/** Input of the calculator for a matrix product. */
export interface MatmulInput {
  readonly calculator: "matmul";
  readonly rows: number;
  readonly inputs: number;
  readonly outputs: number;
  readonly weights: WeightFormat;
  readonly accelerator: string;
}

/** Input of the calculator for the size of a KV cache. */
export interface KvInput {
  readonly calculator: "kv-cache";
  readonly model: string;
  readonly kv: KvFormat;
  readonly contextTokens: number;
  readonly sequences: number;
  /** Memory for the KV cache; 0 if the capacity is not requested. */
  readonly capacityGigabytes: number;
}

/** Input of the calculator for the size of a model's weights. */
export interface WeightsInput {
  readonly calculator: "weights";
  readonly model: string;
  readonly weights: WeightFormat;
}

/** Input of the calculator for the batch size from which decode is compute-bound. */
export interface BreakEvenInput {
  readonly calculator: "break-even";
  readonly model: string;
  readonly accelerator: string;
  readonly weights: WeightFormat;
  readonly kv: KvFormat;
  readonly contextTokens: number;
}

/** Input of one of the calculators. */
export type CalculatorInput = MatmulInput | KvInput | WeightsInput | BreakEvenInput;

/** A published example for one of the calculators, with the result that its source states. */
export interface CalculatorPreset {
  readonly id: string;
  readonly title: string;
  readonly input: CalculatorInput;
  /** Publication that contains the example. */
  readonly source: string;
  /** Result that the source states, in the unit of `quantity`. Absent if the source states no result. */
  readonly sourceValue?: { readonly value: number; readonly quantity: SourceQuantity };
  /** Sentence that explains an error in the source's result. Absent if the result is correct. */
  readonly correction?: string;
}

/** Calculated quantity for which a publication states a value, named like the field of the result. */
export type SourceQuantity =
  | "intensityFlopPerByte"
  | "bytes"
  | "bytesPerToken"
  | "maxSequences"
  | "storedBytes"
  | "readBytes"
  | "batch"
  | "rows";

const guide = "H100 example in a guide to inference bottlenecks";
const databricks = "Databricks, LLM inference performance engineering, 2023";
const book = "jax-ml/scaling-book@0819a7d8, inference";

/** Worked examples of the calculators, with published results. */
export const calculatorPresets: readonly CalculatorPreset[] = [
  {
    id: "one-token-matmul",
    title: "One token through a 4096 × 4096 matrix",
    input: {
      calculator: "matmul",
      rows: 1,
      inputs: 4096,
      outputs: 4096,
      weights: "fp16",
      accelerator: "h100-sxm",
    },
    source: guide,
    sourceValue: { value: 0.5, quantity: "intensityFlopPerByte" },
    correction:
      "The source of this example counts the weights twice (67 MB). The weights are read once (33.6 MB), so the correct intensity is 1.0 FLOP/B.",
  },
  {
    id: "many-tokens-matmul",
    title: "1024 tokens through the same matrix",
    input: {
      calculator: "matmul",
      rows: 1024,
      inputs: 4096,
      outputs: 4096,
      weights: "fp16",
      accelerator: "h100-sxm",
    },
    source: "the same product with T rows: 2·T·i·o FLOPs divided by its bytes",
    sourceValue: { value: 682.667, quantity: "intensityFlopPerByte" },
  },
  {
    id: "int4-matmul",
    title: "8 tokens, 4-bit weights with one scale per 128 weights",
    input: {
      calculator: "matmul",
      rows: 8,
      inputs: 4096,
      outputs: 4096,
      weights: "int4-g128",
      accelerator: "h100-sxm",
    },
    source: "the same product with AWQ's format",
  },
  {
    id: "wide-matmul",
    title: "Tokens per step from which the feed-forward layer of a 70B model is compute-bound",
    input: {
      calculator: "matmul",
      rows: 310,
      inputs: 8192,
      outputs: 28_672,
      weights: "fp16",
      accelerator: "h100-sxm",
    },
    source: "T* = R·b·i·o / (2·i·o − R·b·(i + o))",
    sourceValue: { value: 310, quantity: "rows" },
  },
  {
    id: "databricks-kv",
    title: "Cache of Llama 2 70B, 64 sequences of 1024 tokens",
    input: {
      calculator: "kv-cache",
      model: "llama-2-70b",
      kv: "fp16",
      contextTokens: 1024,
      sequences: 64,
      capacityGigabytes: 0,
    },
    source: databricks,
    sourceValue: { value: 20 * 1024 ** 3, quantity: "bytes" },
  },
  {
    id: "grouped-kv",
    title: "Cache of one token, Llama 3 8B",
    input: {
      calculator: "kv-cache",
      model: "llama-3-8b",
      kv: "fp16",
      contextTokens: 1,
      sequences: 1,
      capacityGigabytes: 0,
    },
    source: "formula in a guide to inference bottlenecks: 2 × tokens × layers × heads × size × bytes",
    sourceValue: { value: 524_288, quantity: "bytesPerToken" },
    correction: "“Heads” must be KV heads, 8 and not 32. With query heads the result is 4 times too high.",
  },
  {
    id: "latent-kv",
    title: "Cache of one token, DeepSeek-V3",
    input: {
      calculator: "kv-cache",
      model: "deepseek-v3",
      kv: "bf16",
      contextTokens: 1,
      sequences: 1,
      capacityGigabytes: 0,
    },
    source: "61 layers × (512 + 64) × 2 bytes",
    sourceValue: { value: 70_272, quantity: "bytesPerToken" },
  },
  {
    id: "pool-concurrency",
    title: "Sequences of 4096 tokens in a KV cache of 47.62 GB, Llama 2 7B",
    input: {
      calculator: "kv-cache",
      model: "llama-2-7b",
      kv: "fp16",
      contextTokens: 4096,
      sequences: 1,
      capacityGigabytes: 47.62,
    },
    source: "FerranAgulloLopez/vLLMBatchingMemoryGap@a918634: 5677 blocks of 16 tokens",
    sourceValue: { value: 22.18, quantity: "maxSequences" },
  },
  {
    id: "int4-weights",
    title: "Llama 3.1 8B in 4 bits: bytes read per decode step",
    input: { calculator: "weights", model: "llama-3.1-8b", weights: "int4-g128" },
    source: "AWQ, groups of 128. Embeddings and LM head stay in 16 bits.",
    sourceValue: { value: 4.68e9, quantity: "readBytes" },
    correction:
      "Half a byte for each of 8 billion parameters would be 3.9 GB. This ignores the scales and the LM head.",
  },
  {
    id: "half-weights",
    title: "Llama 2 70B in 16 bits: larger than one GPU",
    input: { calculator: "weights", model: "llama-2-70b", weights: "fp16" },
    source: "68,976,648,192 parameters × 2 bytes",
    sourceValue: { value: 137.95e9, quantity: "storedBytes" },
  },
  {
    id: "book-break-even",
    title: "Tokens per step from which a TPU v5e is compute-bound",
    input: {
      calculator: "matmul",
      rows: 240,
      inputs: 1_000_000,
      outputs: 1_000_000,
      weights: "bf16",
      accelerator: "tpu-v5e",
    },
    source: book,
    sourceValue: { value: 240, quantity: "rows" },
  },
  {
    id: "context-break-even",
    title: "Batch that makes Llama 3.1 8B compute-bound at 256 tokens",
    input: {
      calculator: "break-even",
      model: "llama-3.1-8b",
      accelerator: "h100-sxm",
      weights: "fp16",
      kv: "fp16",
      contextTokens: 256,
    },
    source: "B* = R·W / (f − R·k)",
    sourceValue: { value: 847, quantity: "batch" },
  },
  {
    id: "never-compute-bound",
    title: "Batch that makes Llama 3.1 8B compute-bound at 2048 tokens",
    input: {
      calculator: "break-even",
      model: "llama-3.1-8b",
      accelerator: "h100-sxm",
      weights: "fp16",
      kv: "fp16",
      contextTokens: 2048,
    },
    source: "advice to “increase the batch until compute-bound”",
    correction:
      "Above 393 tokens, no batch size makes decode compute-bound: every sequence adds cache bytes to read.",
  },
];
