/**
 * Endpoint pickers under one scrape job during a migration, on a real Prometheus. One replica exposes new and old
 * names, the other only the old ones. One pool is reported by new and old names of both replicas, another only by old
 * names. Everything counts once.
 */
import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { columnsFromVectors } from "@/lib/semantic/evaluate/columns";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { queryInstant } from "@/lib/sources/prometheus/client";
import { startFrozenSource } from "@/tests/support/sources/frozen-source";

const endSeconds = Math.floor(Date.now() / 1_000) - 60;
const times = Array.from({ length: 41 }, (_, index) => endSeconds - 600 + index * 15);
const windowMs = 300_000;

/** Only the new names report the priority: two thirds and one third. */
const shares = { 0: 2 / 3, 1: 1 / 3 } as const;
/** Requests per second of each replica, all between 0.1 and 1 s. */
const replicas = [
  { instance: "picker-0", isUpgraded: true, rate: 3 },
  { instance: "picker-1", isUpgraded: false, rate: 2 },
] as const;
const prefixes = (isUpgraded: boolean) =>
  isUpgraded ? ["llm_d_epp_request", "inference_objective_request"] : ["inference_objective_request"];

const counter = (name: string, labels: string, rate: number): readonly string[] =>
  times.map((at, index) => `${name}{job="epp",model_name="m",${labels}} ${rate * index * 15} ${at}`);
const gauge = (name: string, labels: string, value: number): readonly string[] =>
  times.map((at) => `${name}{job="epp",${labels}} ${value} ${at}`);

function exposition(): string {
  const requests = replicas.flatMap(({ instance, isUpgraded, rate }) =>
    prefixes(isUpgraded).flatMap((prefix) => {
      const own = `instance="${instance}"`;
      const buckets = ["0.1", "1", "+Inf"].map((le) =>
        counter(`${prefix}_duration_seconds_bucket`, `${own},le="${le}"`, le === "0.1" ? 0 : rate),
      );
      const totals = prefix.startsWith("llm_d")
        ? Object.entries(shares).flatMap(([priority, share]) =>
            counter(`${prefix}_total`, `${own},priority="${priority}"`, rate * share),
          )
        : counter(`${prefix}_total`, own, rate);
      return [
        ...totals,
        ...buckets.flat(),
        ...counter(`${prefix}_duration_seconds_count`, own, rate),
        ...counter(`${prefix}_duration_seconds_sum`, own, rate / 2),
      ];
    }),
  );
  const pools = replicas.flatMap(({ instance, isUpgraded }) => {
    const targetLabels = (pool: string): string =>
      `instance="${instance}",name="${pool}",model_server_pod="pod-0"`;
    const upgraded = `instance="${instance}",name="main",model_server_endpoint="pod-0"`;
    return [
      ...(isUpgraded ? gauge("llm_d_epp_per_endpoint_queue_size", upgraded, 7) : []),
      ...gauge("inference_pool_per_pod_queue_size", targetLabels("main"), 7),
      ...(isUpgraded ? [] : gauge("inference_pool_per_pod_queue_size", targetLabels("side"), 4)),
    ];
  });
  const lines = [...requests, ...pools];
  // All samples of a name must be adjacent.
  const byName = Map.groupBy(lines, (line) => line.split("{")[0]);
  return [...[...byName.values()].flat(), "# EOF\n"].join("\n");
}

const frozen = startFrozenSource(exposition);

const deployment = {
  pools: [{ role: "both", selectors: [{ job: "epp", model_name: "m" }] }],
  attachments: [],
  metricNames: [],
  copyLabels: [],
} as const;

async function ask(signal: SignalId, statistic: Statistic): Promise<number> {
  const queryContext = { engine: engineById("epp"), deployment, scope: { deployment: "d" } };
  const plan = compileSignal(signal, statistic, queryContext, windowMs);
  const answers = await Promise.all(
    listPlanQueries(plan).map(
      async (promql) =>
        [promql, await queryInstant(frozen.upstream, { promql, atMs: endSeconds * 1_000 })] as const,
    ),
  );
  return evaluatePlan(plan, columnsFromVectors(new Map(answers)), windowMs).values[0] ?? Number.NaN;
}

test.each([
  ["requests", "rate", 5],
  ["e2e", "mean", 0.5],
  // The middle of the range from 0.1 to 1 s.
  ["e2e", "p50", 0.55],
  ["waiting", "value", 11],
] as const)("%s (%s) counts every replica and every pool once", async (signal, statistic, expected) => {
  expect(await ask(signal, statistic)).toBeCloseTo(expected, 6);
});

test("split by a label that only the new names have, each request is in one part, and no old name counts again", async () => {
  const part = { label: "priority", values: ["", "0", "1"], kind: "named" } as const;
  const scope = { deployment: "d", split: "priority" };
  const plan = compileSignal(
    "requests",
    "rate",
    { engine: engineById("epp"), deployment, scope, splitFilter: part },
    windowMs,
  );
  const [promql = ""] = listPlanQueries(plan);
  const { samples } = await queryInstant(frozen.upstream, { promql, atMs: endSeconds * 1_000 });
  const rates = samples.map(({ labels, value }) => [labels["priority"] ?? "", Math.round(value * 1e6) / 1e6]);
  // The replica without the upgrade has two requests per second without a priority.
  expect(Object.fromEntries(rates)).toEqual({ "": 2, "0": 2, "1": 1 });
});
