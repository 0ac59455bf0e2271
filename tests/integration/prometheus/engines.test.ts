/**
 * Every recipe of every engine and exporter asked of a real Prometheus that holds their samples: no query is refused, and each
 * signal that has a recipe has a number in some version.
 */
import { expect, test } from "vitest";
import { engineById, engines, exporters } from "@/lib/engines";
import type { Recipe } from "@/lib/engines/recipe";
import type { Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals";
import type { InstantVector } from "@/lib/model/grid";
import { compileSignal } from "@/lib/semantic/compile";
import { instantColumns } from "@/lib/semantic/columns";
import { evaluatePlan } from "@/lib/semantic/evaluate";
import { queriesOf } from "@/lib/semantic/plan";
import type { QueryContext } from "@/lib/semantic/scope-selectors";
import { queryInstant } from "@/lib/sources/prometheus/client";
import { scrapeCount, scrapedSamples, scrapeIntervalSeconds } from "@/tests/support/engine-samples";
import { frozenSource } from "@/tests/support/frozen-source";

const startSeconds = Date.UTC(2026, 9, 1) / 1_000;
const atMs = (startSeconds + (scrapeCount - 1) * scrapeIntervalSeconds) * 1_000;
const windowMs = 120_000;

interface Answering {
  readonly name: string;
  readonly recipes: Readonly<Record<string, Recipe>>;
  /** One for each version. */
  readonly places: readonly QueryContext[];
  readonly openMetrics: string;
}

const nowhere = { pools: [], attachments: [], metricNames: [], copyLabels: [] };
const scope = { deployment: "d" };

const everybody: readonly Answering[] = [
  ...engines.map((engine): Answering => {
    const samples = scrapedSamples(`lib/engines/${engine.id}`, scrapeOf(engine.signals));
    const places = samples.map(({ job }): QueryContext => {
      const pools = [{ role: "both" as const, selectors: [{ job }] }];
      return { engine, deployment: { ...nowhere, pools }, scope };
    });
    return { name: engine.id, recipes: engine.signals, places, openMetrics: textOf(samples) };
  }),
  ...exporters.map((exporter): Answering => {
    const samples = scrapedSamples(`lib/engines/exporters/${exporter.id}`, scrapeOf(exporter.signals));
    const places = samples.map(({ job }): QueryContext => {
      const attachments = [{ exporter: exporter.id, selectors: [{ job }] }];
      return { engine: engineById("vllm"), deployment: { ...nowhere, attachments }, scope };
    });
    return { name: exporter.id, recipes: exporter.signals, places, openMetrics: textOf(samples) };
  }),
];

/** What is asked for its rate grows, also where its exporter calls it a gauge. */
function scrapeOf(recipes: Readonly<Record<string, Recipe>>) {
  const rated = Object.values(recipes).flatMap((recipe) => {
    if (recipe.kind === "counter") return recipe.alternatives;
    if (recipe.kind === "rate-ratio") return [...recipe.parts, ...recipe.totals];
    return recipe.kind === "rate-level" ? recipe.metrics : [];
  });
  return { startSeconds, growing: new Set(rated.flatMap(({ names }) => names)) };
}

function textOf(samples: readonly { readonly openMetrics: string }[]): string {
  return samples.map(({ openMetrics }) => openMetrics).join("");
}

const frozen = frozenSource(() => `${everybody.map(({ openMetrics }) => openMetrics).join("")}# EOF\n`);

function statisticsOf(signal: SignalId, recipe: Recipe): readonly Statistic[] {
  if (recipe.kind === "mean-only") return ["mean"];
  const { kind } = signalDefinition(signal);
  if (kind === "distribution") return ["mean", "p95"];
  return kind === "counter" ? ["rate"] : ["value"];
}

async function numberAt(place: QueryContext, signal: SignalId, statistic: Statistic): Promise<number> {
  const plan = compileSignal(signal, statistic, place, windowMs);
  const answers = await Promise.all(
    queriesOf(plan).map(async (promql): Promise<readonly [string, InstantVector]> => [
      promql,
      await queryInstant(frozen.upstream, { promql, atMs }),
    ]),
  );
  return evaluatePlan(plan, instantColumns(new Map(answers)), windowMs).values[0] ?? Number.NaN;
}

// Names with dots need a newer Prometheus than the oldest that is supported: who has no others is not asked here.
test.each(everybody.filter(({ openMetrics }) => openMetrics !== ""))(
  "$name: each recipe has a number in some version",
  async ({ recipes, places }) => {
    const missing: string[] = [];
    for (const [id, recipe] of Object.entries(recipes)) {
      if (recipe.kind === "not-exposed") continue;
      const signal = id as SignalId;
      for (const statistic of statisticsOf(signal, recipe)) {
        const numbers = await Promise.all(places.map((place) => numberAt(place, signal, statistic)));
        if (!numbers.some(Number.isFinite)) missing.push(`${signal} ${statistic}: ${numbers.join(", ")}`);
      }
    }
    expect(missing).toEqual([]);
  },
);
