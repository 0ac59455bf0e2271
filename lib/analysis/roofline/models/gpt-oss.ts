/** The gpt-oss models: every second layer attends to 128 tokens; experts are in MXFP4. */
import { defaultMinorTensors } from "@/lib/model/roofline/architecture";
import { createFamilyRows, type ModelRow } from "./model-row";

/** Published architectures of the gpt-oss models. */
export const gptOssModels: readonly ModelRow[] = [
  ...createFamilyRows(
    {
      isGated: true,
      vocabulary: 201088,
      isTied: false,
      small: { ...defaultMinorTensors, bias: "attention-and-experts", sinks: true },
      publishedFormats: { linear: "bf16", rest: "bf16", kv: "bf16", compute: "bf16", experts: "mxfp4" },
      confidence: "second-source",
      source: "openai/gpt-oss@7b583341 gpt_oss/torch/model.py and README.md",
    },
    [
      [
        "openai/gpt-oss-120b",
        [36, 2880, 2880, 64, 8, 64, 131072],
        {
          experts: { count: 128, perToken: 4, ffn: 2880, shared: 0, layers: 36 },
          window: { tokens: 128, layers: 18 },
        },
      ],
      [
        "openai/gpt-oss-20b",
        [24, 2880, 2880, 64, 8, 64, 131072],
        {
          experts: { count: 32, perToken: 4, ffn: 2880, shared: 0, layers: 24 },
          window: { tokens: 128, layers: 12 },
          source: "openai/gpt-oss@7b583341 gpt_oss/torch/model.py, layers and experts from the model card",
        },
      ],
    ],
  ),
];
