/**
 * Finds the rows of the table for a served model name. Names are compared without owner, without words that do not
 * change the shape (instruct, chat, quantisations, dates) and regardless of spelling:
 * "meta-llama/Llama-3.1-8B-Instruct-AWQ", "llama3.1:8b". A name that is less specific than the names of the rows
 * matches several rows. The viewer then chooses a row.
 */
import { memoizePerObject } from "@/lib/base/memoize-per-object";
import type { WeightFormat } from "@/lib/model/roofline/precision";
import { allModels } from "./all-models";
import type { ModelRow } from "./model-row";

/** Rows of the model table that match a served name. `weights` is the format that the name states, or null. */
export type ModelMatch =
  | { readonly kind: "one"; readonly model: ModelRow; readonly weights: WeightFormat | null }
  /** Several rows match. The viewer chooses a row. */
  | { readonly kind: "several"; readonly models: readonly ModelRow[]; readonly weights: WeightFormat | null }
  | { readonly kind: "none" };

/** Words of a name that describe training, packaging or quantisation, not the shape. */
const ignoredTokens =
  /^(meta|hf|instruct|chat|it|base|pt|sft|dpo|preview|latest|model|models|awq|gptq|marlin|gguf|bnb|4bit|8bit|fp8|fp16|bf16|int4|int8|w4a16|w8a8|w8a16|dynamic|block|nvfp4|mxfp4|quantized|autoround|static|turbo|hub|snapshots|q\d(_[0k](_[sml])?)?|k|[sml]|\d{4})$/;

const formatPatterns: readonly (readonly [RegExp, WeightFormat])[] = [
  [/nvfp4/, "nvfp4"],
  [/mxfp4/, "mxfp4"],
  [/fp8[-_]?block/, "fp8-blocks"],
  [/fp8/, "fp8"],
  [/w8a8|w8a16|int8|8bit/, "int8"],
  [/awq|gptq|int4|w4a16|4bit/, "int4-g128"],
  [/q8_0/, "q8_0"],
  [/q6_k/, "q6_k"],
  [/q5_k/, "q5_k"],
  [/q4_k/, "q4_k"],
  [/q4_0/, "q4_0"],
];

/** Returns the weight format that a model name contains, such as FP8 or AWQ, or null. */
export function weightFormatInName(name: string): WeightFormat | null {
  const lower = name.toLowerCase();
  return formatPatterns.find(([pattern]) => pattern.test(lower))?.[1] ?? null;
}

/** Finds the rows of the model table for a served model name. */
export function matchModels(name: string, table: readonly ModelRow[] = allModels): ModelMatch {
  const tokens = tokensOfName(name);
  const weights = weightFormatInName(name);
  if (tokens.length === 0) return { kind: "none" };
  const requestedTokens = tokens.join(" ");
  const exactMatches = table.filter((row) =>
    tokensOfRow(row).some((rowTokens) => rowTokens.join(" ") === requestedTokens),
  );
  const [match] = exactMatches;
  if (match !== undefined && exactMatches.length === 1) return { kind: "one", model: match, weights };
  const candidates =
    exactMatches.length > 0
      ? exactMatches
      : table.filter((row) => tokensOfRow(row).some((rowTokens) => isWithin(tokens, rowTokens)));
  return candidates.length === 0 ? { kind: "none" } : { kind: "several", models: candidates, weights };
}

const tokensOfRow = memoizePerObject((row: ModelRow) => [row.repository, ...row.aliases].map(tokensOfName));

/**
 * Returns whether every word of the name is in the row's name, and one of the words is a size or a number. "chat" alone
 * therefore matches no row.
 */
function isWithin(tokens: readonly string[], rowTokens: readonly string[]): boolean {
  return tokens.every((word) => rowTokens.includes(word)) && tokens.some((word) => /\d/.test(word));
}

/** Returns the words of the last path segment, sorted, because families differ in the order of size and version. */
function tokensOfName(name: string): readonly string[] {
  const last =
    name
      .toLowerCase()
      .split("/")
      .filter((part) => part !== "")
      .at(-1) ?? "";
  return last
    .replace(/q\d_[0k](_[sml])?/g, " ")
    .split(/[-_:\s]+/)
    .filter((word) => !ignoredTokens.test(word))
    .flatMap((word) => word.replace(/^([a-z]+)(\d[\d.]*)$/, "$1 $2").split(" "))
    .filter((word) => word !== "" && !ignoredTokens.test(word))
    .toSorted();
}
