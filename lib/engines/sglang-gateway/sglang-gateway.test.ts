/** Pitfalls of the gateway: quantiles that cannot be merged, and gauges without a model. */
import { expect, test } from "vitest";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { evaluateToNumber, compileTestPlan } from "@/tests/support/histories/engine-plan";
import { sglangGateway } from "./index";

test("returns the worst quantile of several gateways, and the mean over all their requests", () => {
  expect(listPlanQueries(compileTestPlan(sglangGateway, "ttft", "p95"))).toEqual([
    'max(last_over_time(smg_router_ttft_seconds{model="m",job="j",quantile="0.95"}[60s]))',
    // Without observations, the quantile is not a number.
    'sum(rate(smg_router_ttft_seconds_count{model="m",job="j"}[60s]))',
  ]);
  expect(evaluateToNumber(compileTestPlan(sglangGateway, "ttft", "mean"), [6, 20])).toBe(0.3);
});

test("queries worker gauges without a model label", () => {
  expect(listPlanQueries(compileTestPlan(sglangGateway, "running", "value"))).toEqual([
    'sum(avg_over_time(smg_worker_requests_active{job="j"}[60s]))',
  ]);
});

test("counts errors of the HTTP layer, otherwise of the routing without cancellations", () => {
  const [promql] = listPlanQueries(compileTestPlan(sglangGateway, "errors", "rate"));
  expect(promql).toMatch(/^sum\(rate\(smg_http_responses_total\{job="j",status_code=~"5\.\.\|429"\}/);
  expect(promql).toMatch(/ or \(0 \* sum\(rate\(smg_http_responses_total\{job="j"\}/);
  expect(promql).toMatch(/ or sum\(rate\(smg_router_request_errors_total\{model="m",job="j",error_type!~/);
  expect(promql).not.toContain("0 * sum(rate(smg_router_requests_total");
});
