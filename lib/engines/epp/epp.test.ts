/** While pickers migrate they send every metric under two names, and each replica tells the same of its pool. */
import { expect, test } from "vitest";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals";
import { compileSignal } from "@/lib/semantic/compile";
import { queriesOf } from "@/lib/semantic/plan";
import { compileRanking } from "@/lib/semantic/split";
import { planStatusQueries } from "@/lib/semantic/status-queries";
import { epp } from ".";

const deployment = {
  pools: [{ role: "both", selectors: [{ model_name: "m", job: "epp", namespace: "n" }] }] as const,
  attachments: [],
  metricNames: [],
  copyLabels: [],
};

function queries(signal: SignalId, statistic: Statistic): readonly string[] {
  return queriesOf(
    compileSignal(signal, statistic, { engine: epp, deployment, scope: { deployment: "d" } }, 60_000),
  );
}

const here = 'model_name="m",job="epp",namespace="n"';

test("new and old names answer one after the other within a picker's replica and are never added", () => {
  const rate = (name: string): string => `sum by (instance, pod) (rate(${name}{${here}}[60s]))`;
  expect(queries("requests", "rate")).toEqual([
    `sum(${rate("llm_d_epp_request_total")} or ${rate("inference_objective_request_total")})`,
  ]);
  const buckets = (name: string): string =>
    `sum by (le, instance, pod) (rate(${name}_duration_seconds_bucket{${here}}[60s]))`;
  const [today, before] = [buckets("llm_d_epp_request"), buckets("inference_objective_request")];
  expect(queries("e2e", "p95")).toEqual([
    `sum by (le) (${today} or (${before} unless on (instance, pod) ${today}))`,
  ]);
});

test("split by what the old names do not tell, they are no part beside the others", () => {
  const part = { label: "priority", values: ["", "0"], kind: "named" } as const;
  const context = { engine: epp, deployment, scope: { deployment: "d", split: "priority" }, part } as const;
  const rate = (name: string): string =>
    `sum by (priority, instance, pod) (rate(${name}{${here},priority=~"|0"}[60s]))`;
  const [today, before] = ["llm_d_epp_request_total", "inference_objective_request_total"].map(rate);
  const total = `sum by (instance, pod) (rate(llm_d_epp_request_total{${here}}[60s]))`;
  expect(queriesOf(compileSignal("requests", "rate", context, 60_000))).toEqual([
    `sum by (priority) (${today} or (${before} unless on (instance, pod) ${total}))`,
  ]);
  const { top } = compileRanking("requests", context, { label: "priority", windowMs: 60_000 }) ?? {};
  expect(top).toContain(" unless on (instance, pod) ");
});

test("the pool's queues are added over its endpoints, once for all replicas of the picker, without a model", () => {
  const queued = (name: string): string =>
    `sum by (name) (max without (instance, pod) (avg_over_time(${name}{job="epp",namespace="n"}[60s])))`;
  expect(queries("waiting", "value")).toEqual([
    `sum(${queued("llm_d_epp_per_endpoint_queue_size")} or ${queued("inference_pool_per_pod_queue_size")})`,
  ]);
});

test("before the first error there are none", () => {
  expect(queries("errors", "rate")[0]).toMatch(
    / or \(0 \* sum\(sum by \(instance, pod\) \(rate\(llm_d_epp_request_total/,
  );
});

test("a long answer is no stall: tokens that are counted at its end do not judge it", () => {
  const queriesOfStatus = planStatusQueries({ engine: epp, deployment, scope: { deployment: "d" } }, 15_000);
  expect(queriesOfStatus.recentTokens).toBeNull();
  expect(queriesOfStatus.finished).not.toBeNull();
});
