/** During their migration, pickers send every metric under two names, and each replica reports the same pool. */
import { expect, test } from "vitest";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { compileLabelRanking } from "@/lib/semantic/split/split";
import { planStatusQueries } from "@/lib/semantic/status/status-queries";
import { epp } from ".";

const deployment = {
  pools: [{ role: "both", selectors: [{ model_name: "m", job: "epp", namespace: "n" }] }] as const,
  attachments: [],
  metricNames: [],
  copyLabels: [],
};

function queries(
  signal: SignalId,
  statistic: Statistic,
  metricNames: readonly string[] = [],
): readonly string[] {
  return listPlanQueries(
    compileSignal(
      signal,
      statistic,
      { engine: epp, deployment: { ...deployment, metricNames }, scope: { deployment: "d" } },
      60_000,
    ),
  );
}

const here = 'model_name="m",job="epp",namespace="n"';

test("prefers the new name per replica and never adds both names", () => {
  const rate = (name: string): string => `sum by (instance, pod) (rate(${name}{${here}}[60s]))`;
  expect(queries("requests", "rate")).toEqual([
    `sum(${rate("llm_d_epp_request_total")} or ${rate("inference_objective_request_total")})`,
  ]);
  const buckets = (name: string): string =>
    `sum by (le, instance, pod) (rate(${name}_duration_seconds_bucket{${here}}[60s]))`;
  const [today, before] = [buckets("llm_d_epp_request"), buckets("inference_objective_request")];
  expect(queries("e2e", "p95")).toEqual([
    `sum by (le) (${today} or (${before} unless on (instance, pod) ${rate("llm_d_epp_request_duration_seconds_count")}))`,
  ]);
});

test("never uses old names without the split label next to new ones", () => {
  const splitFilter = { label: "priority", values: ["", "0"], kind: "named" } as const;
  const context = {
    engine: epp,
    deployment,
    scope: { deployment: "d", split: "priority" },
    splitFilter,
  } as const;
  const rate = (name: string): string =>
    `sum by (priority, instance, pod) (rate(${name}{${here},priority=~"|0"}[60s]))`;
  const [today, before] = ["llm_d_epp_request_total", "inference_objective_request_total"].map(rate);
  const total = `sum by (instance, pod) (rate(llm_d_epp_request_total{${here}}[60s]))`;
  expect(listPlanQueries(compileSignal("requests", "rate", context, 60_000))).toEqual([
    `sum by (priority) (${today} or (${before} unless on (instance, pod) ${total}))`,
  ]);
  const { topValuesQuery } =
    compileLabelRanking("requests", context, { label: "priority", windowMs: 60_000 }) ?? {};
  expect(topValuesQuery).toContain(" unless on (instance, pod) ");
});

test("adds the queues of the pool's endpoints once for all replicas, without a model label", () => {
  const queued = (name: string): string =>
    `sum by (name) (max without (instance, pod) (avg_over_time(${name}{job="epp",namespace="n"}[60s])))`;
  expect(queries("waiting", "value")).toEqual([
    `sum(${queued("llm_d_epp_per_endpoint_queue_size")} or ${queued("inference_pool_per_pod_queue_size")})`,
  ]);
});

test("reports zero errors only after the first one", () => {
  const zero = "(0 * sum(sum by (instance, pod) (rate(llm_d_epp_request_total";
  expect(queries("errors", "rate")[0]).not.toContain("0 *");
  expect(queries("errors", "rate", ["llm_d_epp_request_error_total"])[0]).toContain(zero);
});

test("does not detect a stall by tokens that are counted at the end of a request", () => {
  const queriesOfStatus = planStatusQueries({ engine: epp, deployment, scope: { deployment: "d" } }, 15_000);
  expect(queriesOfStatus.recentTokens).toBeNull();
  expect(queriesOfStatus.finishedRequests).not.toBeNull();
});
