import { expect, test } from "vitest";
import { allModels } from "./all-models";
import { matchModels, weightFormatInName } from "./find-model";

test.each([
  ["meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"],
  ["meta-llama/Meta-Llama-3.1-70B-Instruct", "llama-3.1-70b"],
  ["meta-llama/Llama-3.3-70B-Instruct", "llama-3.1-70b"],
  ["neuralmagic/Meta-Llama-3.1-405B-Instruct-FP8-dynamic", "llama-3.1-405b"],
  ["hugging-quants/Meta-Llama-3.1-8B-Instruct-AWQ-INT4", "llama-3.1-8b"],
  ["llama3.1:8b", "llama-3.1-8b"],
  ["llama3.1:8b-instruct-q4_K_M", "llama-3.1-8b"],
  ["/models/Llama-2-7b-chat-hf/", "llama-2-7b"],
  ["mistralai/Mistral-7B-Instruct-v0.3", "mistral-7b-v0.3"],
  ["mistralai/Mixtral-8x7B-Instruct-v0.1", "mixtral-8x7b"],
  ["Qwen/Qwen2.5-32B-Instruct-GPTQ-Int4", "qwen2.5-32b"],
  ["Qwen/Qwen3-30B-A3B", "qwen3-30b-a3b"],
  ["google/gemma-3-27b-it", "gemma-3-27b"],
  ["openai/gpt-oss-120b", "gpt-oss-120b"],
  ["deepseek-ai/DeepSeek-R1", "deepseek-v3"],
  ["microsoft/Phi-3-mini-4k-instruct", "phi-3-mini"],
])("matches %s to %s", (name, id) => {
  expect(matchModels(name)).toMatchObject({ kind: "one", model: { id } });
});

test("every row is found by each of its names", () => {
  for (const row of allModels)
    for (const name of [row.repository, ...row.aliases])
      expect(matchModels(name), name).toMatchObject({ kind: "one", model: { id: row.id } });
});

test("a partial name proposes matching rows, and a name without information proposes none", () => {
  const ids = (name: string) => {
    const found = matchModels(name);
    return found.kind === "several" ? found.models.map(({ id }) => id) : found.kind;
  };
  expect(ids("llama-70b")).toEqual(["llama-2-70b", "llama-3-70b", "llama-3.1-70b"]);
  expect(ids("chat-70b")).toEqual(["llama-2-70b", "llama-3-70b", "llama-3.1-70b"]);
  expect(ids("assistant")).toBe("none");
  expect(ids("chat")).toBe("none");
  expect(ids("llama")).toBe("none");
  expect(ids("")).toBe("none");
  expect(ids("our-own-7b")).toBe("none");
});

test("reads the format from the name", () => {
  expect(weightFormatInName("Meta-Llama-3.1-8B-Instruct-AWQ-INT4")).toBe("int4-g128");
  expect(weightFormatInName("Meta-Llama-3.1-405B-Instruct-FP8")).toBe("fp8");
  expect(weightFormatInName("DeepSeek-R1-NVFP4")).toBe("nvfp4");
  expect(weightFormatInName("llama3.1:8b-instruct-q4_K_M")).toBe("q4_k");
  expect(weightFormatInName("Llama-3.1-8B")).toBeNull();
});
