/** The contract of every engine: each recipe is PromQL, and finds its metrics, of the right type, in every version's sample. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { expect, test } from "vitest";
import { statistics } from "@/lib/model/question";
import { signalDefinition, signalIds } from "@/lib/model/signals";
import { compileSignal, queriesOf } from "@/lib/semantic/compile";
import { engines } from "./index";
import type { Engine, MetricRef, Recipe } from "./engine";

const everything = {
  pools: [{ role: "both" as const, selectors: [{ job: "j" }] }],
  gpuSelectors: [{ Hostname: "h" }],
  hostSelectors: [{ instance: "h:9100" }],
};

function placeOf(engine: Engine) {
  return { engine, deployment: everything, scope: { deployment: "d" } };
}

const everyRecipe = engines.flatMap((engine) =>
  signalIds.map((signal) => [engine.id, signal, engine] as const),
);

test.each(everyRecipe)("%s answers for %s, in PromQL that parses", (_id, signal, engine) => {
  const plans = statistics.map((statistic) => compileSignal(signal, statistic, placeOf(engine), 60_000));
  const answering = plans.filter((plan) => plan.kind !== "absent");
  const recipe = engine.signals[signal];
  expect(answering.length > 0 || recipe.kind === "not-exposed").toBe(true);
  for (const promql of answering.flatMap(queriesOf)) {
    let isBroken = false;
    parser.parse(promql).iterate({ enter: (node) => void (isBroken ||= node.type.isError) });
    expect(isBroken, promql).toBe(false);
  }
});

test.each(everyRecipe)("%s: the recipe of %s is of the signal's kind", (_id, signal, engine) => {
  const kinds = {
    distribution: ["histogram"],
    counter: ["counter"],
    gauge: ["gauge", "busy-share"],
  } as const;
  const recipe = engine.signals[signal];
  const allowed: readonly string[] = [...kinds[signalDefinition(signal).kind], "not-exposed"];
  expect(allowed).toContain(recipe.kind);
});

interface Sample {
  readonly version: string;
  /** Family name to type. */
  readonly types: ReadonlyMap<string, string>;
  readonly series: ReadonlySet<string>;
}

function samplesOf(engine: Engine): readonly Sample[] {
  const folder = path.join(import.meta.dirname, engine.id, "samples");
  return readdirSync(folder).map((version) => {
    const lines = readFileSync(path.join(folder, version, "metrics.txt"), "utf8").split("\n");
    const types = lines.flatMap((line) => {
      const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? [];
      return name === undefined || type === undefined ? [] : [[name, type] as const];
    });
    const series = lines.flatMap((line) => /^([a-zA-Z_:][\w:]*)[{ ]/.exec(line)?.[1] ?? []);
    return { version, types: new Map(types), series: new Set(series) };
  });
}

function refsOf(recipe: Recipe): readonly { readonly ref: MetricRef; readonly type: string }[] {
  switch (recipe.kind) {
    case "histogram":
      return [{ ref: recipe.metric, type: "histogram" }];
    case "counter":
      return recipe.alternatives.map((ref) => ({ ref, type: "counter" }));
    case "gauge":
      return [{ ref: recipe.metric, type: "gauge" }];
    case "busy-share":
      return [recipe.idle, recipe.all].map((ref) => ({ ref, type: "counter" }));
    case "not-exposed":
      return [];
  }
}

const everySample = engines.flatMap((engine) =>
  samplesOf(engine).map((sample) => [engine.id, sample.version, engine, sample] as const),
);

test.each(everySample)(
  "%s %s exposes what the recipes name, with their types, under exactly one of the names",
  (_id, _version, engine, sample) => {
    for (const signal of signalIds) {
      for (const { ref, type } of refsOf(engine.signals[signal])) {
        const family = (name: string): string => (type === "counter" ? name.replace(/_total$/, "") : name);
        const found = ref.names.filter((name) => sample.types.get(family(name)) === type);
        expect(found, `${signal}: ${ref.names.join(" or ")}`).toHaveLength(1);
      }
    }
  },
);

test.each(everySample)(
  "%s %s exposes every series a mean of its own is made of",
  (_id, _version, engine, sample) => {
    for (const signal of signalIds) {
      const recipe = engine.signals[signal];
      const parts =
        recipe.kind === "histogram" && recipe.mean !== undefined
          ? [recipe.mean.numerator, recipe.mean.minuend, recipe.mean.subtrahend]
          : [];
      for (const part of parts)
        expect(
          part.names.some((name) => sample.series.has(name)),
          part.names.join(" or "),
        ).toBe(true);
    }
  },
);

test("every engine is recognised by a metric its samples have", () => {
  for (const engine of engines) {
    for (const sample of samplesOf(engine))
      expect(sample.series.has(engine.detectionMetric), sample.version).toBe(true);
  }
});
