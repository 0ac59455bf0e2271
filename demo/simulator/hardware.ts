/**
 * Specifications of accelerators and models: dense peaks and bandwidths from vendor tables, shapes from published
 * configurations.
 */

export interface Gpu {
  readonly name: string;
  readonly memoryBytes: number;
  readonly bandwidthBytesPerSecond: number;
  /** Dense peak by precision. */
  readonly peakFlops: { readonly fp16: number; readonly fp8: number };
  readonly smClockMhz: number;
  readonly memoryClockMhz: number;
  readonly idleWatts: number;
  readonly fullWatts: number;
  /** Bandwidth in one direction between GPUs of one host. */
  readonly linkBytesPerSecond: number;
}

export interface Model {
  readonly servedName: string;
  readonly layers: number;
  readonly hidden: number;
  readonly heads: number;
  readonly headDim: number;
  /** Parameters multiplied for each token. */
  readonly activeParameters: number;
  /** Active parameters in the LM head, which a prompt needs for its last token only. */
  readonly headParameters: number;
  /** Parameters that a step reads from memory when it uses all of them. */
  readonly streamedParameters: number;
  /**
   * Experts of a mixture-of-experts model; absent for dense models. `parameters` counts all experts; a step reads
   * only the experts that its tokens use.
   */
  readonly experts?: { readonly count: number; readonly perToken: number; readonly parameters: number };
  readonly bytesPerParameter: number;
  readonly precision: "fp16" | "fp8";
  readonly kvBytesPerToken: number;
  readonly maxContextTokens: number;
}

const tera = 1e12;
const giga = 1e9;

export const gpus = {
  h100: {
    name: "NVIDIA H100 80GB HBM3",
    memoryBytes: 80 * giga,
    bandwidthBytesPerSecond: 3350 * giga,
    peakFlops: { fp16: 989.4 * tera, fp8: 1978.9 * tera },
    smClockMhz: 1980,
    memoryClockMhz: 2619,
    idleWatts: 72,
    fullWatts: 700,
    linkBytesPerSecond: 450 * giga,
  },
  h200: {
    name: "NVIDIA H200",
    memoryBytes: 141 * giga,
    bandwidthBytesPerSecond: 4800 * giga,
    peakFlops: { fp16: 989.4 * tera, fp8: 1978.9 * tera },
    smClockMhz: 1980,
    memoryClockMhz: 3201,
    idleWatts: 76,
    fullWatts: 700,
    linkBytesPerSecond: 450 * giga,
  },
  l40s: {
    name: "NVIDIA L40S",
    memoryBytes: 48 * giga,
    bandwidthBytesPerSecond: 864 * giga,
    peakFlops: { fp16: 362 * tera, fp8: 733 * tera },
    smClockMhz: 2520,
    memoryClockMhz: 9001,
    idleWatts: 35,
    fullWatts: 350,
    linkBytesPerSecond: 32 * giga,
  },
  mi300x: {
    name: "AMD Instinct MI300X",
    memoryBytes: 192 * giga,
    bandwidthBytesPerSecond: 5300 * giga,
    peakFlops: { fp16: 1307.4 * tera, fp8: 2614.9 * tera },
    smClockMhz: 2100,
    memoryClockMhz: 1300,
    idleWatts: 140,
    fullWatts: 750,
    linkBytesPerSecond: 448 * giga,
  },
} as const satisfies Record<string, Gpu>;

export const models = {
  "llama-3.1-70b": {
    servedName: "chat-70b",
    layers: 80,
    hidden: 8192,
    heads: 64,
    headDim: 128,
    activeParameters: 69_503_033_344,
    headParameters: 1_050_673_152,
    streamedParameters: 69_503_033_344,
    bytesPerParameter: 1,
    precision: "fp8",
    kvBytesPerToken: 327_680,
    maxContextTokens: 32_768,
  },
  "qwen2.5-32b": {
    servedName: "code-32b",
    layers: 64,
    hidden: 5120,
    heads: 40,
    headDim: 128,
    activeParameters: 31_985_308_672,
    headParameters: 778_567_680,
    streamedParameters: 31_985_308_672,
    bytesPerParameter: 2,
    precision: "fp16",
    kvBytesPerToken: 262_144,
    maxContextTokens: 32_768,
  },
  "qwen3-14b": {
    servedName: "extract-14b",
    layers: 40,
    hidden: 5120,
    heads: 40,
    headDim: 128,
    activeParameters: 13_990_394_880,
    headParameters: 777_912_320,
    streamedParameters: 13_990_394_880,
    bytesPerParameter: 2,
    precision: "fp16",
    kvBytesPerToken: 163_840,
    maxContextTokens: 32_768,
  },
  "qwen3-30b-a3b": {
    servedName: "search-30b",
    layers: 48,
    hidden: 2048,
    heads: 32,
    headDim: 128,
    activeParameters: 3_041_867_776,
    headParameters: 311_164_928,
    streamedParameters: 30_220_957_696,
    experts: { count: 128, perToken: 8, parameters: 28_991_029_248 },
    bytesPerParameter: 2,
    precision: "fp16",
    kvBytesPerToken: 98_304,
    maxContextTokens: 32_768,
  },
  "llama-3.1-8b": {
    servedName: "assist-8b",
    layers: 32,
    hidden: 4096,
    heads: 32,
    headDim: 128,
    activeParameters: 7_504_924_672,
    headParameters: 525_336_576,
    streamedParameters: 7_504_924_672,
    bytesPerParameter: 2,
    precision: "fp16",
    kvBytesPerToken: 131_072,
    maxContextTokens: 32_768,
  },
} as const satisfies Record<string, Model>;
