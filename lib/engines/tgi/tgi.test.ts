/** Pitfalls of TGI: kinds of failure, prefill inside TPOT, KV usage from two gauges, and no model label. */
import { expect, test } from "vitest";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { evaluateToNumber, compileTestPlan } from "@/tests/support/histories/engine-plan";
import { tgi } from "./index";

test("excludes malformed requests and disconnected clients from errors, and reports zero only after a failure", () => {
  const failures = 'tgi_request_failure{err=~"overloaded|incomplete|generation"}';
  const rate = 'sum(rate(tgi_request_failure{job="j",err=~"overloaded|incomplete|generation"}[60s]))';
  const zero = '(0 * sum(rate(tgi_request_count{job="j"}[60s])))';
  expect(listPlanQueries(compileTestPlan(tgi, "errors", "rate"))).toEqual([rate]);
  expect(listPlanQueries(compileTestPlan(tgi, "errors", "rate", ["tgi_request_failure"]))).toEqual([rate]);
  expect(listPlanQueries(compileTestPlan(tgi, "errors", "rate", [failures]))).toEqual([`${rate} or ${zero}`]);
  expect(listPlanQueries(compileTestPlan(tgi, "aborts", "rate"))[0]).toContain('err=~"dropped"');
});

test("returns the instance with the fullest token budget", () => {
  expect(listPlanQueries(compileTestPlan(tgi, "kv-usage", "value"))).toEqual([
    'max(avg_over_time(tgi_batch_current_max_tokens{job="j"}[60s]) / avg_over_time(tgi_batch_max_total_tokens{job="j"}[60s]))',
  ]);
});

test("weights mean TPOT by tokens: 10 s of inference for 220 tokens of 20 requests are 50 ms", () => {
  expect(evaluateToNumber(compileTestPlan(tgi, "tpot", "mean"), [10, 220, 20])).toBe(0.05);
});

test("counts output tokens as the sum over requests", () => {
  expect(listPlanQueries(compileTestPlan(tgi, "output-tokens", "rate"))).toEqual([
    'sum(rate(tgi_request_generated_tokens_sum{job="j"}[60s]))',
  ]);
});
