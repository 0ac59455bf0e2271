/**
 * Which rows of the table a served name stands for. Names are compared without owner, without words that do not change the shape
 * (instruct, chat, quantisations, dates) and without the ways of writing: "meta-llama/Llama-3.1-8B-Instruct-AWQ", "llama3.1:8b". A name
 * that says less than a row's proposes every row that it could be; nothing is chosen that was not told.
 */
import type { WeightFormat } from "@/lib/model/precision";
import { allModels } from "./all-models";
import type { ModelRow } from "./model-row";

export type ModelMatch =
  | { readonly kind: "one"; readonly model: ModelRow; readonly weights: WeightFormat | null }
  /** To choose from. */
  | { readonly kind: "several"; readonly models: readonly ModelRow[]; readonly weights: WeightFormat | null }
  | { readonly kind: "none" };

/** Words of a name that tell how it was trained, packed or quantised, not its shape. */
const idle =
  /^(meta|hf|instruct|chat|it|base|pt|sft|dpo|preview|latest|model|models|awq|gptq|marlin|gguf|bnb|4bit|8bit|fp8|fp16|bf16|int4|int8|w4a16|w8a8|w8a16|dynamic|block|nvfp4|mxfp4|quantized|autoround|static|turbo|hub|snapshots|q\d(_[0k](_[sml])?)?|k|[sml]|\d{4})$/;

const formatWords: readonly (readonly [RegExp, WeightFormat])[] = [
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

/** What a name says of the weights' format; null where it says nothing. */
export function weightsOfName(name: string): WeightFormat | null {
  const lower = name.toLowerCase();
  return formatWords.find(([pattern]) => pattern.test(lower))?.[1] ?? null;
}

export function modelsByName(name: string, table: readonly ModelRow[] = allModels): ModelMatch {
  const words = wordsOf(name);
  const weights = weightsOfName(name);
  if (words.length === 0) return { kind: "none" };
  const asked = words.join(" ");
  const exact = table.filter((row) => rowWords(row).some((own) => own.join(" ") === asked));
  const [only] = exact;
  if (only !== undefined && exact.length === 1) return { kind: "one", model: only, weights };
  const within =
    exact.length > 0 ? exact : table.filter((row) => rowWords(row).some((own) => isWithin(words, own)));
  return within.length === 0 ? { kind: "none" } : { kind: "several", models: within, weights };
}

/** Rows are never changed, so each is read once. */
const read = new WeakMap<ModelRow, readonly (readonly string[])[]>();

function rowWords(row: ModelRow): readonly (readonly string[])[] {
  const known = read.get(row);
  if (known !== undefined) return known;
  const words = [row.repository, ...row.alsoNamed].map(wordsOf);
  read.set(row, words);
  return words;
}

/** Every word of the name is one of the row's, and one of them is a size or a number: "chat" alone is no proposal. */
function isWithin(words: readonly string[], own: readonly string[]): boolean {
  return words.every((word) => own.includes(word)) && words.some((word) => /\d/.test(word));
}

/** Of the last part of a path: sorted, since families put sizes and versions in either order. */
function wordsOf(name: string): readonly string[] {
  const last =
    name
      .toLowerCase()
      .split("/")
      .filter((part) => part !== "")
      .at(-1) ?? "";
  return last
    .replace(/q\d_[0k](_[sml])?/g, " ")
    .split(/[-_:\s]+/)
    .filter((word) => !idle.test(word))
    .flatMap((word) => word.replace(/^([a-z]+)(\d[\d.]*)$/, "$1 $2").split(" "))
    .filter((word) => word !== "" && !idle.test(word))
    .toSorted();
}
