/**
 * Pitfalls of trtllm-serve: a success counter that includes cancelled requests, and series that appear with their
 * first event.
 */
import { expect, test } from "vitest";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { evaluateToNumber, compileTestPlan } from "@/tests/support/histories/engine-plan";
import { trtllm } from "./index";

test("counts finished and refused requests, also before the first refusal and in versions that only report durations", () => {
  const of = (name: string): string => `rate(${name}{model_name="m",job="j"}[60s])`;
  const finished = of("trtllm_request_success_total");
  const timed = of("trtllm:e2e_request_latency_seconds_count");
  expect(listPlanQueries(compileTestPlan(trtllm, "requests", "rate"))).toEqual([
    `(sum(${finished}) or sum(${timed})) + (sum(${of("trtllm_request_error_total")}) or (0 * sum(${finished} or (${timed} unless on (job, instance) ${finished}))))`,
  ]);
});

test("divides 5xx and 429 by requests with any outcome in the error ratio", () => {
  const ratio = compileTestPlan(trtllm, "errors", "ratio-to-requests");
  expect(listPlanQueries(ratio)[0]).toContain('http_code=~"5..|429"');
  expect(evaluateToNumber(ratio, [0.5, 10])).toBe(0.05);
});

test("counts cancelled requests as aborts", () => {
  expect(listPlanQueries(compileTestPlan(trtllm, "aborts", "rate"))[0]).toContain(
    'finished_reason="cancelled"',
  );
});

test("excludes the first token of each request from mean TPOT: 12 s of decode for 620 tokens of 20 requests are 20 ms", () => {
  expect(evaluateToNumber(compileTestPlan(trtllm, "tpot", "mean"), [12, 620, 20])).toBe(0.02);
});

test("computes prefix hits as the share of reused blocks", () => {
  expect(evaluateToNumber(compileTestPlan(trtllm, "prefix-hit", "value"), [30, 40])).toBe(0.75);
});

test("names the setting that exposes a gauge", () => {
  expect(compileTestPlan(trtllm, "waiting", "value").howToEnable).toContain("enable_iter_perf_stats");
});
