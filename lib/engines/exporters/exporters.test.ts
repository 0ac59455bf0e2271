/**
 * Values that an exporter reports several times, or for other deployments too, count once and only for the
 * deployment.
 */
import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { ExporterId } from "@/lib/model/deployment/deployment";
import type { Statistic } from "@/lib/model/question";
import type { SignalId } from "@/lib/model/signals/signals";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries, type SignalPlan } from "@/lib/semantic/compile/plan";

/** The plan for a deployment with these exporters joined, by one namespace each. */
function planOf(signal: SignalId, statistic: Statistic, ...joined: readonly ExporterId[]): SignalPlan {
  const deployment = {
    pools: [{ role: "both", selectors: [{ job: "j" }] }] as const,
    attachments: joined.map((exporter) => ({ exporter, selectors: [{ namespace: "n" }] })),
    metricNames: [],
    copyLabels: [],
  };
  const context = { engine: engineById("vllm"), deployment, scope: { deployment: "d" } };
  return compileSignal(signal, statistic, context, 60_000);
}
const queries = (...parameters: Parameters<typeof planOf>): readonly string[] =>
  listPlanQueries(planOf(...parameters));

const once = "max without (job, instance, node, service, endpoint, metrics_path)";
const containers = '{namespace="n",container!="",container!="POD"}';

test("counts a container once, not again for its pod, its sandbox or a second scrape", () => {
  expect(queries("container-cpu", "rate", "cadvisor")).toEqual([
    `sum(${once} (rate(container_cpu_usage_seconds_total${containers}[60s])))`,
  ]);
  expect(queries("container-memory", "value", "cadvisor")).toEqual([
    `sum(${once} (avg_over_time(container_memory_working_set_bytes${containers}[60s])))`,
  ]);
  expect(queries("container-throttled", "value", "cadvisor")).toEqual([
    `sum(${once} (rate(container_cpu_cfs_throttled_periods_total${containers}[60s])))`,
    `sum(${once} (rate(container_cpu_cfs_periods_total${containers}[60s])))`,
  ]);
});

test("uses the longer of two throttling reasons, not their sum, nor the sum of two GPUs", () => {
  const [power, heat] = ["POWER", "THERMAL"].map(
    (reason) => `max(rate(DCGM_FI_DEV_${reason}_VIOLATION{namespace="n"}[60s]))`,
  );
  expect(queries("gpu-throttled", "value", "dcgm")).toEqual([`(${power} > ${heat}) or ${heat}`]);
});

test("counts committed and rolled-back transactions", () => {
  expect(queries("db-transactions", "rate", "postgres")).toEqual([
    'sum(rate(pg_stat_database_xact_commit{namespace="n"}[60s])) + sum(rate(pg_stat_database_xact_rollback{namespace="n"}[60s]))',
  ]);
});

test("does not count PgBouncer's console as a database", () => {
  expect(queries("db-pool-waiting", "value", "pgbouncer")).toEqual([
    'sum(avg_over_time(pgbouncer_pools_client_waiting_connections{namespace="n",database!="pgbouncer"}[60s]))',
  ]);
  expect(queries("db-connections", "value", "pgbouncer")[0]).toContain('name!="pgbouncer"');
});

test("queries each signal from either the database or the pooler", () => {
  const databaseExporters = ["postgres", "pgbouncer"] as const;
  expect(queries("db-connections", "value", ...databaseExporters)).toEqual(
    queries("db-connections", "value", "postgres"),
  );
  expect(queries("db-pool-wait", "value", ...databaseExporters)).toEqual(
    queries("db-pool-wait", "value", "pgbouncer"),
  );
  // A metric without a flag has priority.
  expect(queries("db-query-time", "value", ...databaseExporters)).toEqual(
    queries("db-query-time", "value", "pgbouncer"),
  );
  expect(planOf("db-query-time", "value", "postgres").howToEnable).toContain("--collector.stat_statements");
});

test("prefers dcgm-exporter to nvidia_gpu_exporter and uses the units of each", () => {
  expect(queries("gpu-power", "value", "dcgm", "nvidia-gpu-exporter")).toEqual(
    queries("gpu-power", "value", "dcgm"),
  );
  expect(planOf("gpu-utilisation", "value", "nvidia-gpu-exporter")).toMatchObject({ scale: 1 });
  expect(planOf("gpu-utilisation", "value", "amd")).toMatchObject({ scale: 0.01 });
  expect(planOf("gpu-memory-used", "value", "nvidia-gpu-exporter")).toMatchObject({ scale: 1 });
  expect(planOf("gpu-memory-used", "value", "amd")).toMatchObject({ scale: 1024 * 1024 });
});

test("never adds AMD's power gauges, which describe the same package", () => {
  const [promql = ""] = queries("gpu-power", "value", "amd");
  expect(promql.split(" or ")[0]).toBe('sum(avg_over_time(gpu_package_power{namespace="n"}[60s]))');
  expect(promql).not.toContain("+");
});

test("counts only all-reduce operations as all-reduce", () => {
  expect(queries("train-allreduce-time", "value", "nccl-inspector")).toEqual([
    'max(avg_over_time(nccl_collective_exec_time_microseconds{namespace="n",collective="AllReduce"}[60s]))',
  ]);
});

test("queries only Ray's counters with _total", () => {
  for (const signal of ["train-samples", "train-batches"] as const)
    expect(queries(signal, "rate", "ray-data")[0]).toMatch(/^sum\(rate\(ray_data_iter_\w+_total\{/);
  expect(planOf("train-data-wait", "value", "ray-data")).toMatchObject({
    numeratorQuery: 'sum(rate(ray_data_iter_total_blocked_seconds{namespace="n"}[60s]))',
    denominatorQuery:
      'sum(rate(ray_data_iter_total_blocked_seconds{namespace="n"}[60s])) + sum(rate(ray_data_iter_user_seconds{namespace="n"}[60s]))',
  });
});
