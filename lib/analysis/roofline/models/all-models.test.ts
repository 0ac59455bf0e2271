/**
 * Checks the table of models against independently summed parameter counts, among them those of published
 * checkpoints.
 */
import { expect, test } from "vitest";
import { kvElementsPerLayer } from "@/lib/analysis/roofline/step-work/kv-cache";
import {
  activeParameters,
  streamedParameters,
  totalParameters,
} from "@/lib/analysis/roofline/step-work/parameters";
import { architectureSchema, numberFormatsSchema } from "@/lib/model/roofline/architecture-schema";
import { allModels, findModel } from "./all-models";

/**
 * All parameters; active ones per token without the input embedding; streamed ones if all experts are hit; cache
 * elements per token.
 */
const sums: readonly (readonly [string, number, number, number, number])[] = [
  ["llama-2-7b", 6738415616, 6607343616, 6607343616, 262144],
  ["llama-2-13b", 13015864320, 12852024320, 12852024320, 409600],
  ["llama-2-70b", 68976648192, 68714504192, 68714504192, 163840],
  ["llama-3-8b", 8030261248, 7504924672, 7504924672, 65536],
  ["llama-3.1-8b", 8030261248, 7504924672, 7504924672, 65536],
  ["llama-3-70b", 70553706496, 69503033344, 69503033344, 163840],
  ["llama-3.1-70b", 70553706496, 69503033344, 69503033344, 163840],
  ["llama-3.1-405b", 405853388800, 403752042496, 403752042496, 258048],
  ["llama-3.2-1b", 1235814400, 1235814400, 1235814400, 16384],
  ["llama-3.2-3b", 3212749824, 3212749824, 3212749824, 57344],
  ["mistral-7b-v0.1", 7241732096, 7110660096, 7110660096, 65536],
  ["mistral-7b-v0.3", 7248023552, 7113805824, 7113805824, 65536],
  ["mixtral-8x7b", 46702792704, 12748853248, 46571720704, 65536],
  ["mixtral-8x22b", 140630071296, 38960142336, 140428744704, 114688],
  ["qwen2.5-0.5b", 494032768, 494032768, 494032768, 6144],
  ["qwen2.5-1.5b", 1543714304, 1543714304, 1543714304, 14336],
  ["qwen2.5-3b", 3085938688, 3085938688, 3085938688, 18432],
  ["qwen2.5-7b", 7615616512, 7070619136, 7070619136, 28672],
  ["qwen2.5-14b", 14770033664, 13991465984, 13991465984, 98304],
  ["qwen2.5-32b", 32763876352, 31985308672, 31985308672, 131072],
  ["qwen2.5-72b", 72706203648, 71460495360, 71460495360, 163840],
  ["qwen3-0.6b", 596049920, 596049920, 596049920, 57344],
  ["qwen3-4b", 4022468096, 4022468096, 4022468096, 73728],
  ["qwen3-8b", 8190735360, 7568405504, 7568405504, 73728],
  ["qwen3-14b", 14768307200, 13990394880, 13990394880, 81920],
  ["qwen3-32b", 32762123264, 31984210944, 31984210944, 131072],
  ["qwen3-30b-a3b", 30532122624, 3041867776, 30220957696, 49152],
  ["qwen3-235b-a22b", 235093634560, 21568433664, 234471304704, 96256],
  ["gemma-2-2b", 2614341888, 2614341888, 2614341888, 53248],
  ["gemma-2-9b", 9241705984, 9241705984, 9241705984, 172032],
  ["gemma-2-27b", 27227128320, 27227128320, 27227128320, 188416],
  ["gemma-3-1b", 999885952, 999885952, 999885952, 13312],
  ["gemma-3-4b", 3880099328, 3880099328, 3880099328, 69632],
  ["gemma-3-12b", 11765788416, 11765788416, 11765788416, 196608],
  ["gemma-3-27b", 27009002240, 27009002240, 27009002240, 253952],
  ["phi-3-mini", 3821079552, 3722578944, 3722578944, 196608],
  ["phi-4", 14659507200, 14145704960, 14145704960, 102400],
  ["phi-4-mini", 3836021760, 3836021760, 3836021760, 65536],
  ["deepseek-v3", 671026419200, 36625618432, 670099740160, 35136],
  ["gpt-oss-120b", 116829156672, 5132849472, 116250023232, 36864],
  ["gpt-oss-20b", 20914757184, 3608307264, 20335623744, 24576],
];

test.each(sums)("%s has the published parameter count", (id, total, active, streamed, kvElements) => {
  const shape = findModel(id)!;
  expect(totalParameters(shape)).toBe(total);
  expect(activeParameters(shape)).toBe(active);
  expect(streamedParameters(shape)).toBe(streamed);
  expect(shape.layers * kvElementsPerLayer(shape)).toBe(kvElements);
});

test.each([
  ["opt-1.3b", 1315758080],
  ["opt-2.7b", 2651596800],
] as const)("%s has the published count with learned positions", (id, total) => {
  expect(totalParameters(findModel(id)!)).toBe(total);
});

test("every row passes the schema of added models and has a unique id and unique names", () => {
  for (const {
    repository,
    aliases,
    publishedFormats: published,
    confidence,
    source,
    note,
    ...shape
  } of allModels) {
    expect(architectureSchema.parse(shape)).toEqual(shape);
    expect(numberFormatsSchema.parse(published)).toEqual(published);
    expect([repository, confidence, source, ...aliases]).not.toContain("");
    expect(note).not.toBe("");
  }
  expect(new Set(allModels.map(({ id }) => id)).size).toBe(allModels.length);
  const names = allModels.flatMap(({ repository, aliases }) => [repository, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
  expect(findModel("unknown-model")).toBeNull();
});
