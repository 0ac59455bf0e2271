/** Models of the Qwen family: Qwen 2.5 has biases on queries, keys and values; Qwen 3 normalises them. */
import { defaultMinorTensors } from "@/lib/model/roofline/architecture";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { createFamilyRows, type ModelRow } from "./model-row";

/** Published architectures of Qwen models. */
export const qwenModels: readonly ModelRow[] = [
  ...createFamilyRows(
    {
      isGated: true,
      vocabulary: 152064,
      isTied: false,
      small: { ...defaultMinorTensors, bias: "qkv" },
      publishedFormats: bf16Formats,
      confidence: "second-source",
      source: "Lightning-AI/litgpt@26857050 litgpt/config.py",
    },
    [
      ["Qwen/Qwen2.5-0.5B", [24, 896, 4864, 14, 2, 64, 32768], { vocabulary: 151936, isTied: true }],
      ["Qwen/Qwen2.5-1.5B", [28, 1536, 8960, 12, 2, 128, 131072], { vocabulary: 151936, isTied: true }],
      ["Qwen/Qwen2.5-3B", [36, 2048, 11008, 16, 2, 128, 32768], { vocabulary: 151936, isTied: true }],
      ["Qwen/Qwen2.5-7B", [28, 3584, 18944, 28, 4, 128, 131072]],
      [
        "Qwen/Qwen2.5-14B",
        [48, 5120, 13824, 40, 8, 128, 131072],
        { aliases: ["deepseek-ai/DeepSeek-R1-Distill-Qwen-14B"] },
      ],
      [
        "Qwen/Qwen2.5-32B",
        [64, 5120, 27648, 40, 8, 128, 131072],
        { aliases: ["Qwen/QwQ-32B", "deepseek-ai/DeepSeek-R1-Distill-Qwen-32B"] },
      ],
      ["Qwen/Qwen2.5-72B", [80, 8192, 29568, 64, 8, 128, 131072]],
    ],
  ),
  ...createFamilyRows(
    {
      isGated: true,
      vocabulary: 151936,
      isTied: false,
      small: { ...defaultMinorTensors, queryKeyNorm: true },
      publishedFormats: bf16Formats,
      confidence: "second-source",
      source: "Lightning-AI/litgpt@26857050 litgpt/config.py",
    },
    [
      ["Qwen/Qwen3-0.6B", [28, 1024, 3072, 16, 8, 128, 40960], { isTied: true }],
      ["Qwen/Qwen3-4B", [36, 2560, 9728, 32, 8, 128, 40960], { isTied: true }],
      ["Qwen/Qwen3-8B", [36, 4096, 12288, 32, 8, 128, 40960]],
      ["Qwen/Qwen3-14B", [40, 5120, 17408, 40, 8, 128, 40960]],
      ["Qwen/Qwen3-32B", [64, 5120, 25600, 64, 8, 128, 40960]],
      [
        "Qwen/Qwen3-30B-A3B",
        [48, 2048, 6144, 32, 4, 128, 40960],
        { experts: { count: 128, perToken: 8, ffn: 768, shared: 0, layers: 48 } },
      ],
      [
        "Qwen/Qwen3-235B-A22B",
        [94, 4096, 12288, 64, 4, 128, 40960],
        { experts: { count: 128, perToken: 8, ffn: 1536, shared: 0, layers: 94 } },
      ],
    ],
  ),
];
