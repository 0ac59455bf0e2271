/**
 * Pitfalls of llama.cpp: means without percentiles, a separate counter of cached tokens, and no counter of requests.
 */
import { expect, test } from "vitest";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { evaluateToNumber, compileTestPlan } from "@/tests/support/histories/engine-plan";
import { llamaCpp } from "./index";

test("computes TPOT as seconds divided by tokens, and explains why it has no percentile", () => {
  expect(evaluateToNumber(compileTestPlan(llamaCpp, "tpot", "mean"), [3, 100])).toBe(0.03);
  expect(compileTestPlan(llamaCpp, "tpot", "p95")).toMatchObject({ kind: "absent", reason: "not-exposed" });
});

test("adds computed and cached prompt tokens, also for versions without the cached counter", () => {
  expect(listPlanQueries(compileTestPlan(llamaCpp, "prompt-tokens", "rate"))).toEqual([
    'sum(rate(llamacpp:prompt_tokens_total{job="j"}[60s])) + (sum(rate(llamacpp:prompt_tokens_cached_total{job="j"}[60s])) or (0 * sum(rate(llamacpp:prompt_tokens_total{job="j"}[60s]))))',
  ]);
});

test("computes prefix hits as cached tokens divided by cached and computed tokens", () => {
  expect(evaluateToNumber(compileTestPlan(llamaCpp, "prefix-hit", "value"), [25, 100])).toBe(0.25);
});

test("does not expose a share of end-to-end time, which is not measured", () => {
  expect(compileTestPlan(llamaCpp, "tpot", "share-of-e2e")).toMatchObject({
    kind: "absent",
    reason: "not-exposed",
  });
});
