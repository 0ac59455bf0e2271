/** Properties of a model family's code that its configuration does not contain. */
import { defaultMinorTensors, type MinorTensors } from "@/lib/model/roofline/architecture";

/** Properties that all models of a family share. */
export interface ModelFamily {
  /** True if feed-forward networks have three matrices (SwiGLU, GeGLU) instead of two. */
  readonly isGated: boolean;
  /**
   * True if the LM head and the input embedding are the same matrix. Used if the configuration does not contain the
   * field.
   */
  readonly isTied: boolean;
  /** Small tensors that differ from the default. */
  readonly small: Partial<MinorTensors>;
}

const gated: ModelFamily = { isGated: true, isTied: false, small: {} };
const layerNorms: Partial<MinorTensors> = { bias: "all", normHasBias: true };
const plain: ModelFamily = { isGated: false, isTied: true, small: layerNorms };
const gemma: ModelFamily = { isGated: true, isTied: true, small: {} };

/** Families by `model_type` of their configuration. */
export const modelFamilies: Readonly<Record<string, ModelFamily>> = {
  llama: gated,
  mistral: gated,
  mixtral: gated,
  phi3: gated,
  qwen2: { ...gated, small: { bias: "qkv" } },
  qwen2_moe: { ...gated, small: { bias: "qkv" } },
  qwen3: { ...gated, small: { queryKeyNorm: true } },
  qwen3_moe: { ...gated, small: { queryKeyNorm: true } },
  gemma,
  gemma2: { ...gemma, small: { normsPerLayer: 4 } },
  gemma3: { ...gemma, small: { normsPerLayer: 4, queryKeyNorm: true } },
  gemma3_text: { ...gemma, small: { normsPerLayer: 4, queryKeyNorm: true } },
  deepseek_v2: gated,
  deepseek_v3: { ...gated, small: { routerBias: true } },
  gpt_oss: { ...gated, small: { bias: "attention-and-experts", sinks: true } },
  granite: gated,
  olmo2: { ...gated, small: { queryKeyNorm: true } },
  opt: plain,
  gpt2: plain,
  falcon: { ...plain, small: {} },
  starcoder2: plain,
};

/** Model families (`model_type`) whose layers cannot be counted, with the reason. */
export const unsupportedFamilies: Readonly<Record<string, string>> = {
  llama4: "its layers use chunked attention and alternate with experts, which is not supported yet",
  mamba: "it has no attention",
  mamba2: "it has no attention",
  rwkv: "it has no attention",
  jamba: "most of its layers have no attention",
  qwen3_next: "most of its layers have linear attention",
  t5: "it has an encoder",
  whisper: "it has an encoder",
  bert: "it does not generate",
};

/** Returns the default small tensors (norms, biases, sinks) with these overrides. */
export function minorTensors(overrides: Partial<MinorTensors>): MinorTensors {
  return { ...defaultMinorTensors, ...overrides };
}
