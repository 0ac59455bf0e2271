/** Pitfalls of SGLang: series repeated per rank and priority, a mean per token, and milliseconds. */
import { expect, test } from "vitest";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { evaluateToNumber, compileTestPlan, evaluateToQuantile } from "@/tests/support/histories/engine-plan";
import { sglang } from "./index";

test("merges running requests over ranks, adds them over replicas, and does not add priorities to their total", () => {
  expect(listPlanQueries(compileTestPlan(sglang, "running", "value"))).toEqual([
    'sum(max without (tp_rank, pp_rank, moe_ep_rank) (avg_over_time(sglang:num_running_reqs{model_name="m",job="j",priority=""}[60s])))',
  ]);
});

test("computes mean TPOT as the time of all gaps divided by their tokens, and explains why it has no percentile", () => {
  expect(evaluateToNumber(compileTestPlan(sglang, "tpot", "mean"), [9, 450])).toBe(0.02);
  expect(compileTestPlan(sglang, "tpot", "p95")).toMatchObject({ kind: "absent", reason: "not-exposed" });
});

test("computes the share of decode in end-to-end time from the gaps", () => {
  const share = compileTestPlan(sglang, "decode-time", "share-of-e2e");
  expect(listPlanQueries(share)[0]).toContain("inter_token_latency_seconds_sum");
  expect(evaluateToNumber(share, [6, 8])).toBe(0.75);
});

test("converts KV transfer times and bucket edges from milliseconds to seconds", () => {
  const quantile = evaluateToQuantile(compileTestPlan(sglang, "kv-transfer-time", "p50"), {
    "10.0": 0,
    "25.0": 4,
    "+Inf": 4,
  });
  expect(quantile.value).toBeCloseTo(0.0175, 12);
  expect(quantile.lower).toBeCloseTo(0.01, 12);
  expect(quantile.upper).toBeCloseTo(0.025, 12);
});

const ofDeploymentProcesses =
  'and on (job, instance) last_over_time(sglang:num_running_reqs{model_name="m",job="j"}[60s])';

test("counts 5xx and 429 responses except health checks as errors, and zero where all servers count responses", () => {
  const failures = `sum by (job, instance) (rate(sglang:http_responses_total{job="j",status_code=~"5..|429",endpoint!~"/health.*",method!~"GET|HEAD|OPTIONS"}[60s]) ${ofDeploymentProcesses}) > 0`;
  const servers = 'last_over_time(sglang:num_running_reqs{model_name="m",job="j"}[60s])';
  const counting = 'last_over_time(sglang:http_responses_total{job="j"}[3600s])';
  expect(listPlanQueries(compileTestPlan(sglang, "errors", "rate"))).toEqual([
    `sum(${failures}) or ((0 * count(${servers})) unless on () (${servers} unless on (job, instance) ${counting}))`,
  ]);
});

test("prefers the counter of output tokens that increases while requests run", () => {
  const [promql] = listPlanQueries(compileTestPlan(sglang, "output-tokens", "rate"));
  expect(promql).toMatch(
    /^sum\(max without .*realtime_tokens_total.*mode="decode".* or sum\(rate\(sglang:generation/,
  );
});

test("uses only streamed requests for TTFT in versions that distinguish them", () => {
  expect(listPlanQueries(compileTestPlan(sglang, "ttft", "p95"))[0]).toContain('is_streaming!="false"');
});
