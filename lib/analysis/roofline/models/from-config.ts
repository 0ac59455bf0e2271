/**
 * Reads a model's shape and number formats from its Hugging Face configuration. Missing values are taken from the
 * family and listed as remarks. A configuration that cannot be counted is refused with the field's name.
 */
import { ownValue } from "@/lib/base/own-value";
import { fail, succeed, type Result } from "@/lib/base/result";
import type { Architecture, Attention, Experts, SlidingWindow } from "@/lib/model/roofline/architecture";
import type { HfConfig } from "@/lib/model/roofline/hf-config-schema";
import type { NumberFormats } from "@/lib/model/roofline/precision";
import { createConfigReader, type ConfigProblem, type ConfigReader } from "./config-reader";
import { modelFamilies, minorTensors, unsupportedFamilies, type ModelFamily } from "./families";
import { formatsFromConfig } from "./formats-from-config";
import { sizeError } from "./size-error";

/** A model as its config.json describes it. */
export interface ConfiguredModel {
  readonly shape: Architecture;
  readonly formats: NumberFormats;
  /** Assumptions, one sentence each. */
  readonly remarks: readonly string[];
}

/** Reads a model from config.json, or returns the problems of the file. */
export function modelFromConfig(
  fileConfig: HfConfig,
  names: { readonly id: string; readonly name: string },
): Result<ConfiguredModel, readonly ConfigProblem[]> {
  const config: HfConfig = { ...fileConfig, ...withoutNulls(fileConfig.text_config) };
  const reader = createConfigReader(config);
  const remarks: string[] = [];
  if (fileConfig.text_config)
    remarks.push("Only the language model is counted, not the vision or audio parts.");
  const type = config.model_type ?? fileConfig.model_type ?? "";
  const reason = ownValue(unsupportedFamilies, type);
  if (reason !== undefined) reader.addProblem("model_type", `“${type}” is not supported: ${reason}`);
  if (config.is_encoder_decoder === true)
    reader.addProblem("is_encoder_decoder", "must not be true: only decoders are supported");
  if (config.layer_types?.some((one) => /linear|mamba|recurrent/.test(one)) === true)
    reader.addProblem("layer_types", "has layers without attention, which are not supported");
  const family = ownValue(modelFamilies, type);
  if (family === undefined && reason === undefined)
    remarks.push(`Unknown family “${type}”: treated like Llama.`);
  const context = {
    config,
    reader,
    remarks,
    type,
    family: family ?? modelFamilies["llama"],
  } as ConfigContext;
  const shape = { ...names, ...shapeOf(context) };
  if (reader.problems.length > 0) return fail(reader.problems);
  const sizeProblem = sizeError(shape);
  if (sizeProblem !== null) return fail([sizeProblem]);
  const { formats, remarks: formatRemarks } = formatsFromConfig(fileConfig, shape);
  return succeed({ shape, formats, remarks: [...remarks, ...formatRemarks] });
}

interface ConfigContext {
  readonly config: HfConfig;
  readonly reader: ConfigReader;
  readonly remarks: string[];
  readonly type: string;
  readonly family: ModelFamily;
}

function shapeOf(context: ConfigContext): Omit<Architecture, "id" | "name"> {
  const { config, reader, remarks, family, type } = context;
  const layers = reader.readCount("num_hidden_layers", "n_layer", "n_layers");
  const hidden = reader.readCount("hidden_size", "n_embd", "d_model");
  const positions = positionsOf(context);
  const ffn = reader.readOptionalCount(1, "intermediate_size", "ffn_dim", "n_inner", "ffn_hidden_size");
  if (ffn === undefined)
    remarks.push("The feed-forward width is not specified: four times the hidden size is assumed.");
  if (config.tie_word_embeddings === null || config.tie_word_embeddings === undefined)
    remarks.push(
      `Tied embeddings are not specified: this family ${family.isTied ? "ties" : "does not tie"} them.`,
    );
  const bias = family.small.bias ?? (config.attention_bias === true ? "qkv" : "none");
  const rows = ownValue({ opt: (positions ?? 0) + 2, gpt2: positions ?? 0 }, type) ?? 0;
  return {
    layers,
    hidden,
    attention: attentionOf(context, hidden),
    ffn: ffn ?? 4 * hidden,
    isGated: family.isGated,
    experts: expertsOf(context, layers),
    window: windowOf(context, layers),
    vocabulary: reader.readCount("vocab_size"),
    isTied: config.tie_word_embeddings ?? family.isTied,
    ...(positions === undefined ? {} : { maxContextTokens: positions }),
    small: minorTensors({ ...family.small, bias, positionRows: rows }),
  };
}

/** Only learned positions are parameters. For other position encodings the maximum does not affect any count. */
function positionsOf({ reader, remarks, type }: ConfigContext): number | undefined {
  if (type === "opt" || type === "gpt2") return reader.readCount("max_position_embeddings", "n_positions");
  const positions = reader.readOptionalCount(1, "max_position_embeddings", "n_positions");
  if (positions === undefined) remarks.push("The maximum context length is not specified.");
  return positions;
}

function attentionOf({ config, reader, type }: ConfigContext, hidden: number): Attention {
  const heads = reader.readCount("num_attention_heads", "n_head", "n_heads");
  if (reader.readOptionalNumber("kv_lora_rank") !== undefined)
    return {
      kind: "latent",
      heads,
      queryRank: reader.readOptionalCount(0, "q_lora_rank") ?? 0,
      kvRank: reader.readCount("kv_lora_rank"),
      nopeDim: reader.readCount("qk_nope_head_dim"),
      ropeDim: reader.readCount("qk_rope_head_dim"),
      valueDim: reader.readCount("v_head_dim"),
    };
  const isMulti = config.multi_query === true && type === "falcon" && config.num_kv_heads === undefined;
  const kvHeads = isMulti ? 1 : (reader.readOptionalCount(1, "num_key_value_heads", "num_kv_heads") ?? heads);
  if (heads % kvHeads !== 0)
    reader.addProblem("num_key_value_heads", `must divide the number of attention heads, ${heads}`);
  const headDim = reader.readOptionalCount(1, "head_dim") ?? hidden / heads;
  // If that size is missing, the head size cannot be derived.
  if (!Number.isInteger(headDim) && reader.problems.length === 0)
    reader.addProblem("head_dim", "is missing, and the heads do not divide the hidden size");
  return { kind: "grouped", heads, kvHeads, headDim };
}

function expertsOf({ config, reader, remarks, family }: ConfigContext, layers: number): Experts | undefined {
  const count = reader.readOptionalCount(0, "num_local_experts", "num_experts", "n_routed_experts");
  if (count === undefined || count <= 1) return undefined;
  const ffn = reader.readCount("moe_intermediate_size", "intermediate_size");
  const sharedWidth = reader.readOptionalCount(0, "shared_expert_intermediate_size");
  const shared =
    reader.readOptionalCount(0, "n_shared_experts") ?? (sharedWidth === undefined ? 0 : sharedWidth / ffn);
  if (!Number.isInteger(shared))
    reader.addProblem("shared_expert_intermediate_size", "must be a multiple of an expert's width");
  if (!family.isGated) remarks.push("Experts are assumed to have as many matrices as the feed-forward.");
  const perToken = reader.readCount("num_experts_per_tok");
  if (perToken > count)
    reader.addProblem("num_experts_per_tok", `must not exceed the number of experts, ${count}`);
  return { count, perToken, ffn, shared, layers: sparseLayers({ config, reader, remarks }, layers) };
}

/** Returns the number of layers with experts. If it would be 0, the field that causes it is refused. */
function sparseLayers(
  { config, reader, remarks }: Pick<ConfigContext, "config" | "reader" | "remarks">,
  layers: number,
): number {
  const step = reader.readOptionalCount(1, "decoder_sparse_step") ?? 1;
  const first = reader.readOptionalCount(0, "first_k_dense_replace") ?? 0;
  const listed = config.mlp_only_layers ?? [];
  const isLayer = (one: number): boolean => Number.isInteger(one) && one >= 0 && one < layers;
  const few = `than the number of layers, ${layers}: no layer would have experts`;
  if (!listed.every(isLayer) || new Set(listed).size !== listed.length)
    reader.addProblem("mlp_only_layers", `must be distinct layer numbers from 0 to ${layers - 1}`);
  if (first >= layers) reader.addProblem("first_k_dense_replace", `must be less ${few}`);
  else if (first + listed.length >= layers) reader.addProblem("mlp_only_layers", `must be fewer ${few}`);
  if (step > layers) reader.addProblem("decoder_sparse_step", `must not be more ${few}`);
  if (step !== 1) remarks.push(`Every ${step}th layer has experts.`);
  return Math.max(1, Math.floor((layers - first - listed.length) / step));
}

/**
 * Returns the sliding window and the number of layers that have it. If the configuration does not state it: every
 * second layer in Gemma 2, five of six layers in Gemma 3, and every layer in Mistral's first release.
 */
function windowOf(
  { config, reader, type, remarks }: ConfigContext,
  layers: number,
): SlidingWindow | undefined {
  if (config.use_sliding_window === false) return undefined;
  const tokens = reader.readOptionalCount(1, "sliding_window");
  if (tokens === undefined) return undefined;
  if (config.layer_types && config.layer_types.length !== layers)
    reader.addProblem("layer_types", `must name each of the ${layers} layers`);
  const listed = config.layer_types?.filter((one) => one.startsWith("sliding")).length;
  const windowed = listed ?? defaultWindowedLayers({ type, layers, reader });
  if (listed === undefined && windowed === layers)
    remarks.push(`No layer is marked as full attention: all layers use the window of ${tokens} tokens.`);
  return windowed > 0 ? { tokens, layers: windowed } : undefined;
}

function defaultWindowedLayers({
  type,
  layers,
  reader,
}: {
  type: string;
  layers: number;
  reader: ConfigReader;
}): number {
  if (type === "gemma2" || type === "gpt_oss") return Math.ceil(layers / 2);
  if (type.startsWith("gemma3"))
    return layers - Math.floor(layers / (reader.readOptionalCount(1, "sliding_window_pattern") ?? 6));
  if (type.startsWith("qwen"))
    return Math.max(0, layers - (reader.readOptionalCount(0, "max_window_layers") ?? 0));
  return layers;
}

/** Removes fields that are null, so that they do not replace fields of the outer configuration. */
function withoutNulls(config: HfConfig["text_config"]): Partial<HfConfig> {
  return Object.fromEntries(
    Object.entries(config ?? {}).filter(([, value]) => value !== null && value !== undefined),
  );
}
