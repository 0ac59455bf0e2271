/**
 * The table of models. To add one, add a row to its family's file with the configuration's numbers and their source.
 */
import { deepSeekModels } from "./deepseek";
import { gemmaModels } from "./gemma";
import { gptOssModels } from "./gpt-oss";
import { llamaModels } from "./llama";
import { mistralModels } from "./mistral";
import { optModels } from "./opt";
import { phiModels } from "./phi";
import { qwenModels } from "./qwen";
import type { ModelRow } from "./model-row";

/** All models of the built-in table. */
export const allModels: readonly ModelRow[] = [
  ...llamaModels,
  ...mistralModels,
  ...qwenModels,
  ...gemmaModels,
  ...phiModels,
  ...deepSeekModels,
  ...gptOssModels,
  ...optModels,
];

/** Returns the row with this id, or null if it is not in the table. */
export function findModel(id: string): ModelRow | null {
  return allModels.find((row) => row.id === id) ?? null;
}
