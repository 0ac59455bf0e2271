/** DeepSeek-V3 and R1: multi-head latent attention, 256 experts. */
import { defaultMinorTensors } from "@/lib/model/roofline/architecture";
import { bf16Formats } from "@/lib/model/roofline/precision";
import type { ModelRow } from "./model-row";

/** Published architectures of DeepSeek models. */
export const deepSeekModels: readonly ModelRow[] = [
  {
    id: "deepseek-v3",
    name: "DeepSeek-V3",
    repository: "deepseek-ai/DeepSeek-V3",
    aliases: [
      "deepseek-ai/DeepSeek-R1",
      "deepseek-ai/DeepSeek-V3-0324",
      "deepseek-ai/DeepSeek-V3.1",
      "deepseek-ai/DeepSeek-R1-0528",
    ],
    layers: 61,
    hidden: 7168,
    attention: {
      kind: "latent",
      heads: 128,
      queryRank: 1536,
      kvRank: 512,
      nopeDim: 128,
      ropeDim: 64,
      valueDim: 128,
    },
    ffn: 18432,
    isGated: true,
    experts: { count: 256, perToken: 8, ffn: 2048, shared: 1, layers: 58 },
    vocabulary: 129280,
    isTied: false,
    maxContextTokens: 163840,
    small: { ...defaultMinorTensors, routerBias: true },
    publishedFormats: { ...bf16Formats, linear: "fp8-blocks", compute: "fp8" },
    confidence: "second-source",
    source: "deepseek-ai/DeepSeek-V3@9b4e9788 inference/configs/config_671B.json",
    note: "The module for multi-token prediction, 14 B parameters, is not counted.",
  },
];
