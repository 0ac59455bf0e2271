import { expect, test } from "vitest";
import { matchTraceServices, normaliseName } from "./match-trace-services";

const deployments = [
  { deploymentKey: "8b", names: ["llama-8b", "meta/Llama-8B"] },
  { deploymentKey: "8bi", names: ["Llama-8B-Instruct"] },
  { deploymentKey: "q", names: ["Qwen2.5-7B"] },
];

test.each([
  ["Qwen2.5-7B", "qwen2-5-7b"],
  ["__a  b..c--", "a-b-c"],
  ["…", ""],
])("normalises %s to %s", (name, normal) => {
  expect(normaliseName(name)).toBe(normal);
});

test("assigns a service to the longest matching name", () => {
  const matched = matchTraceServices(
    [
      "llama-8b",
      "llama-8b-gateway",
      "llama-8b-instruct",
      "llama_8b_instruct_gateway",
      "llama-8bit",
      "qwen2-5-7b-vllm",
      "billing",
    ],
    deployments,
  );
  expect(Object.fromEntries(matched)).toEqual({
    "8b": ["llama-8b-gateway", "llama-8b"],
    "8bi": ["llama_8b_instruct_gateway", "llama-8b-instruct"],
    q: ["qwen2-5-7b-vllm"],
  });
});

test("orders services along the request path", () => {
  const names = ["stream", "engine", "detokenizer", "tokenizer", "feature-store", "router", "gateway"];
  const matched = matchTraceServices(
    names.map((name) => `llama-8b-${name}`),
    deployments,
  );
  expect(matched.get("8b")).toEqual(
    ["gateway", "router", "feature-store", "tokenizer", "engine", "detokenizer", "stream"].map(
      (name) => `llama-8b-${name}`,
    ),
  );
});

test("ignores names without letters and digits", () => {
  expect(matchTraceServices(["anything", "-"], [{ deploymentKey: "x", names: ["…", ""] }]).size).toBe(0);
});
