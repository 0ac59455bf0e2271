/**
 * Schema of the parts of a Hugging Face `config.json` that define a model's shape. Model families use different
 * names, so the schema has all of them and each is optional. A field of an unexpected type is refused. Separate from
 * the parsing code, so that the browser does not load Zod.
 */
import { z } from "zod";

const number = z.number({ error: "must be a number" }).nullish();
const flag = z.boolean({ error: "must be true or false" }).nullish();
const text = z.string({ error: "must be text" }).nullish();

const weights = z.object({ num_bits: number, type: text, group_size: number });

/** Schema of `quantization_config` in a Hugging Face `config.json`, as far as it is used. */
export const hfQuantisation = z.object({
  quant_method: text,
  bits: number,
  group_size: number,
  load_in_4bit: flag,
  load_in_8bit: flag,
  weight_block_size: z.array(z.number()).nullish(),
  quant_algo: text,
  kv_cache_scheme: z.object({ num_bits: number }).nullish(),
  config_groups: z
    .record(z.string(), z.object({ weights: weights.nullish(), input_activations: z.object({}).nullish() }))
    .nullish(),
});
/** Quantisation in a Hugging Face `config.json`. */
export type HfQuantisation = z.infer<typeof hfQuantisation>;

const shapeNames = z.object({
  model_type: text,
  _name_or_path: text,
  is_encoder_decoder: flag,
  num_hidden_layers: number,
  n_layer: number,
  n_layers: number,
  hidden_size: number,
  n_embd: number,
  d_model: number,
  num_attention_heads: number,
  n_head: number,
  n_heads: number,
  num_key_value_heads: number,
  num_kv_heads: number,
  multi_query: flag,
  head_dim: number,
  intermediate_size: number,
  ffn_dim: number,
  n_inner: number,
  ffn_hidden_size: number,
  vocab_size: number,
  tie_word_embeddings: flag,
  max_position_embeddings: number,
  n_positions: number,
  sliding_window: number,
  use_sliding_window: flag,
  max_window_layers: number,
  sliding_window_pattern: number,
  layer_types: z.array(z.string()).nullish(),
  num_local_experts: number,
  num_experts: number,
  n_routed_experts: number,
  num_experts_per_tok: number,
  moe_intermediate_size: number,
  n_shared_experts: number,
  shared_expert_intermediate_size: number,
  first_k_dense_replace: number,
  decoder_sparse_step: number,
  mlp_only_layers: z.array(z.number()).nullish(),
  kv_lora_rank: number,
  q_lora_rank: number,
  qk_nope_head_dim: number,
  qk_rope_head_dim: number,
  v_head_dim: number,
  attention_bias: flag,
  torch_dtype: text,
  dtype: text,
  quantization_config: hfQuantisation.nullish(),
});

/**
 * Schema of a Hugging Face `config.json`, as far as it is used. `text_config` is the language model of a
 * multimodal model.
 */
export const hfConfig = shapeNames.extend({ text_config: shapeNames.nullish() });
/** Hugging Face `config.json`, as far as it is used. */
export type HfConfig = z.infer<typeof hfConfig>;
