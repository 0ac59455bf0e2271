/** What is easily wrong of llama.cpp: means without percentiles, cached tokens counted elsewhere, requests that nobody counts. */
import { expect, test } from "vitest";
import { queriesOf } from "@/lib/semantic/plan";
import { numberOf, planOf } from "@/tests/support/engine-plan";
import { llamaCpp } from "./index";

test("TPOT is seconds over tokens; a percentile says why there is none", () => {
  expect(numberOf(planOf(llamaCpp, "tpot", "mean"), [3, 100])).toBe(0.03);
  expect(planOf(llamaCpp, "tpot", "p95")).toMatchObject({ kind: "absent", reason: "not-exposed" });
});

test("prompt tokens are the computed and the cached, also of a version that does not count the cached", () => {
  expect(queriesOf(planOf(llamaCpp, "prompt-tokens", "rate"))).toEqual([
    'sum(rate(llamacpp:prompt_tokens_total{job="j"}[60s])) + (sum(rate(llamacpp:prompt_tokens_cached_total{job="j"}[60s])) or (0 * sum(rate(llamacpp:prompt_tokens_total{job="j"}[60s]))))',
  ]);
});

test("prefix hits are cached over cached and computed", () => {
  expect(numberOf(planOf(llamaCpp, "prefix-hit", "value"), [25, 100])).toBe(0.25);
});

test("a share of end-to-end time is not exposed, since nothing tells that time", () => {
  expect(planOf(llamaCpp, "tpot", "share-of-e2e")).toMatchObject({ kind: "absent", reason: "not-exposed" });
});
