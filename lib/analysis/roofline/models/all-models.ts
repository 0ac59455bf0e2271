/**
 * The table of models. To add one, add a row to its family's file with the configuration's numbers and their source.
 */
import { deepSeek } from "./deepseek";
import { gemma } from "./gemma";
import { gptOss } from "./gpt-oss";
import { llama } from "./llama";
import { mistral } from "./mistral";
import { opt } from "./opt";
import { phi } from "./phi";
import { qwen } from "./qwen";
import type { ModelRow } from "./model-row";

/** All models of the built-in table. */
export const allModels: readonly ModelRow[] = [
  ...llama,
  ...mistral,
  ...qwen,
  ...gemma,
  ...phi,
  ...deepSeek,
  ...gptOss,
  ...opt,
];

/** Returns the row with this id, or null if it is not in the table. */
export function findModel(id: string): ModelRow | null {
  return allModels.find((row) => row.id === id) ?? null;
}
