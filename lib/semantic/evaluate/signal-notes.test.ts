import { expect, test } from "vitest";
import { engineById, detectableEngines, exporters } from "@/lib/engines";
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, signals, type SignalId } from "@/lib/model/signals/signals";
import type { Engine } from "@/lib/engines/definitions/engine";
import { listSignalNotes } from "./signal-notes";
import { compileSignal } from "@/lib/semantic/compile/compile";
import type { QueryContext, QueryableDeployment } from "@/lib/semantic/compile/scope-selectors";

const deploymentFixture: QueryableDeployment = {
  pools: [{ role: "both", selectors: [{ job: "j" }] }],
  attachments: [],
  metricNames: [],
  copyLabels: [],
};
const at = (engine: Engine, deployment: QueryableDeployment = deploymentFixture): QueryContext => ({
  engine,
  deployment,
  scope: { deployment: "d" },
});

function note(
  signal: SignalId,
  statistics: readonly Statistic[],
  context: QueryContext = at(engineById("vllm")),
) {
  const question = {
    v: 1,
    signals: [signal],
    statistics,
    scope: context.scope,
    window: { from: "now-1h", to: "now" },
  };
  return listSignalNotes(question as Parameters<typeof listSignalNotes>[0], context)[0]!;
}

test("shows how the percentile and the mean of a histogram are computed", () => {
  const { formula, scope, from } = note("ttft", ["p95", "mean"]);
  expect(from).toBe("vLLM");
  expect(formula).toBe(
    "percentile = linear interpolation in a bucket of Σ rate(vllm:time_to_first_token_seconds_bucket); " +
      "mean = Σ rate(vllm:time_to_first_token_seconds_sum) ÷ Σ rate(vllm:time_to_first_token_seconds_count), over series with both",
  );
  expect(scope).toBe(
    "Entire deployment: buckets of all instances are added before a percentile is computed.",
  );
});

test("shows the mean TPOT of vLLM as it is computed, not as sum over count", () => {
  expect(note("tpot", ["mean"]).formula).toBe(
    "mean = Σ rate(vllm:request_decode_time_seconds_sum) ÷ " +
      "(Σ rate(vllm:request_generation_tokens_sum) − Σ rate(vllm:request_generation_tokens_count))",
  );
});

test("describes the scope of a maximum, a sum and an estimate", () => {
  expect(note("kv-usage", ["value"])).toMatchObject({
    formula: "max of avg_over_time(vllm:kv_cache_usage_perc)",
    scope: "Entire deployment: maximum over all instances.",
  });
  expect(note("running", ["value"]).scope).toBe("Entire deployment: sum over all instances.");
  expect(note("flops", ["rate"]).scope).toBe("Entire deployment: mean over all GPUs.");
});

test("describes the mean of GPU activity and the sum of GPU memory", () => {
  const joined: QueryableDeployment = {
    ...deploymentFixture,
    attachments: [{ exporter: "dcgm", selectors: [{ Hostname: "h" }] }],
  };
  const context = at(engineById("vllm"), joined);
  expect(note("gpu-sm-active", ["value"], context).scope).toBe("Entire deployment: mean over all GPUs.");
  expect(note("gpu-memory-used", ["value"], context).scope).toBe("Entire deployment: sum over all GPUs.");
});

test("adds the caveat of each engine to the same signal", () => {
  expect(note("itl", ["p95"]).caveat).toContain("per engine step, not per token");
  expect(note("itl", ["p95"], at(engineById("sglang"))).caveat).toContain("One observation per token");
});

test("states which requests a latency covers when it is known", () => {
  expect(note("ttft", ["p95"], at(engineById("litellm"))).reports).toBe("streamed");
  expect(note("ttft", ["p95"], at(engineById("dynamo"))).reports).toBe("all");
  expect(note("ttft", ["p95"])).not.toHaveProperty("reports");
});

test("has no source, formula or caveat without a joined exporter", () => {
  expect(note("gpu-power", ["value"])).toMatchObject({ from: null, formula: "", caveat: null });
});

const statisticsOf = (signal: SignalId): readonly Statistic[] =>
  ({ distribution: ["p95", "mean"], counter: ["rate"], gauge: ["value"] } as const)[
    signalDefinition(signal).kind
  ];

test("has a formula for every supported statistic and none for signals that are not exposed", () => {
  const attachments = exporters.map(({ id }) => ({ exporter: id, selectors: [{ job: "x" }] }));
  for (const engine of detectableEngines) {
    const context = at(engine, { ...deploymentFixture, attachments });
    for (const { id } of signals) {
      const plans = statisticsOf(id).map((statistic) => compileSignal(id, statistic, context, 60_000));
      const isExposed = plans.some(({ kind }) => kind !== "absent");
      expect(note(id, statisticsOf(id), context).formula !== "", `${engine.id} ${id}`).toBe(isExposed);
    }
  }
});
