// A model folder without weights: a frontend and a mock engine read only the shape, the tokenizer and the chat
// template.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureFolder } from "../folders";

/**
 * The mock engine generates token ids from 1,000 to 2,000. An id that the tokenizer lacks would yield no text and
 * would not be counted as a token.
 */
const vocabularySize = 2_048;
const special = ["<|begin|>", "<|end|>"] as const;

const shape = {
  architectures: ["LlamaForCausalLM"],
  model_type: "llama",
  hidden_size: 4_096,
  intermediate_size: 14_336,
  num_attention_heads: 32,
  num_hidden_layers: 32,
  num_key_value_heads: 8,
  max_position_embeddings: 8_192,
  vocab_size: vocabularySize,
  torch_dtype: "bfloat16",
  bos_token_id: 0,
  eos_token_id: 1,
};

const template =
  "{% for message in messages %}{{ message['role'] }}: {{ message['content'] }}\n{% endfor %}assistant:";

/** Writes shape, tokenizer and chat template of a model without weights, and returns the folder. */
export function writeToyModel(folder: string): string {
  ensureFolder(folder);
  const write = (name: string, content: unknown): void =>
    writeFileSync(join(folder, name), JSON.stringify(content));
  write("config.json", shape);
  write("generation_config.json", { bos_token_id: 0, eos_token_id: 1 });
  write("tokenizer.json", tokenizer());
  write("tokenizer_config.json", {
    tokenizer_class: "PreTrainedTokenizerFast",
    bos_token: special[0],
    eos_token: special[1],
    model_max_length: shape.max_position_embeddings,
    chat_template: template,
  });
  return folder;
}

/** Returns a tokenizer with one token per byte for prompts, and separate words for responses. */
function tokenizer() {
  const byteLevel = { type: "ByteLevel", add_prefix_space: false, trim_offsets: true, use_regex: true };
  const tokens = [...special, ...byteLetters()];
  // "Ġ" represents the space before a word.
  while (tokens.length < vocabularySize) tokens.push(`Ġw${tokens.length}`);
  return {
    version: "1.0",
    added_tokens: special.map((content, id) => ({
      id,
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    pre_tokenizer: byteLevel,
    decoder: byteLevel,
    model: { type: "BPE", vocab: Object.fromEntries(tokens.map((token, id) => [token, id])), merges: [] },
  };
}

/**
 * Returns the characters that byte-level tokenizers use for bytes: printable bytes unchanged, all others from U+0100
 * on.
 */
function byteLetters(): readonly string[] {
  let next = 256;
  return Array.from({ length: 256 }, (_unused, byte) => {
    const isPrintable = (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
    if (isPrintable) return String.fromCodePoint(byte);
    next += 1;
    return String.fromCodePoint(next - 1);
  });
}
