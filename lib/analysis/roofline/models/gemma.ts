/** Models of the Gemma family: four norms per layer, sliding windows on some layers. Text parts only. */
import { defaultMinorTensors } from "@/lib/model/roofline/architecture";
import { bf16Formats } from "@/lib/model/roofline/precision";
import { createFamilyRows, type ModelRow } from "./model-row";

/** Published architectures of Gemma models. */
export const gemmaModels: readonly ModelRow[] = [
  ...createFamilyRows(
    {
      isGated: true,
      vocabulary: 256000,
      isTied: true,
      small: { ...defaultMinorTensors, normsPerLayer: 4 },
      publishedFormats: bf16Formats,
      confidence: "second-source",
      source: "Lightning-AI/litgpt@26857050 litgpt/config.py",
    },
    [
      ["google/gemma-2-2b", [26, 2304, 9216, 8, 4, 256, 8192], { window: { tokens: 4096, layers: 13 } }],
      ["google/gemma-2-9b", [42, 3584, 14336, 16, 8, 256, 8192], { window: { tokens: 4096, layers: 21 } }],
      ["google/gemma-2-27b", [46, 4608, 36864, 32, 16, 128, 8192], { window: { tokens: 4096, layers: 23 } }],
    ],
  ),
  ...createFamilyRows(
    {
      isGated: true,
      vocabulary: 262144,
      isTied: true,
      small: { ...defaultMinorTensors, normsPerLayer: 4, queryKeyNorm: true },
      publishedFormats: bf16Formats,
      confidence: "second-source",
      source: "Lightning-AI/litgpt@26857050 litgpt/config.py",
    },
    [
      [
        "google/gemma-3-1b-it",
        [26, 1152, 6912, 4, 1, 256, 32768],
        {
          id: "gemma-3-1b",
          window: { tokens: 512, layers: 22 },
          note: "The vision tower, about 0.4 B parameters, is not counted.",
        },
      ],
      [
        "google/gemma-3-4b-it",
        [34, 2560, 10240, 8, 4, 256, 131072],
        {
          id: "gemma-3-4b",
          window: { tokens: 1024, layers: 29 },
          note: "The vision tower, about 0.4 B parameters, is not counted.",
        },
      ],
      [
        "google/gemma-3-12b-it",
        [48, 3840, 15360, 16, 8, 256, 131072],
        {
          id: "gemma-3-12b",
          window: { tokens: 1024, layers: 40 },
          note: "The vision tower, about 0.4 B parameters, is not counted.",
        },
      ],
      [
        "google/gemma-3-27b-it",
        [62, 5376, 21504, 32, 16, 128, 131072],
        {
          id: "gemma-3-27b",
          window: { tokens: 1024, layers: 52 },
          note: "The vision tower, about 0.4 B parameters, is not counted.",
        },
      ],
    ],
  ),
];
