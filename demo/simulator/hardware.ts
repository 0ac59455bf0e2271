/**
 * Specifications of accelerators and models: dense peaks and bandwidths from vendor tables, shapes from published
 * configurations.
 */

/** Dense peaks and bandwidths of an accelerator, from the vendor's tables. */
export interface Gpu {
  readonly name: string;
  readonly memoryBytes: number;
  readonly memoryBandwidthBytesPerSecond: number;
  /** Dense peak in FLOP/s by precision. */
  readonly peakFlops: { readonly fp16: number; readonly fp8: number };
  readonly smClockMhz: number;
  readonly memoryClockMhz: number;
  readonly idleWatts: number;
  readonly fullLoadWatts: number;
  /** Bandwidth in one direction between GPUs of one host. */
  readonly linkBytesPerSecond: number;
}

/** Shape of a model, from its published configuration. */
export interface Model {
  readonly servedName: string;
  readonly layerCount: number;
  readonly hiddenSize: number;
  readonly attentionHeadCount: number;
  readonly attentionHeadSize: number;
  /** Parameters multiplied for each token. */
  readonly activeParameters: number;
  /** Active parameters in the LM head, which a prompt needs for its last token only. */
  readonly lmHeadParameters: number;
  /** Parameters that a step reads from memory when it uses all of them. */
  readonly streamedParameters: number;
  /**
   * Experts of a mixture-of-experts model; absent for dense models. `parameters` counts all experts; a step reads
   * only the experts that its tokens use.
   */
  readonly experts?: { readonly count: number; readonly perToken: number; readonly parameters: number };
  readonly bytesPerParameter: number;
  readonly precision: "fp16" | "fp8";
  /** KV cache bytes of one token in all layers, on all GPUs together. */
  readonly kvBytesPerToken: number;
  readonly maxContextTokens: number;
}

const tera = 1e12;
const giga = 1e9;

export const gpus = {
  h100: {
    name: "NVIDIA H100 80GB HBM3",
    memoryBytes: 80 * giga,
    memoryBandwidthBytesPerSecond: 3350 * giga,
    peakFlops: { fp16: 989.4 * tera, fp8: 1978.9 * tera },
    smClockMhz: 1980,
    memoryClockMhz: 2619,
    idleWatts: 72,
    fullLoadWatts: 700,
    linkBytesPerSecond: 450 * giga,
  },
  h200: {
    name: "NVIDIA H200",
    memoryBytes: 141 * giga,
    memoryBandwidthBytesPerSecond: 4800 * giga,
    peakFlops: { fp16: 989.4 * tera, fp8: 1978.9 * tera },
    smClockMhz: 1980,
    memoryClockMhz: 3201,
    idleWatts: 76,
    fullLoadWatts: 700,
    linkBytesPerSecond: 450 * giga,
  },
  l40s: {
    name: "NVIDIA L40S",
    memoryBytes: 48 * giga,
    memoryBandwidthBytesPerSecond: 864 * giga,
    peakFlops: { fp16: 362 * tera, fp8: 733 * tera },
    smClockMhz: 2520,
    memoryClockMhz: 9001,
    idleWatts: 35,
    fullLoadWatts: 350,
    linkBytesPerSecond: 32 * giga,
  },
  mi300x: {
    name: "AMD Instinct MI300X",
    memoryBytes: 192 * giga,
    memoryBandwidthBytesPerSecond: 5300 * giga,
    peakFlops: { fp16: 1307.4 * tera, fp8: 2614.9 * tera },
    smClockMhz: 2100,
    memoryClockMhz: 1300,
    idleWatts: 140,
    fullLoadWatts: 750,
    linkBytesPerSecond: 448 * giga,
  },
} as const satisfies Record<string, Gpu>;

export const models = {
  "llama-3.1-70b": {
    servedName: "chat-70b",
    layerCount: 80,
    hiddenSize: 8192,
    attentionHeadCount: 64,
    attentionHeadSize: 128,
    activeParameters: 69_503_033_344,
    lmHeadParameters: 1_050_673_152,
    streamedParameters: 69_503_033_344,
    bytesPerParameter: 1,
    precision: "fp8",
    kvBytesPerToken: 327_680,
    maxContextTokens: 32_768,
  },
  "qwen2.5-32b": {
    servedName: "code-32b",
    layerCount: 64,
    hiddenSize: 5120,
    attentionHeadCount: 40,
    attentionHeadSize: 128,
    activeParameters: 31_985_308_672,
    lmHeadParameters: 778_567_680,
    streamedParameters: 31_985_308_672,
    bytesPerParameter: 2,
    precision: "fp16",
    kvBytesPerToken: 262_144,
    maxContextTokens: 32_768,
  },
  "qwen3-14b": {
    servedName: "extract-14b",
    layerCount: 40,
    hiddenSize: 5120,
    attentionHeadCount: 40,
    attentionHeadSize: 128,
    activeParameters: 13_990_394_880,
    lmHeadParameters: 777_912_320,
    streamedParameters: 13_990_394_880,
    bytesPerParameter: 2,
    precision: "fp16",
    kvBytesPerToken: 163_840,
    maxContextTokens: 32_768,
  },
  "qwen3-30b-a3b": {
    servedName: "search-30b",
    layerCount: 48,
    hiddenSize: 2048,
    attentionHeadCount: 32,
    attentionHeadSize: 128,
    activeParameters: 3_041_867_776,
    lmHeadParameters: 311_164_928,
    streamedParameters: 30_220_957_696,
    experts: { count: 128, perToken: 8, parameters: 28_991_029_248 },
    bytesPerParameter: 2,
    precision: "fp16",
    kvBytesPerToken: 98_304,
    maxContextTokens: 32_768,
  },
  "llama-3.1-8b": {
    servedName: "assist-8b",
    layerCount: 32,
    hiddenSize: 4096,
    attentionHeadCount: 32,
    attentionHeadSize: 128,
    activeParameters: 7_504_924_672,
    lmHeadParameters: 525_336_576,
    streamedParameters: 7_504_924_672,
    bytesPerParameter: 2,
    precision: "fp16",
    kvBytesPerToken: 131_072,
    maxContextTokens: 32_768,
  },
} as const satisfies Record<string, Model>;
