/** Pitfalls of a manually instrumented service: errors that were never counted, and missing gauges. */
import { expect, test } from "vitest";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { evaluateToNumber, compileTestPlan } from "@/tests/support/histories/engine-plan";
import { handmade } from "./index";

test("reports zero errors only after the first one, and divides by the requests", () => {
  const rate = 'sum(rate(llm_errors_total{job="j"}[60s]))';
  const zero = '(0 * sum(rate(llm_requests_total{job="j"}[60s])))';
  expect(listPlanQueries(compileTestPlan(handmade, "errors", "rate"))).toEqual([rate]);
  expect(listPlanQueries(compileTestPlan(handmade, "errors", "rate", ["llm_errors_total"]))).toEqual([
    `${rate} or ${zero}`,
  ]);
  expect(evaluateToNumber(compileTestPlan(handmade, "errors", "ratio-to-requests"), [1, 40])).toBe(0.025);
});

test("reports missing metrics as not exposed, never as zero", () => {
  expect(compileTestPlan(handmade, "waiting", "value")).toMatchObject({
    kind: "absent",
    reason: "not-exposed",
  });
});
