import { expect, test } from "vitest";
import { engineById } from "@/lib/engines";
import type { Engine } from "@/lib/engines/engine";
import type { Recipe } from "@/lib/engines/recipe";
import type { Statistic } from "@/lib/model/question";
import type { SignalId, SignalOf } from "@/lib/model/signals";
import { compileSignal } from "./compile";
import { queriesOf } from "./plan";
import type { QueryableDeployment } from "./scope-selectors";

const deploymentFixture: QueryableDeployment = {
  pools: [{ role: "both", selectors: [{ model_name: "m", job: "j" }] }],
  attachments: [],
  metricNames: [],
  copyLabels: [],
};

function engineWith(signals: { readonly [Id in SignalOf<"engine">]?: Recipe }): Engine {
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
  return queriesOf(
    compileSignal(signal, statistic, { engine, deployment, scope: { deployment: "d" } }, 60_000),
  );
}

test("names seen at a deployment leave out those of other versions", () => {
  const deployment = { ...deploymentFixture, metricNames: ["vllm:gpu_cache_usage_perc"] };
  expect(queries("kv-usage", "value", { deployment })).toEqual([
    'max(avg_over_time(vllm:gpu_cache_usage_perc{model_name="m",job="j"}[60s]))',
  ]);
});

test("where no name was seen yet, all are asked", () => {
  expect(queries("kv-usage", "value")[0]).toContain("vllm:kv_cache_usage_perc");
  expect(queries("kv-usage", "value")[0]).toContain("vllm:gpu_cache_usage_perc");
});

test("names that are sent side by side answer one after the other and never add up", () => {
  const engine = engineWith({
    requests: { kind: "counter", alternatives: [{ names: ["new_total", "old_total"], namesCoexist: true }] },
  });
  expect(queries("requests", "rate", { engine })).toEqual([
    'sum(rate(new_total{model_name="m",job="j"}[60s])) or sum(rate(old_total{model_name="m",job="j"}[60s]))',
  ]);
});

test("bucket edges of names sent side by side are never mixed", () => {
  const engine = engineWith({
    e2e: { kind: "histogram", metric: { names: ["new", "old"], namesCoexist: true } },
  });
  const of = (name: string): string => `sum by (le) (rate(${name}_bucket{model_name="m",job="j"}[60s]))`;
  expect(queries("e2e", "p95", { engine })).toEqual([
    `${of("new")} or (${of("old")} unless on () ${of("new")})`,
  ]);
});

test("a counter that appears with its first event is zero while its companion is there", () => {
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

test("kinds of one event that are counted apart are added, not chosen from", () => {
  const engine = engineWith({
    requests: {
      kind: "counter",
      alternatives: [{ names: ["good_total"] }],
      plus: [{ names: ["bad_total"] }],
    },
  });
  expect(queries("requests", "rate", { engine })).toEqual([
    'sum(rate(good_total{model_name="m",job="j"}[60s])) + sum(rate(bad_total{model_name="m",job="j"}[60s]))',
  ]);
});

test("ranks and Prometheus copies are folded before anything is added", () => {
  const deployment = { ...deploymentFixture, copyLabels: ["prometheus_replica"] };
  const engine = engineWith({
    running: { kind: "gauge", metric: { names: ["running"], duplicateLabels: ["tp_rank"] }, scale: 1 },
  });
  expect(queries("running", "value", { deployment, engine })).toEqual([
    'sum(max without (tp_rank, prometheus_replica) (avg_over_time(running{model_name="m",job="j"}[60s])))',
  ]);
});

test("two exporters of one family never add up: the preferred one answers", () => {
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

test("a family without an exporter is absent with its reason", () => {
  const plan = compileSignal(
    "gpu-power",
    "value",
    { engine: engineById("vllm"), deployment: deploymentFixture, scope: { deployment: "d" } },
    60_000,
  );
  expect(plan).toMatchObject({ kind: "absent", reason: "metric-absent" });
});

test("a metric that only another flag exposes says which, should the source lack it", () => {
  const plan = compileSignal(
    "flops",
    "rate",
    { engine: engineById("vllm"), deployment: deploymentFixture, scope: { deployment: "d" } },
    60_000,
  );
  expect(plan.flag).toBe("Start vLLM with --enable-mfu-metrics.");
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

test("what was seen of a metric's names tells whether it is gone or was never there", () => {
  const metricNames = ["vllm:time_to_first_token_seconds_bucket", "vllm:time_to_first_token_seconds_count"];
  expect(planOf("ttft", metricNames)).toMatchObject({
    whyAbsent:
      "vllm:time_to_first_token_seconds_count was there before and is gone. The engine was upgraded, or its flags changed.",
  });
  expect(planOf("ttft", metricNames)).not.toHaveProperty("isNeverSeen");
  expect(planOf("spec-accept", metricNames)).toMatchObject({ isNeverSeen: true });
  // Where no name was ever seen nobody knows.
  expect(planOf("spec-accept", [])).not.toHaveProperty("isNeverSeen");
  // The front end's names are not the engine's own: nobody notes them.
  expect(planOf("request-bytes", metricNames)).not.toHaveProperty("isNeverSeen");
});

test("of a part of a deployment nobody knows what it had before", () => {
  const context = {
    engine: engineById("vllm"),
    deployment: { ...deploymentFixture, metricNames: ["vllm:num_requests_running"] },
  };
  const scope = { deployment: "d", instance: "gone:1" };
  expect(compileSignal("running", "value", { ...context, scope }, 60_000)).not.toHaveProperty("whyAbsent");
});
