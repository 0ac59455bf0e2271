import { expect, test } from "vitest";
import type { EngineId } from "@/lib/model/deployment";
import { requestLayers } from "./request-layers";

const one = (id: string, engine: EngineId, model = "org/Chat-70B", metricsSource = "prometheus") => ({
  id,
  engine,
  model,
  metricsSource,
});

test("a chain of gateways before an engine, outermost first, whatever the spelling of the model", () => {
  const layers = requestLayers([
    one("engine", "vllm", "/models/chat-70b"),
    one("frontend", "dynamo", "chat-70B"),
    one("proxy", "litellm"),
    one("other", "vllm", "code-32b"),
  ]);
  expect(layers.get("engine")).toEqual({ behind: ["proxy", "frontend"], inFrontOf: [] });
  expect(layers.get("frontend")).toEqual({ behind: ["proxy"], inFrontOf: ["engine"] });
  expect(layers.get("proxy")).toEqual({ behind: [], inFrontOf: ["frontend", "engine"] });
  expect(layers.has("other")).toBe(false);
});

test("two gateways of one kind stand side by side", () => {
  const layers = requestLayers([one("a", "dynamo"), one("b", "dynamo"), one("engine", "sglang")]);
  expect(layers.get("a")).toEqual({ behind: [], inFrontOf: ["engine"] });
  expect(layers.get("engine")?.behind).toEqual(["a", "b"]);
});

test("engines alone, a gateway alone, and another source are not linked", () => {
  expect(requestLayers([one("a", "vllm"), one("b", "sglang")]).size).toBe(0);
  expect(requestLayers([one("a", "dynamo")]).size).toBe(0);
  expect(requestLayers([one("a", "dynamo"), one("b", "vllm", "chat-70b", "second")]).size).toBe(0);
});
