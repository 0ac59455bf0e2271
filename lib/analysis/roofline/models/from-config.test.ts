import { expect, test } from "vitest";
import { totalParameters } from "@/lib/analysis/roofline/step-work/parameters";
import { architectureSchema, numberFormatsSchema } from "@/lib/model/roofline/architecture-schema";
import { hfConfig } from "@/lib/model/roofline/hf-config-schema";
import { findModel } from "./all-models";
import { modelFromConfig } from "./from-config";

function read(config: object) {
  return modelFromConfig(hfConfig.parse(config), { id: "own", name: "own" });
}

function readable(config: object) {
  const found = read(config);
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return found.value;
}

/** Configurations as these families write them, reduced to the fields that are read and some that are not. */
const configs: Readonly<Record<string, object>> = {
  "llama-3.1-8b": {
    architectures: ["LlamaForCausalLM"],
    model_type: "llama",
    hidden_size: 4096,
    intermediate_size: 14336,
    num_hidden_layers: 32,
    num_attention_heads: 32,
    num_key_value_heads: 8,
    max_position_embeddings: 131072,
    vocab_size: 128256,
    tie_word_embeddings: false,
    attention_bias: false,
    rope_scaling: { factor: 8, rope_type: "llama3" },
    torch_dtype: "bfloat16",
  },
  "mistral-7b-v0.1": {
    model_type: "mistral",
    hidden_size: 4096,
    intermediate_size: 14336,
    num_hidden_layers: 32,
    num_attention_heads: 32,
    num_key_value_heads: 8,
    max_position_embeddings: 32768,
    sliding_window: 4096,
    vocab_size: 32000,
    tie_word_embeddings: false,
    torch_dtype: "bfloat16",
  },
  "mixtral-8x7b": {
    model_type: "mixtral",
    hidden_size: 4096,
    intermediate_size: 14336,
    num_hidden_layers: 32,
    num_attention_heads: 32,
    num_key_value_heads: 8,
    num_local_experts: 8,
    num_experts_per_tok: 2,
    max_position_embeddings: 32768,
    sliding_window: null,
    vocab_size: 32000,
    tie_word_embeddings: false,
    torch_dtype: "bfloat16",
  },
  "qwen2.5-7b": {
    model_type: "qwen2",
    hidden_size: 3584,
    intermediate_size: 18944,
    num_hidden_layers: 28,
    num_attention_heads: 28,
    num_key_value_heads: 4,
    max_position_embeddings: 131072,
    max_window_layers: 28,
    sliding_window: 131072,
    use_sliding_window: false,
    vocab_size: 152064,
    tie_word_embeddings: false,
    torch_dtype: "bfloat16",
  },
  "qwen3-30b-a3b": {
    model_type: "qwen3_moe",
    hidden_size: 2048,
    head_dim: 128,
    intermediate_size: 6144,
    moe_intermediate_size: 768,
    num_hidden_layers: 48,
    num_attention_heads: 32,
    num_key_value_heads: 4,
    num_experts: 128,
    num_experts_per_tok: 8,
    decoder_sparse_step: 1,
    mlp_only_layers: [],
    max_position_embeddings: 40960,
    sliding_window: null,
    vocab_size: 151936,
    tie_word_embeddings: false,
    torch_dtype: "bfloat16",
  },
  "gemma-2-9b": {
    model_type: "gemma2",
    hidden_size: 3584,
    head_dim: 256,
    intermediate_size: 14336,
    num_hidden_layers: 42,
    num_attention_heads: 16,
    num_key_value_heads: 8,
    max_position_embeddings: 8192,
    sliding_window: 4096,
    vocab_size: 256000,
    torch_dtype: "bfloat16",
  },
  "gemma-3-27b": {
    model_type: "gemma3",
    torch_dtype: "bfloat16",
    vision_config: { hidden_size: 1152 },
    text_config: {
      model_type: "gemma3_text",
      hidden_size: 5376,
      head_dim: 128,
      intermediate_size: 21504,
      num_hidden_layers: 62,
      num_attention_heads: 32,
      num_key_value_heads: 16,
      max_position_embeddings: 131072,
      sliding_window: 1024,
      vocab_size: 262144,
    },
  },
  "deepseek-v3": {
    model_type: "deepseek_v3",
    hidden_size: 7168,
    intermediate_size: 18432,
    moe_intermediate_size: 2048,
    num_hidden_layers: 61,
    num_attention_heads: 128,
    num_key_value_heads: 128,
    n_routed_experts: 256,
    n_shared_experts: 1,
    num_experts_per_tok: 8,
    first_k_dense_replace: 3,
    kv_lora_rank: 512,
    q_lora_rank: 1536,
    qk_nope_head_dim: 128,
    qk_rope_head_dim: 64,
    v_head_dim: 128,
    max_position_embeddings: 163840,
    vocab_size: 129280,
    tie_word_embeddings: false,
    torch_dtype: "bfloat16",
    quantization_config: { quant_method: "fp8", fmt: "e4m3", weight_block_size: [128, 128] },
  },
  "gpt-oss-20b": {
    model_type: "gpt_oss",
    attention_bias: true,
    hidden_size: 2880,
    head_dim: 64,
    intermediate_size: 2880,
    num_hidden_layers: 24,
    num_attention_heads: 64,
    num_key_value_heads: 8,
    num_local_experts: 32,
    num_experts_per_tok: 4,
    max_position_embeddings: 131072,
    sliding_window: 128,
    layer_types: Array.from({ length: 24 }, (_, index) =>
      index % 2 === 0 ? "sliding_attention" : "full_attention",
    ),
    vocab_size: 201088,
    tie_word_embeddings: false,
    torch_dtype: "bfloat16",
    quantization_config: { quant_method: "mxfp4", modules_to_not_convert: ["model.layers.*.self_attn"] },
  },
  "opt-1.3b": {
    model_type: "opt",
    hidden_size: 2048,
    ffn_dim: 8192,
    num_hidden_layers: 24,
    num_attention_heads: 32,
    max_position_embeddings: 2048,
    vocab_size: 50272,
    torch_dtype: "float16",
  },
};

test.each(Object.entries(configs))("reads %s as the same shape as its row of the table", (id, config) => {
  const { shape, formats } = readable(config);
  const {
    repository: _,
    aliases: __,
    publishedFormats: published,
    confidence: ___,
    source: ____,
    note: _____,
    ...row
  } = findModel(id)!;
  expect({ ...shape, id: row.id, name: row.name }).toEqual(row);
  expect(formats).toEqual(published);
  expect(totalParameters(shape)).toBe(totalParameters(row));
  expect(architectureSchema.parse(shape)).toEqual(shape);
  expect(numberFormatsSchema.parse(formats)).toEqual(formats);
});

test("lists the assumptions", () => {
  expect(readable(configs["llama-3.1-8b"]!).remarks).toEqual([]);
  expect(readable(configs["gemma-2-9b"]!).remarks).toEqual([
    "Tied embeddings are not specified: this family ties them.",
  ]);
  const { remarks } = readable({ ...configs["llama-3.1-8b"], model_type: "newest", torch_dtype: undefined });
  expect(remarks).toEqual([
    "Unknown family “newest”: treated like Llama.",
    "The weight type is not specified: BF16 is assumed.",
  ]);
});

test.each(["constructor", "__proto__", "toString"])("the family %s is unknown, like any other", (type) => {
  const known = readable(configs["llama-3.1-8b"]!);
  const { shape, remarks } = readable({ ...configs["llama-3.1-8b"], model_type: type });
  expect(shape).toEqual(known.shape);
  expect(remarks).toEqual([`Unknown family “${type}”: treated like Llama.`]);
});

test.each([
  [{ quant_method: "awq", bits: 4, group_size: 128 }, "int4-g128", "bf16"],
  [{ quant_method: "gptq", bits: 4, group_size: 32 }, "int4-g32", "bf16"],
  [{ quant_method: "gptq", bits: 8, group_size: 128 }, "int8", "bf16"],
  [{ quant_method: "modelopt", quant_algo: "NVFP4" }, "nvfp4", "fp4"],
  [{ quant_method: "bitsandbytes", load_in_8bit: true }, "int8", "bf16"],
  [
    {
      quant_method: "compressed-tensors",
      config_groups: {
        group_0: { weights: { num_bits: 8, type: "float" }, input_activations: { num_bits: 8 } },
      },
    },
    "fp8",
    "fp8",
  ],
  [
    {
      quant_method: "compressed-tensors",
      config_groups: {
        group_0: { weights: { num_bits: 4, type: "int", group_size: 128 }, input_activations: null },
      },
    },
    "int4-g128",
    "bf16",
  ],
  [
    {
      quant_method: "compressed-tensors",
      config_groups: {
        group_0: { weights: { num_bits: 8, type: "int" }, input_activations: { num_bits: 8 } },
      },
    },
    "int8",
    "int8",
  ],
] as const)("quantization %j", (quantization_config, linear, compute) => {
  const { formats } = readable({ ...configs["llama-3.1-8b"], quantization_config });
  expect(formats).toMatchObject({ linear, compute, rest: "bf16", kv: "bf16" });
});

test("reports an unknown quantisation instead of guessing", () => {
  const { formats, remarks } = readable({
    ...configs["llama-3.1-8b"],
    quantization_config: { quant_method: "quark" },
  });
  expect(formats.linear).toBe("bf16");
  expect(remarks.join(" ")).toContain("Unknown quantisation “quark”");
});

const dense = configs["llama-3.1-8b"]!;
const sparse = configs["qwen3-30b-a3b"]!;

test.each([
  [{ ...sparse, first_k_dense_replace: 49 }, "first_k_dense_replace", /less than the number of layers, 48/],
  [{ ...sparse, first_k_dense_replace: 48 }, "first_k_dense_replace", /no layer would have experts/],
  [{ ...sparse, first_k_dense_replace: -1 }, "first_k_dense_replace", /0 or more/],
  [{ ...sparse, first_k_dense_replace: 1.5 }, "first_k_dense_replace", /whole number/],
  [{ ...sparse, mlp_only_layers: [48] }, "mlp_only_layers", /from 0 to 47/],
  [{ ...sparse, mlp_only_layers: [3, 3] }, "mlp_only_layers", /distinct layer numbers/],
  [{ ...sparse, first_k_dense_replace: 47, mlp_only_layers: [0] }, "mlp_only_layers", /fewer than/],
  [{ ...sparse, decoder_sparse_step: 0 }, "decoder_sparse_step", /above 0/],
  [{ ...sparse, decoder_sparse_step: 49 }, "decoder_sparse_step", /layers, 48/],
  [{ ...sparse, num_experts_per_tok: 129 }, "num_experts_per_tok", /number of experts, 128/],
  [{ ...sparse, num_experts_per_tok: 0 }, "num_experts_per_tok", /above 0/],
  [{ ...sparse, n_shared_experts: -1 }, "n_shared_experts", /0 or more/],
  [
    { ...dense, num_key_value_heads: 5 },
    "num_key_value_heads",
    /must divide the number of attention heads, 32/,
  ],
  [{ ...dense, num_key_value_heads: 64 }, "num_key_value_heads", /must divide/],
  [{ ...dense, num_key_value_heads: 0 }, "num_key_value_heads", /above 0/],
  [{ ...dense, num_key_value_heads: -8 }, "num_key_value_heads", /above 0/],
  [{ ...dense, head_dim: 0 }, "head_dim", /above 0/],
  [{ ...dense, vocab_size: 0 }, "vocab_size", /above 0/],
  [{ ...dense, intermediate_size: 0 }, "intermediate_size", /above 0/],
  [{ ...dense, num_hidden_layers: 2e9 }, "num_hidden_layers", /too large/],
  [{ ...dense, num_hidden_layers: 1e9 }, "num_hidden_layers", /no model has more than 10,000 layers/],
  [
    { ...dense, hidden_size: 4_096_000, num_hidden_layers: 9_000 },
    "config.json",
    /gives [\d,]+ trillion parameters\. No model has more than 100/,
  ],
  [{ ...dense, sliding_window: 0 }, "sliding_window", /above 0/],
  [{ ...dense, sliding_window: -1 }, "sliding_window", /above 0/],
  [
    { ...dense, model_type: "gemma3_text", sliding_window: 512, sliding_window_pattern: 0 },
    "sliding_window_pattern",
    /above 0/,
  ],
  [
    { ...dense, sliding_window: 512, layer_types: ["sliding_attention"] },
    "layer_types",
    /each of the 32 layers/,
  ],
] as const)("refuses impossible values and names the field: %#", (config, name, message) => {
  const found = read(config);
  expect(found).toMatchObject({ ok: false, error: [{ name, message: expect.stringMatching(message) }] });
});

test("refuses missing and uncountable values by name", () => {
  const { hidden_size: _, ...less } = configs["llama-3.1-8b"] as Record<string, unknown>;
  expect(read(less)).toMatchObject({ ok: false, error: [{ name: "hidden_size", message: "is missing" }] });
  const names = (config: object) => {
    const found = read(config);
    return found.ok ? [] : found.error.map(({ name }) => name);
  };
  expect(names({ ...configs["llama-3.1-8b"], num_key_value_heads: 5 })).toEqual(["num_key_value_heads"]);
  expect(names({ ...configs["llama-3.1-8b"], num_attention_heads: 30, num_key_value_heads: 10 })).toEqual([
    "head_dim",
  ]);
  expect(names({ ...configs["llama-3.1-8b"], model_type: "mamba" })).toEqual(["model_type"]);
  expect(names({ ...configs["llama-3.1-8b"], layer_types: ["linear_attention"] })).toEqual(["layer_types"]);
  expect(names({ model_type: "t5", is_encoder_decoder: true })).toContain("is_encoder_decoder");
  expect(names({})).toContain("num_hidden_layers");
  expect(hfConfig.safeParse({ hidden_size: "4096" }).success).toBe(false);
  expect(hfConfig.safeParse("config").success).toBe(false);
});

test("does not require the maximum context if no counted value depends on it", () => {
  const falcon = {
    model_type: "falcon",
    hidden_size: 4544,
    num_hidden_layers: 32,
    num_attention_heads: 71,
    multi_query: true,
    new_decoder_architecture: false,
    parallel_attn: true,
    bias: false,
    alibi: false,
    vocab_size: 65024,
    torch_dtype: "bfloat16",
  };
  const { shape, remarks } = readable(falcon);
  expect(shape.maxContextTokens).toBeUndefined();
  expect(remarks).toContain("The maximum context length is not specified.");
  expect(totalParameters(shape) / 1e9).toBeCloseTo(6.92, 1);
  expect(() => architectureSchema.parse(shape)).not.toThrow();
  const learned = { ...falcon, model_type: "gpt2", multi_query: false, head_dim: 64 };
  expect(read(learned)).toMatchObject({ ok: false, error: [{ name: "max_position_embeddings" }] });
});
