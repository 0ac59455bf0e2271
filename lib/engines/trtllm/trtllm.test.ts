/** What is easily wrong of trtllm-serve: a success counter that counts cancelled requests, series that appear with their first event. */
import { expect, test } from "vitest";
import { queriesOf } from "@/lib/semantic/plan";
import { numberOf, planOf } from "@/tests/support/engine-plan";
import { trtllm } from "./index";

test("requests are the finished and the refused, also while nothing was ever refused and where only their times are counted", () => {
  const of = (name: string): string => `rate(${name}{model_name="m",job="j"}[60s])`;
  const finished = of("trtllm_request_success_total");
  const timed = of("trtllm:e2e_request_latency_seconds_count");
  expect(queriesOf(planOf(trtllm, "requests", "rate"))).toEqual([
    `(sum(${finished}) or sum(${timed})) + (sum(${of("trtllm_request_error_total")}) or (0 * sum(${finished} or ${timed})))`,
  ]);
});

test("the error ratio divides 5xx and 429 by requests of every outcome", () => {
  const ratio = planOf(trtllm, "errors", "ratio-to-requests");
  expect(queriesOf(ratio)[0]).toContain('http_code=~"5..|429"');
  expect(numberOf(ratio, [0.5, 10])).toBe(0.05);
});

test("cancelled requests are aborts", () => {
  expect(queriesOf(planOf(trtllm, "aborts", "rate"))[0]).toContain('finished_reason="cancelled"');
});

test("mean TPOT leaves each request's first token out: 12 s of decode, 620 tokens of 20 requests, are 20 ms", () => {
  expect(numberOf(planOf(trtllm, "tpot", "mean"), [12, 620, 20])).toBe(0.02);
});

test("prefix hits are the share of blocks that were reused", () => {
  expect(numberOf(planOf(trtllm, "prefix-hit", "value"), [30, 40])).toBe(0.75);
});

test("levels say which setting exposes them", () => {
  expect(planOf(trtllm, "waiting", "value").flag).toContain("enable_iter_perf_stats");
});
