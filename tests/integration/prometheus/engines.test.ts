/**
 * Runs every recipe of every engine and exporter on a real Prometheus that stores their samples: no query is refused,
 * and each signal with a recipe has a number in at least one version.
 */
import { expect, test } from "vitest";
import { engineById, detectableEngines, exporters } from "@/lib/engines";
import type { Engine } from "@/lib/engines/definitions/engine";
import type { Recipe } from "@/lib/engines/definitions/recipe";
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { InstantVector } from "@/lib/model/grid";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { columnsFromVectors } from "@/lib/semantic/evaluate/columns";
import { evaluatePlan } from "@/lib/semantic/evaluate/evaluate";
import { listHistoryEntries } from "@/lib/semantic/compile/observed-series";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { queryInstant } from "@/lib/sources/prometheus/client";
import {
  scrapeCount,
  simulateScrapedSamples,
  scrapeIntervalSeconds,
} from "@/tests/support/histories/engine-samples";
import { startFrozenSource } from "@/tests/support/sources/frozen-source";

const startSeconds = Date.UTC(2026, 9, 1) / 1_000;
const atMs = (startSeconds + (scrapeCount - 1) * scrapeIntervalSeconds) * 1_000;
const windowMs = 120_000;

interface TestedEngine {
  readonly name: string;
  readonly recipes: Readonly<Record<string, Recipe>>;
  /** One context per version. */
  readonly queryContexts: readonly QueryContext[];
  readonly openMetrics: string;
}

const emptyDeployment = { pools: [], attachments: [], metricNames: [], copyLabels: [] };
const scope = { deployment: "d" };

const testedEngines: readonly TestedEngine[] = [
  ...detectableEngines.map((engine): TestedEngine => {
    const samples = simulateScrapedSamples(`lib/engines/${engine.id}`, scrapeOf(engine.signals));
    const queryContexts = samples.map(({ job }): QueryContext => {
      const pools = [{ role: "both" as const, selectors: [{ job }] }];
      const metricNames = entriesAfterFirstEvents(engine);
      return { engine, deployment: { ...emptyDeployment, pools, metricNames }, scope };
    });
    return { name: engine.id, recipes: engine.signals, queryContexts, openMetrics: textOf(samples) };
  }),
  ...exporters.map((exporter): TestedEngine => {
    const samples = simulateScrapedSamples(
      `lib/engines/exporters/${exporter.id}`,
      scrapeOf(exporter.signals),
    );
    const queryContexts = samples.map(({ job }): QueryContext => {
      const attachments = [{ exporter: exporter.id, selectors: [{ job }] }];
      return { engine: engineById("vllm"), deployment: { ...emptyDeployment, attachments }, scope };
    });
    return { name: exporter.id, recipes: exporter.signals, queryContexts, openMetrics: textOf(samples) };
  }),
];

/** Returns the history of a deployment at which every series that appears with its first event was observed. */
function entriesAfterFirstEvents({ signals }: Engine): readonly string[] {
  return Object.values(signals).flatMap((recipe) =>
    recipe.kind === "counter"
      ? recipe.alternatives.flatMap((ref) =>
          ref.zeroUntilFirstEvent === undefined
            ? []
            : listHistoryEntries(ref.zeroUntilFirstEvent.onceObserved ?? ref),
        )
      : [],
  );
}

/**
 * Returns the metrics that must grow because a recipe takes their rate, including those that the exporter declares as
 * gauges.
 */
function scrapeOf(recipes: Readonly<Record<string, Recipe>>) {
  const rated = Object.values(recipes).flatMap((recipe) => {
    if (recipe.kind === "counter") return recipe.alternatives;
    if (recipe.kind === "rate-ratio") return [...recipe.numerators, ...recipe.denominators];
    return recipe.kind === "rate-as-gauge" ? recipe.metrics : [];
  });
  return { startSeconds, growing: new Set(rated.flatMap(({ names }) => names)) };
}

function textOf(samples: readonly { readonly openMetrics: string }[]): string {
  return samples.map(({ openMetrics }) => openMetrics).join("");
}

const frozen = startFrozenSource(
  () => `${testedEngines.map(({ openMetrics }) => openMetrics).join("")}# EOF\n`,
);

function statisticsOf(signal: SignalId, recipe: Recipe): readonly Statistic[] {
  if (recipe.kind === "mean-only") return ["mean"];
  const { kind } = signalDefinition(signal);
  if (kind === "distribution") return ["mean", "p95"];
  return kind === "counter" ? ["rate"] : ["value"];
}

async function numberAt(queryContext: QueryContext, signal: SignalId, statistic: Statistic): Promise<number> {
  const plan = compileSignal(signal, statistic, queryContext, windowMs);
  const answers = await Promise.all(
    listPlanQueries(plan).map(async (promql): Promise<readonly [string, InstantVector]> => [
      promql,
      await queryInstant(frozen.upstream, { promql, atMs }),
    ]),
  );
  return evaluatePlan(plan, columnsFromVectors(new Map(answers)), windowMs).values[0] ?? Number.NaN;
}

// Names with dots require a newer Prometheus than the oldest supported version. Engines that expose no other names
// are omitted.
test.each(testedEngines.filter(({ openMetrics }) => openMetrics !== ""))(
  "$name: each recipe has a number in at least one version",
  async ({ recipes, queryContexts }) => {
    const missing: string[] = [];
    for (const [id, recipe] of Object.entries(recipes)) {
      if (recipe.kind === "not-exposed") continue;
      const signal = id as SignalId;
      for (const statistic of statisticsOf(signal, recipe)) {
        const numbers = await Promise.all(
          queryContexts.map((queryContext) => numberAt(queryContext, signal, statistic)),
        );
        if (!numbers.some(Number.isFinite)) missing.push(`${signal} ${statistic}: ${numbers.join(", ")}`);
      }
    }
    expect(missing).toEqual([]);
  },
);
