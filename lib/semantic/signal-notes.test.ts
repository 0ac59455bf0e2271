import { expect, test } from "vitest";
import { engineById, engines, exporters } from "@/lib/engines";
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, signals, type SignalId } from "@/lib/model/signals";
import type { Engine } from "@/lib/engines/engine";
import { signalNotes } from "./signal-notes";
import { compileSignal } from "./compile";
import type { QueryContext, QueryableDeployment } from "./scope-selectors";

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
  return signalNotes(question as Parameters<typeof signalNotes>[0], context)[0]!;
}

test("a histogram's formula says how percentile and mean are made", () => {
  const { formula, scope, from } = note("ttft", ["p95", "mean"]);
  expect(from).toBe("vLLM");
  expect(formula).toBe(
    "percentile = linear inside its bucket of Σ rate(vllm:time_to_first_token_seconds_bucket); " +
      "mean = Σ rate(vllm:time_to_first_token_seconds_sum) ÷ Σ rate(vllm:time_to_first_token_seconds_count)",
  );
  expect(scope).toBe("Whole deployment: buckets of all instances are added up before a percentile is taken.");
});

test("vLLM's mean TPOT is told as it is computed, not as sum over count", () => {
  expect(note("tpot", ["mean"]).formula).toBe(
    "mean = Σ rate(vllm:request_decode_time_seconds_sum) ÷ " +
      "(Σ rate(vllm:request_generation_tokens_sum) − Σ rate(vllm:request_generation_tokens_count))",
  );
});

test("a level of the fullest instance speaks for one, a sum for all, an estimate for a GPU", () => {
  expect(note("kv-usage", ["value"])).toMatchObject({
    formula: "max of avg_over_time(vllm:kv_cache_usage_perc)",
    scope: "Per instance: the largest of the deployment.",
  });
  expect(note("running", ["value"]).scope).toBe("Whole deployment: all instances added up.");
  expect(note("flops", ["rate"]).scope).toBe("Per GPU: the mean over all of the deployment.");
});

test("a GPU's activity is per GPU, its memory that of the whole deployment", () => {
  const joined: QueryableDeployment = {
    ...deploymentFixture,
    attachments: [{ exporter: "dcgm", selectors: [{ Hostname: "h" }] }],
  };
  const context = at(engineById("vllm"), joined);
  expect(note("gpu-sm-active", ["value"], context).scope).toBe(
    "Per GPU: the mean over all of the deployment.",
  );
  expect(note("gpu-memory-used", ["value"], context).scope).toBe("Whole deployment: all GPUs added up.");
});

test("the same word of two engines carries what each means by it", () => {
  expect(note("itl", ["p95"]).caveat).toContain("per engine step, not per token");
  expect(note("itl", ["p95"], at(engineById("sglang"))).caveat).toContain("Counted per token");
});

test("where it is known which requests a latency is of, the note says so", () => {
  expect(note("ttft", ["p95"], at(engineById("litellm"))).reports).toBe("streamed");
  expect(note("ttft", ["p95"], at(engineById("dynamo"))).reports).toBe("all");
  expect(note("ttft", ["p95"])).not.toHaveProperty("reports");
});

test("nothing joined: no source, no formula, no caveat", () => {
  expect(note("gpu-power", ["value"])).toMatchObject({ from: null, formula: "", caveat: null });
});

const statisticsOf = (signal: SignalId): readonly Statistic[] =>
  ({ distribution: ["p95", "mean"], counter: ["rate"], gauge: ["value"] } as const)[
    signalDefinition(signal).kind
  ];

test("whatever can be asked has a formula, and what is not exposed has none", () => {
  const attachments = exporters.map(({ id }) => ({ exporter: id, selectors: [{ job: "x" }] }));
  for (const engine of engines) {
    const context = at(engine, { ...deploymentFixture, attachments });
    for (const { id } of signals) {
      const plans = statisticsOf(id).map((statistic) => compileSignal(id, statistic, context, 60_000));
      const isAsked = plans.some(({ kind }) => kind !== "absent");
      expect(note(id, statisticsOf(id), context).formula !== "", `${engine.id} ${id}`).toBe(isAsked);
    }
  }
});
