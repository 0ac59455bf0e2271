/** Models of Mistral. */
import { defaultMinorTensors } from "@/lib/model/roofline/architecture";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { createFamilyRows, type ModelRow } from "./model-row";

/** Published architectures of Mistral models. */
export const mistralModels: readonly ModelRow[] = [
  ...createFamilyRows(
    {
      isGated: true,
      vocabulary: 32000,
      isTied: false,
      small: defaultMinorTensors,
      publishedFormats: bf16Formats,
      confidence: "second-source",
      source: "Lightning-AI/litgpt@26857050 litgpt/config.py",
    },
    [
      [
        "mistralai/Mistral-7B-v0.1",
        [32, 4096, 14336, 32, 8, 128, 32768],
        { window: { tokens: 4096, layers: 32 }, note: "v0.2 and v0.3 have no window." },
      ],
      [
        "mistralai/Mistral-7B-v0.3",
        [32, 4096, 14336, 32, 8, 128, 32768],
        { aliases: ["mistralai/Mistral-7B-v0.2"], vocabulary: 32768 },
      ],
      [
        "mistralai/Mixtral-8x7B-v0.1",
        [32, 4096, 14336, 32, 8, 128, 32768],
        { id: "mixtral-8x7b", experts: { count: 8, perToken: 2, ffn: 14336, shared: 0, layers: 32 } },
      ],
      [
        "mistralai/Mixtral-8x22B-v0.1",
        [56, 6144, 16384, 48, 8, 128, 65536],
        {
          id: "mixtral-8x22b",
          experts: { count: 8, perToken: 2, ffn: 16384, shared: 0, layers: 56 },
          vocabulary: 32768,
        },
      ],
    ],
  ),
];
