import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { Engine } from "@/lib/engines/definitions/engine";
import type { Recipe } from "@/lib/engines/definitions/recipe";
import type { Statistic } from "@/lib/model/question";
import type { SignalId, FamilySignalId } from "@/lib/model/signals/signals";
import { compileSignal } from "./compile";
import { listPlanQueries } from "./plan";
import type { QueryableDeployment } from "./scope-selectors";

const deploymentFixture: QueryableDeployment = {
  pools: [{ role: "both", selectors: [{ model_name: "m", job: "j" }] }],
  attachments: [],
  metricNames: [],
  copyLabels: [],
};

function engineWith(signals: { readonly [Id in FamilySignalId<"engine">]?: Recipe }): Engine {
  const vllm = engineById("vllm");
  return { ...vllm, signals: { ...vllm.signals, ...signals } };
}

function queries(
  signal: SignalId,
  statistic: Statistic,
  {
    deployment = deploymentFixture,
    engine = engineById("vllm"),
  }: { deployment?: QueryableDeployment; engine?: Engine } = {},
): readonly string[] {
  return listPlanQueries(
    compileSignal(signal, statistic, { engine, deployment, scope: { deployment: "d" } }, 60_000),
  );
}

test("queries only the metric names observed at a deployment", () => {
  const deployment = { ...deploymentFixture, metricNames: ["vllm:gpu_cache_usage_perc"] };
  expect(queries("kv-usage", "value", { deployment })).toEqual([
    'max(avg_over_time(vllm:gpu_cache_usage_perc{model_name="m",job="j"}[60s]))',
  ]);
});

test("queries all names when none was observed yet", () => {
  expect(queries("kv-usage", "value")[0]).toContain("vllm:kv_cache_usage_perc");
  expect(queries("kv-usage", "value")[0]).toContain("vllm:gpu_cache_usage_perc");
});

test("prefers the newer of two names sent together and never adds them", () => {
  const engine = engineWith({
    requests: { kind: "counter", alternatives: [{ names: ["new_total", "old_total"], namesCoexist: true }] },
  });
  expect(queries("requests", "rate", { engine })).toEqual([
    'sum(rate(new_total{model_name="m",job="j"}[60s])) or sum(rate(old_total{model_name="m",job="j"}[60s]))',
  ]);
});

test("never mixes bucket edges of names that are sent together", () => {
  const engine = engineWith({
    e2e: { kind: "histogram", metric: { names: ["new", "old"], namesCoexist: true } },
  });
  const of = (name: string): string => `sum by (le) (rate(${name}_bucket{model_name="m",job="j"}[60s]))`;
  // The count decides, so that the sum and the buckets of one name are read together.
  const count = 'sum(rate(new_count{model_name="m",job="j"}[60s]))';
  expect(queries("e2e", "p95", { engine })).toEqual([`${of("new")} or (${of("old")} unless on () ${count})`]);
  // A target without a sum has no part in the mean.
  const sumOf = (name: string): string =>
    `sum(rate(${name}_sum{model_name="m",job="j"}[60s]) and rate(${name}_count{model_name="m",job="j"}[60s]))`;
  expect(queries("e2e", "mean", { engine })[0]).toBe(
    `${sumOf("new")} or (${sumOf("old")} unless on () ${count})`,
  );
});

test("reports zero for a counter that appears with its first event while its companion exists", () => {
  const engine = engineWith({
    errors: {
      kind: "counter",
      alternatives: [{ names: ["failed_total"], zeroWhilePresent: { names: ["all_total"] } }],
    },
  });
  expect(queries("errors", "rate", { engine })).toEqual([
    'sum(rate(failed_total{model_name="m",job="j"}[60s])) or (0 * sum(rate(all_total{model_name="m",job="j"}[60s])))',
  ]);
});

test("adds kinds of one event that are counted separately", () => {
  const engine = engineWith({
    requests: {
      kind: "counter",
      alternatives: [{ names: ["good_total"] }],
      addedCounters: [{ names: ["bad_total"] }],
    },
  });
  expect(queries("requests", "rate", { engine })).toEqual([
    'sum(rate(good_total{model_name="m",job="j"}[60s])) + sum(rate(bad_total{model_name="m",job="j"}[60s]))',
  ]);
});

test("merges ranks and Prometheus copies before adding", () => {
  const deployment = { ...deploymentFixture, copyLabels: ["prometheus_replica"] };
  const engine = engineWith({
    running: { kind: "gauge", metric: { names: ["running"], duplicateLabels: ["tp_rank"] }, scale: 1 },
  });
  expect(queries("running", "value", { deployment, engine })).toEqual([
    'sum(max without (tp_rank, prometheus_replica) (avg_over_time(running{model_name="m",job="j"}[60s])))',
  ]);
});

test("uses the preferred one of two exporters of one family and never adds them", () => {
  const deployment: QueryableDeployment = {
    ...deploymentFixture,
    attachments: [
      { exporter: "dcgm", selectors: [{ Hostname: "n1" }] },
      { exporter: "node", selectors: [{ instance: "n1:9100" }] },
    ],
  };
  expect(queries("gpu-power", "value", { deployment })).toEqual([
    'sum(avg_over_time(DCGM_FI_DEV_BOARD_POWER_WATTS{Hostname="n1"}[60s]) or avg_over_time(DCGM_FI_DEV_POWER_USAGE{Hostname="n1"}[60s]))',
  ]);
  expect(queries("host-memory", "value", { deployment })).toEqual([
    'max(1 - (avg_over_time(node_memory_MemAvailable_bytes{instance="n1:9100"}[60s]) / avg_over_time(node_memory_MemTotal_bytes{instance="n1:9100"}[60s])))',
  ]);
});

test("reports a family without an exporter as absent, with the reason", () => {
  const plan = compileSignal(
    "gpu-power",
    "value",
    { engine: engineById("vllm"), deployment: deploymentFixture, scope: { deployment: "d" } },
    60_000,
  );
  expect(plan).toMatchObject({ kind: "absent", reason: "metric-absent" });
});

test("names the flag for a metric that requires one when the source lacks it", () => {
  const plan = compileSignal(
    "flops",
    "rate",
    { engine: engineById("vllm"), deployment: deploymentFixture, scope: { deployment: "d" } },
    60_000,
  );
  expect(plan.howToEnable).toBe("Start vLLM with --enable-mfu-metrics.");
});

const planOf = (signal: SignalId, metricNames: readonly string[]) =>
  compileSignal(
    signal,
    signal === "ttft" ? "p95" : "value",
    {
      engine: engineById("vllm"),
      deployment: { ...deploymentFixture, metricNames },
      scope: { deployment: "d" },
    },
    60_000,
  );

test("distinguishes a metric that disappeared from one that never existed by its observed names", () => {
  const metricNames = ["vllm:time_to_first_token_seconds_bucket", "vllm:time_to_first_token_seconds_count"];
  expect(planOf("ttft", metricNames)).toMatchObject({
    whyAbsent:
      "vllm:time_to_first_token_seconds_count existed before but is missing now. Either the engine was upgraded, or its flags changed.",
  });
  expect(planOf("ttft", metricNames)).not.toHaveProperty("isNeverObserved");
  expect(planOf("spec-accept", metricNames)).toMatchObject({ isNeverObserved: true });
  // Unknown when no name was ever observed.
  expect(planOf("spec-accept", [])).not.toHaveProperty("isNeverObserved");
  // Names of the front end do not belong to the engine and are not recorded.
  expect(planOf("request-bytes", metricNames)).not.toHaveProperty("isNeverObserved");
});

test("assumes nothing about earlier metrics of a part of a deployment", () => {
  const context = {
    engine: engineById("vllm"),
    deployment: { ...deploymentFixture, metricNames: ["vllm:num_requests_running"] },
  };
  const scope = { deployment: "d", instance: "gone:1" };
  expect(compileSignal("running", "value", { ...context, scope }, 60_000)).not.toHaveProperty("whyAbsent");
});

/** Returns what a plan states about the history of its metrics. */
const historyOf = (
  engine: Engine,
  signal: SignalId,
  statistic: Statistic,
  metricNames: readonly string[],
) => {
  const deployment = { ...deploymentFixture, metricNames };
  const plan = compileSignal(signal, statistic, { engine, deployment, scope: { deployment: "d" } }, 60_000);
  return { whyAbsent: plan.whyAbsent, isNeverObserved: plan.isNeverObserved };
};

test("claims that a metric disappeared only if all its series are read, and no other metric can be missing", () => {
  const otel = engineById("otel-genai");
  const tokens = "gen_ai_client_token_usage";
  const operations = "gen_ai_client_operation_duration_seconds";
  const names = [tokens, operations].flatMap((name) => [`${name}_bucket`, `${name}_sum`, `${name}_count`]);
  // Tokens of the other type have the same name.
  expect(historyOf(otel, "prompt-length", "p95", names)).toEqual({});
  const tgi = engineById("tgi");
  const running = ["tgi_request_count", "tgi_batch_current_max_tokens"];
  // The denominator was never observed.
  expect(historyOf(tgi, "kv-usage", "value", running)).toEqual({ isNeverObserved: true });
  expect(historyOf(tgi, "kv-usage", "value", [...running, "tgi_batch_max_total_tokens"])).toEqual({});
});

test("names no histogram as missing whose buckets, sum or parts of the mean were never observed", () => {
  const vllm = engineById("vllm");
  const count = ["vllm:prompt_tokens_total", "vllm:time_to_first_token_seconds_count"];
  expect(historyOf(vllm, "ttft", "p95", count)).toEqual({ isNeverObserved: true });
  const tpot = ["_bucket", "_sum", "_count"].map(
    (part) => `vllm:request_time_per_output_token_seconds${part}`,
  );
  const lengths = ["vllm:request_generation_tokens_sum", "vllm:request_generation_tokens_count"];
  expect(historyOf(vllm, "tpot", "mean", [...count, ...tpot, ...lengths])).toEqual({ isNeverObserved: true });
  expect(historyOf(vllm, "tpot", "p95", [...count, ...tpot]).whyAbsent).toContain("existed before");
});

test("plans no mean for a histogram of which a name has a count but no sum", () => {
  const names = ["new_count", "new_bucket", "old_count", "old_sum", "old_bucket"];
  const engine = engineWith({ e2e: { kind: "histogram", metric: { names: ["new", "old"] } } });
  const deployment = { ...deploymentFixture, metricNames: names };
  const context = { engine, deployment, scope: { deployment: "d" } };
  expect(compileSignal("e2e", "mean", context, 60_000)).toMatchObject({
    kind: "absent",
    reason: "metric-absent",
    detail: "At least one instance exposes new_count without new_sum, so the mean is unknown.",
  });
  expect(compileSignal("e2e", "p95", context, 60_000).kind).toBe("quantile");
});
