import { expect, test } from "vitest";
import type { EngineId } from "@/lib/model/deployment/deployment";
import { findRequestLayers } from "./request-layers";

const one = (id: string, engine: EngineId, model = "org/Chat-70B", metricsSource = "prometheus") => ({
  id,
  engine,
  model,
  metricsSource,
  pools: [],
  instances: [] as readonly string[],
});

const inNamespace = (id: string, engine: EngineId, namespace: string) => ({
  ...one(id, engine),
  pools: [{ role: "both" as const, selectors: [{ job: engine, namespace }] }],
});

test("orders gateways in front of an engine, outermost first, regardless of how the model name is written", () => {
  const layers = findRequestLayers([
    one("engine", "vllm", "/models/chat-70b"),
    one("frontend", "dynamo", "chat-70B"),
    one("proxy", "litellm"),
    one("other", "vllm", "code-32b"),
  ]);
  expect(layers.get("engine")).toEqual({ gatewayIds: ["proxy", "frontend"], backendIds: [] });
  expect(layers.get("frontend")).toEqual({ gatewayIds: ["proxy"], backendIds: ["engine"] });
  expect(layers.get("proxy")).toEqual({ gatewayIds: [], backendIds: ["frontend", "engine"] });
  expect(layers.has("other")).toBe(false);
});

test("does not link two gateways of the same kind", () => {
  const layers = findRequestLayers([one("a", "dynamo"), one("b", "dynamo"), one("engine", "sglang")]);
  expect(layers.get("a")).toEqual({ gatewayIds: [], backendIds: ["engine"] });
  expect(layers.get("engine")?.gatewayIds).toEqual(["a", "b"]);
});

test("links nothing without a gateway and an engine of the same source", () => {
  expect(findRequestLayers([one("a", "vllm"), one("b", "sglang")]).size).toBe(0);
  expect(findRequestLayers([one("a", "dynamo")]).size).toBe(0);
  expect(findRequestLayers([one("a", "dynamo"), one("b", "vllm", "chat-70b", "second")]).size).toBe(0);
});

test("assigns each of two stacks in different namespaces its frontend", () => {
  const layers = findRequestLayers([
    inNamespace("front-a", "dynamo", "a"),
    inNamespace("front-b", "dynamo", "b"),
    inNamespace("engine-a", "vllm", "a"),
    inNamespace("engine-b", "vllm", "b"),
  ]);
  expect(layers.get("front-a")).toEqual({ gatewayIds: [], backendIds: ["engine-a"] });
  expect(layers.get("front-b")).toEqual({ gatewayIds: [], backendIds: ["engine-b"] });
  expect(layers.get("engine-a")?.gatewayIds).toEqual(["front-a"]);
  expect(layers.get("engine-b")?.gatewayIds).toEqual(["front-b"]);
});

test("puts a proxy in a separate namespace in front of both stacks", () => {
  const layers = findRequestLayers([
    inNamespace("proxy", "litellm", "edge"),
    inNamespace("front-a", "dynamo", "a"),
    inNamespace("engine-a", "vllm", "a"),
    inNamespace("engine-b", "vllm", "b"),
  ]);
  expect(layers.get("proxy")).toEqual({ gatewayIds: [], backendIds: ["front-a", "engine-a", "engine-b"] });
  expect(layers.get("engine-b")?.gatewayIds).toEqual(["proxy"]);
  expect(layers.get("engine-a")?.gatewayIds).toEqual(["proxy", "front-a"]);
});

test("distinguishes two stacks without namespaces by their machines", () => {
  const at = (id: string, engine: EngineId, ...instances: string[]) => ({ ...one(id, engine), instances });
  const layers = findRequestLayers([
    at("front-a", "dynamo", "host-a:8000"),
    at("front-b", "dynamo", "host-b:8000"),
    at("engine-a", "vllm", "host-a:8081", "host-c:8081"),
    at("engine-b", "vllm", "host-b:8081"),
  ]);
  expect(layers.get("engine-a")?.gatewayIds).toEqual(["front-a"]);
  expect(layers.get("engine-b")?.gatewayIds).toEqual(["front-b"]);
});
