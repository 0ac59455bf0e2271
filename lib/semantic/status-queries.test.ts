import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { EngineId } from "@/lib/model/deployment";
import { planStatusQueries } from "./status-queries";

function recentTokens(id: EngineId): string | null {
  const deployment = {
    pools: [{ role: "both" as const, selectors: [{ job: "j" }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  };
  const place = { engine: engineById(id), deployment, scope: { deployment: "d" } };
  return planStatusQueries(place, 15_000).recentTokens;
}

test("a stall is told by what moves while a request runs", () => {
  expect(recentTokens("vllm")).toContain("vllm:generation_tokens_total");
  expect(recentTokens("tgi")).toBe('sum(increase(tgi_batch_inference_count{job="j"}[60s]))');
  expect(recentTokens("llama-cpp")).toContain("llamacpp:n_decode_total");
});

test("an engine that counts tokens only when a request finishes is never called stalled for a long answer", () => {
  expect(recentTokens("trtllm")).toBeNull();
  expect(recentTokens("sglang")).not.toContain("generation_tokens_total");
});

test("an engine without tokens cannot stall by them", () => {
  expect(recentTokens("hand-made")).toBeNull();
  expect(recentTokens("triton")).toBeNull();
});
