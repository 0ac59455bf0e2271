import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import { compileTestPlan } from "@/tests/support/histories/engine-plan";
import { listPlanQueries } from "./plan";

const vllm = engineById("vllm");
const servers = 'last_over_time(vllm:num_requests_running{model_name="m",job="j"}[60s])';
const names = ["vllm:num_requests_running", "vllm:request_success_total"];

test("adds the aborts of all targets, and reports zero only if each of them counts aborts", () => {
  const ended = (label: string): string =>
    `vllm:request_success_total{model_name="m",job="j",${label}="abort"}`;
  const [spelling, otherSpelling] = [ended("finished_reason"), ended("finish_reason")];
  const rate = (series: string): string => `(sum by (job, instance) (rate(${series}[60s])) > 0)`;
  const counting = `(last_over_time(${spelling}[3600s]) or last_over_time(${otherSpelling}[3600s]))`;
  expect(listPlanQueries(compileTestPlan(vllm, "aborts", "rate", names))).toEqual([
    `sum(${rate(spelling)} or ${rate(otherSpelling)}) or ((0 * count(${servers})) unless on () (${servers} unless on (job, instance) ${counting}))`,
  ]);
});

test("chooses between the front end's responses and the engine's errors per target, in any spelling", () => {
  const [promql = ""] = listPlanQueries(compileTestPlan(vllm, "errors", "rate", names));
  expect(promql).toMatch(
    /^sum\(\(\(sum by \(job, instance\) \(rate\(http_requests_total\{job="j",status=~"5\.\.\|429",method!~"GET\|HEAD\|OPTIONS"\}/,
  );
  expect(promql).toContain('http_requests_total{job="j",status!=""}[3600s]');
  for (const label of ["finished_reason", "finish_reason"])
    expect(promql).toContain(`${label}="error"}[60s]`);
});
