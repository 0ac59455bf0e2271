/** The gpt-oss models: every second layer attends to 128 tokens; experts are in MXFP4. */
import { plainParts } from "@/lib/model/roofline/architecture";
import { halfPrecision } from "@/lib/model/roofline/precision";
import type { ModelRow } from "./model-row";

export const gptOss: readonly ModelRow[] = [
  {
    id: "gpt-oss-120b",
    name: "gpt-oss-120b",
    repository: "openai/gpt-oss-120b",
    alsoNamed: [],
    layers: 36,
    hidden: 2880,
    attention: { kind: "grouped", heads: 64, kvHeads: 8, headDim: 64 },
    ffn: 2880,
    isGated: true,
    experts: { count: 128, perToken: 4, ffn: 2880, shared: 0, layers: 36 },
    window: { tokens: 128, layers: 18 },
    vocabulary: 201088,
    isTied: false,
    maxContextTokens: 131072,
    small: { ...plainParts, bias: "attention-and-experts", sinks: true },
    published: { ...halfPrecision, experts: "mxfp4" },
    confidence: "second-source",
    source: "openai/gpt-oss@7b583341 gpt_oss/torch/model.py and README.md",
  },
  {
    id: "gpt-oss-20b",
    name: "gpt-oss-20b",
    repository: "openai/gpt-oss-20b",
    alsoNamed: [],
    layers: 24,
    hidden: 2880,
    attention: { kind: "grouped", heads: 64, kvHeads: 8, headDim: 64 },
    ffn: 2880,
    isGated: true,
    experts: { count: 32, perToken: 4, ffn: 2880, shared: 0, layers: 24 },
    window: { tokens: 128, layers: 12 },
    vocabulary: 201088,
    isTied: false,
    maxContextTokens: 131072,
    small: { ...plainParts, bias: "attention-and-experts", sinks: true },
    published: { ...halfPrecision, experts: "mxfp4" },
    confidence: "second-source",
    source: "openai/gpt-oss@7b583341 gpt_oss/torch/model.py, layers and experts from the model card",
  },
];
