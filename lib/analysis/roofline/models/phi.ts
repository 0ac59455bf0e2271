/** Models of the Phi family. */
import { defaultMinorTensors } from "@/lib/model/roofline/architecture";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { createFamilyRows, type ModelRow } from "./model-row";

/** Published architectures of Phi models. */
export const phiModels: readonly ModelRow[] = [
  ...createFamilyRows(
    {
      isGated: true,
      vocabulary: 32064,
      isTied: false,
      small: defaultMinorTensors,
      publishedFormats: bf16Formats,
      confidence: "second-source",
      source: "Lightning-AI/litgpt@26857050 litgpt/config.py",
    },
    [
      [
        "microsoft/Phi-3-mini-4k-instruct",
        [32, 3072, 8192, 32, 32, 96, 4096],
        {
          id: "phi-3-mini",
          window: { tokens: 2048, layers: 32 },
          note: "The sliding window of the 4k variant is used. The configuration states 2047 tokens.",
        },
      ],
      ["microsoft/phi-4", [40, 5120, 17920, 40, 10, 128, 16384], { vocabulary: 100352 }],
      [
        "microsoft/Phi-4-mini-instruct",
        [32, 3072, 8192, 24, 8, 128, 131072],
        { id: "phi-4-mini", vocabulary: 200064, isTied: true },
      ],
    ],
  ),
];
