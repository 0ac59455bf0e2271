/** Models of the Llama family. */
import { defaultMinorTensors } from "@/lib/model/roofline/architecture";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { createFamilyRows, type ModelRow } from "./model-row";

/** Published architectures of Llama models. */
export const llamaModels: readonly ModelRow[] = [
  ...createFamilyRows(
    {
      isGated: true,
      vocabulary: 32000,
      isTied: false,
      small: defaultMinorTensors,
      publishedFormats: { linear: "fp16", rest: "fp16", kv: "fp16", compute: "fp16" },
      confidence: "second-source",
      source: "Lightning-AI/litgpt@26857050 litgpt/config.py",
    },
    [
      ["meta-llama/Llama-2-7b-hf", [32, 4096, 11008, 32, 32, 128, 4096], { name: "Llama-2-7b" }],
      ["meta-llama/Llama-2-13b-hf", [40, 5120, 13824, 40, 40, 128, 4096], { name: "Llama-2-13b" }],
      ["meta-llama/Llama-2-70b-hf", [80, 8192, 28672, 64, 8, 128, 4096], { name: "Llama-2-70b" }],
    ],
  ),
  ...createFamilyRows(
    {
      isGated: true,
      vocabulary: 128256,
      isTied: false,
      small: defaultMinorTensors,
      publishedFormats: bf16Formats,
      confidence: "second-source",
      source: "Lightning-AI/litgpt@26857050 litgpt/config.py",
    },
    [
      [
        "meta-llama/Meta-Llama-3-8B",
        [32, 4096, 14336, 32, 8, 128, 8192],
        { name: "Llama-3-8B", aliases: ["meta-llama/Llama-3-8B"] },
      ],
      [
        "meta-llama/Meta-Llama-3.1-8B",
        [32, 4096, 14336, 32, 8, 128, 131072],
        {
          name: "Llama-3.1-8B",
          aliases: ["meta-llama/Llama-3.1-8B", "deepseek-ai/DeepSeek-R1-Distill-Llama-8B"],
        },
      ],
      [
        "meta-llama/Meta-Llama-3-70B",
        [80, 8192, 28672, 64, 8, 128, 8192],
        { name: "Llama-3-70B", aliases: ["meta-llama/Llama-3-70B"] },
      ],
      [
        "meta-llama/Meta-Llama-3.1-70B",
        [80, 8192, 28672, 64, 8, 128, 131072],
        {
          name: "Llama-3.1-70B",
          aliases: [
            "meta-llama/Llama-3.1-70B",
            "meta-llama/Llama-3.3-70B-Instruct",
            "deepseek-ai/DeepSeek-R1-Distill-Llama-70B",
          ],
        },
      ],
      [
        "meta-llama/Meta-Llama-3.1-405B",
        [126, 16384, 53248, 128, 8, 128, 131072],
        { name: "Llama-3.1-405B", aliases: ["meta-llama/Llama-3.1-405B"] },
      ],
      ["meta-llama/Llama-3.2-1B", [16, 2048, 8192, 32, 8, 64, 131072], { isTied: true }],
      ["meta-llama/Llama-3.2-3B", [28, 3072, 8192, 24, 8, 128, 131072], { isTied: true }],
    ],
  ),
];
