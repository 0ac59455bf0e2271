/** What is easily wrong of SGLang: ranks and priorities that repeat, a mean per token, milliseconds. */
import { expect, test } from "vitest";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals";
import { compileSignal } from "@/lib/semantic/compile";
import { evaluatePlan } from "@/lib/semantic/evaluate";
import { queriesOf, type SignalPlan } from "@/lib/semantic/plan";
import { columnsOf } from "@/tests/support/columns";
import { sglang } from "./index";

function plan(signal: SignalId, statistic: Statistic): SignalPlan {
  const deployment = {
    pools: [{ role: "both" as const, selectors: [{ model_name: "m", job: "j" }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
  };
  return compileSignal(signal, statistic, { engine: sglang, deployment, scope: { deployment: "d" } }, 60_000);
}

test("running requests are folded over ranks, added over replicas, and priorities are not added to their total", () => {
  expect(queriesOf(plan("running", "value"))).toEqual([
    'sum(max without (tp_rank, pp_rank, moe_ep_rank) (avg_over_time(sglang:num_running_reqs{model_name="m",job="j",priority=""}[60s])))',
  ]);
});

test("mean TPOT is the time of all gaps over the tokens they brought; a percentile says why there is none", () => {
  const mean = plan("tpot", "mean");
  const [sum = "", count = ""] = queriesOf(mean);
  const columns = columnsOf({ [sum]: [{ values: [9] }], [count]: [{ values: [450] }] });
  expect(evaluatePlan(mean, columns, 60_000).values).toEqual(Float64Array.of(0.02));
  expect(plan("tpot", "p95")).toMatchObject({ kind: "absent", reason: "not-exposed" });
});

test("the share of decode in end-to-end time comes from the gaps", () => {
  const share = plan("decode-time", "share-of-e2e");
  const [gaps = "", whole = ""] = queriesOf(share);
  const columns = columnsOf({ [gaps]: [{ values: [6] }], [whole]: [{ values: [8] }] });
  expect(evaluatePlan(share, columns, 60_000).values).toEqual(Float64Array.of(0.75));
});

test("KV transfer in milliseconds becomes seconds, edges included", () => {
  const p50 = plan("kv-transfer-time", "p50");
  const [buckets = ""] = queriesOf(p50);
  const columns = columnsOf({
    [buckets]: [
      { labels: { le: "10.0" }, values: [0] },
      { labels: { le: "25.0" }, values: [4] },
      { labels: { le: "+Inf" }, values: [4] },
    ],
  });
  const { values, bounds } = evaluatePlan(p50, columns, 60_000);
  expect(values[0]).toBeCloseTo(0.0175, 12);
  expect(bounds?.lower[0]).toBeCloseTo(0.01, 12);
  expect(bounds?.upper[0]).toBeCloseTo(0.025, 12);
});

test("errors are 5xx and 429 of the HTTP server, health checks left out, zero while it answers at all", () => {
  expect(queriesOf(plan("errors", "rate"))).toEqual([
    'sum(rate(sglang:http_responses_total{job="j",status_code=~"5..|429",endpoint!~"/health.*"}[60s])) or (0 * sum(rate(sglang:http_responses_total{job="j"}[60s])))',
  ]);
});

test("output tokens prefer what moves while requests run", () => {
  const [promql] = queriesOf(plan("output-tokens", "rate"));
  expect(promql).toMatch(
    /^sum\(max without .*realtime_tokens_total.*mode="decode".* or sum\(rate\(sglang:generation/,
  );
});
