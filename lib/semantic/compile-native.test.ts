/** Queries for histograms that are exposed as native histograms. */
import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { Statistic } from "@/lib/model/question";
import { createQueryColumns } from "@/tests/support/sample-data/query-columns";
import { compileSignal } from "./compile/compile";
import { evaluatePlan } from "./evaluate/evaluate";
import { listPlanQueries } from "./compile/plan";

const name = "vllm:time_to_first_token_seconds";
const classic = [`${name}_bucket`, `${name}_sum`, `${name}_count`];

function planOf(statistic: Statistic, metricNames: readonly string[], copyLabels: readonly string[] = []) {
  const deployment = {
    pools: [{ role: "both" as const, selectors: [{ job: "j" }] }],
    attachments: [],
    metricNames,
    copyLabels,
  };
  const context = { engine: engineById("vllm"), deployment, scope: { deployment: "d" } };
  return compileSignal("ttft", statistic, context, 60_000);
}

test("queries a native histogram by its bare name", () => {
  expect(listPlanQueries(planOf("p95", [name]))).toEqual([`sum by (le) (rate(${name}{job="j"}[60s]))`]);
  expect(listPlanQueries(planOf("mean", [name]))).toEqual([
    `sum(histogram_sum(rate(${name}{job="j"}[60s])))`,
    `sum(histogram_count(rate(${name}{job="j"}[60s])))`,
  ]);
});

test("queries a classic histogram by its classic names", () => {
  expect(listPlanQueries(planOf("p95", classic))).toEqual([
    `sum by (le) (rate(${name}_bucket{job="j"}[60s]))`,
  ]);
});

test("queries a histogram that changed its form in both forms", () => {
  expect(listPlanQueries(planOf("p95", [name, ...classic]))).toEqual([
    `sum by (le) (rate(${name}_bucket{job="j"}[60s]) or rate(${name}{job="j"}[60s]))`,
  ]);
});

test("merges copies of a native histogram by their mean, because histograms have no maximum", () => {
  expect(listPlanQueries(planOf("p95", [name], ["replica"]))).toEqual([
    `sum by (le) (avg without (replica) (rate(${name}{job="j"}[60s])))`,
  ]);
});

test("prefers the classic form at points with both forms", () => {
  const plan = planOf("p50", [name, ...classic]);
  const [promql = ""] = listPlanQueries(plan);
  const columns = createQueryColumns({
    [promql]: [
      { labels: { le: "1" }, values: [10, 10, NaN, NaN] },
      { labels: { le: "+Inf" }, values: [10, 10, NaN, NaN] },
      { labels: { __native__: "count" }, values: [NaN, 4, 4, NaN] },
      { labels: { __native__: "sum" }, values: [NaN, 9, 9, NaN] },
      { labels: { __native__: "1..2" }, values: [NaN, 1, 2, NaN] },
      { labels: { __native__: "2..4" }, values: [NaN, 3, 2, NaN] },
    ],
  });
  const { values, bucketBounds, observationCounts } = evaluatePlan(plan, columns, 60_000);
  expect([...values]).toEqual([0.5, 0.5, 2, NaN]);
  expect([...(bucketBounds?.lower ?? [])]).toEqual([0, 0, 2, NaN]);
  expect([...(observationCounts ?? [])]).toEqual([600, 600, 240, NaN]);
});

test("distinguishes a native histogram without observations from a missing response", () => {
  const plan = planOf("p50", [name]);
  const [promql = ""] = listPlanQueries(plan);
  const columns = createQueryColumns({
    [promql]: [
      { labels: { __native__: "count" }, values: [0, NaN] },
      { labels: { __native__: "sum" }, values: [0, NaN] },
    ],
  });
  const { values, observationCounts } = evaluatePlan(plan, columns, 60_000);
  expect([...values]).toEqual([NaN, NaN]);
  expect([...(observationCounts ?? [])]).toEqual([0, NaN]);
});
