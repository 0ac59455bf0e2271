/**
 * The contract of every engine and exporter: each recipe is valid PromQL, has the kind of its signal, and finds its
 * metrics with the right type in the sample of every version.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parser } from "@prometheus-io/lezer-promql";
import { expect, test } from "vitest";
import { statistics } from "@/lib/model/question";
import { signalDefinition, listSignalIds, type SignalId } from "@/lib/model/signals/signals";
import { compileSignal } from "@/lib/semantic/compile/compile";
import { listPlanQueries } from "@/lib/semantic/compile/plan";
import { listHistoryEntries, listOutcomeEntries } from "@/lib/semantic/compile/observed-series";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import type { Engine } from "./definitions/engine";
import { engineById, detectableEngines, exporters } from "./index";
import type { MetricRef, Recipe } from "./definitions/recipe";

interface TestedProvider {
  readonly name: string;
  readonly folder: string;
  readonly detectionMetrics: readonly string[];
  readonly recipes: Readonly<Record<string, Recipe>>;
  readonly context: QueryContext;
}

const deployment: QueryContext["deployment"] = {
  pools: [{ role: "both", selectors: [{ job: "j" }] }],
  attachments: [],
  metricNames: [],
  copyLabels: [],
};
const contextOf = (
  engine: Engine,
  attachments: QueryContext["deployment"]["attachments"] = [],
): QueryContext => ({
  engine,
  deployment: { ...deployment, attachments },
  scope: { deployment: "d" },
});

const providers: readonly TestedProvider[] = [
  ...detectableEngines.map((engine) => ({
    name: engine.id,
    folder: path.join(import.meta.dirname, engine.id),
    detectionMetrics: engine.detectionMetrics,
    recipes: engine.signals,
    context: contextOf(engine),
  })),
  ...exporters.map((exporter) => ({
    name: exporter.id,
    folder: path.join(import.meta.dirname, "exporters", exporter.id),
    detectionMetrics: exporter.detectionMetrics,
    recipes: exporter.signals as Readonly<Record<string, Recipe>>,
    context: contextOf(engineById("vllm"), [{ exporter: exporter.id, selectors: [{ instance: "h:1" }] }]),
  })),
];

const everyRecipe = providers.flatMap((one) =>
  Object.entries(one.recipes).map(
    ([signal, recipe]) => [one.name, signal as SignalId, recipe, one.context] as const,
  ),
);

test.each(everyRecipe)("%s compiles %s to PromQL that parses", (_name, signal, recipe, at) => {
  const plans = statistics.map((statistic) => compileSignal(signal, statistic, at, 60_000));
  const answering = plans.filter((plan) => plan.kind !== "absent");
  expect(answering.length > 0).toBe(recipe.kind !== "not-exposed");
  for (const promql of answering.flatMap(listPlanQueries)) {
    let isBroken = false;
    parser.parse(promql).iterate({ enter: (node) => void (isBroken ||= node.type.isError) });
    expect(isBroken, promql).toBe(false);
  }
});

const kinds = {
  distribution: ["histogram", "summary", "mean-only"],
  counter: ["counter"],
  gauge: ["gauge", "gauge-ratio", "rate-ratio", "rate-as-gauge", "spread"],
} as const;

test.each(everyRecipe)("%s has a recipe of the signal's kind for %s", (_name, signal, recipe) => {
  const allowed: readonly string[] = [...kinds[signalDefinition(signal).kind], "not-exposed"];
  expect(allowed).toContain(recipe.kind);
});

const everyAbsence = everyRecipe.flatMap(([name, signal, recipe]) =>
  recipe.kind === "not-exposed" ? [[name, signal, recipe.reason] as const] : [],
);

test.for(everyAbsence)("%s explains in a sentence why %s is not exposed", ([, , reason]) => {
  expect(reason).toMatch(/^[A-Z].{15,}\.$/s);
});

test.each(exporters)("$id has a recipe for every signal of its family", (exporter) => {
  expect(new Set(Object.keys(exporter.signals))).toEqual(new Set(listSignalIds(exporter.family)));
});

interface Sample {
  readonly version: string;
  /** Metric family names with their types. */
  readonly types: ReadonlyMap<string, string>;
  readonly series: ReadonlySet<string>;
  /**
   * Prefix of samples taken when fewer metrics were exposed than the product has, for example before its first
   * request.
   */
  readonly isPartial: boolean;
}

function samplesOf({ folder }: TestedProvider): readonly Sample[] {
  const samples = path.join(folder, "samples");
  if (!existsSync(samples)) return [];
  return readdirSync(samples).map((version) => {
    const lines = readFileSync(path.join(samples, version, "metrics.txt"), "utf8").split("\n");
    const types = lines.flatMap((line) => {
      const [, name, type] = /^# TYPE "?([^\s"]+)"? (\S+)$/.exec(line) ?? [];
      return name === undefined || type === undefined ? [] : [[name, type] as const];
    });
    const series = lines.flatMap((line) => {
      // A name with dots is quoted inside the braces.
      const [, bare, quoted] = /^(?:([a-zA-Z_:][\w:]*)[{ ]|\{"([^"]+)")/.exec(line) ?? [];
      return bare ?? quoted ?? [];
    });
    const isPartial = lines[0]?.startsWith("# Partial: ") === true;
    return { version, types: new Map(types), series: new Set(series), isPartial };
  });
}

type Typed = readonly [ref: MetricRef, ...types: readonly string[]];

/** Returns the metrics of a recipe, and those whose presence proves a zero. */
function refsOf(recipe: Recipe): readonly Typed[] {
  return ownRefsOf(recipe).flatMap(([ref, ...types]): readonly Typed[] => {
    const present = ref.zeroWhilePresent ?? ref.zeroUntilFirstEvent?.zeroWhilePresent;
    return present === undefined
      ? [[ref, ...types]]
      : [
          [ref, ...types],
          [present, "counter", "histogram"],
        ];
  });
}

function ownRefsOf(recipe: Recipe): readonly Typed[] {
  // Parts of histograms and summaries serve as counters under their full names.
  const counted = ["counter", "histogram", "summary", "gauge", "untyped"] as const;
  switch (recipe.kind) {
    case "histogram":
      return [[recipe.metric, "histogram"]];
    case "summary":
      return [[recipe.metric, "summary"]];
    case "mean-only":
      return [
        [recipe.sum, ...counted],
        [recipe.count, ...counted],
      ];
    case "counter":
      return [
        ...recipe.alternatives,
        ...(recipe.addedCounters ?? []),
        ...(recipe.countingTargetSeries ?? []),
        ...(recipe.fallback === undefined ? [] : [recipe.fallback]),
      ].map((ref) => [ref, ...counted]);
    case "gauge":
      return [[recipe.metric, "gauge"]];
    case "gauge-ratio":
      return [recipe.numerator, recipe.denominator].map((ref) => [ref, "gauge"]);
    case "rate-ratio":
      return [...recipe.numerators, ...recipe.denominators].map((ref) => [ref, ...counted]);
    case "rate-as-gauge":
      return recipe.metrics.map((ref) => [ref, ...counted]);
    case "spread":
      return [recipe.numerator, ...(recipe.denominator === null ? [] : [recipe.denominator])].map((ref) => [
        ref,
        ...counted,
      ]);
    case "not-exposed":
      return [];
  }
}

/**
 * Returns the type of the family of a series: by its full name first, then without the suffix of a part or counter.
 */
function typeOf(name: string, { types, series }: Sample): string | undefined {
  const own = types.get(name);
  if (own === "histogram" || own === "summary") return own;
  if (!series.has(name)) return undefined;
  return own ?? types.get(name.replace(/_(?:total|sum|count)$/, ""));
}

/** A version may lack a counter that has an alternative. */
function hasAlternative(recipe: Recipe, sample: Sample): boolean {
  if (recipe.kind !== "counter") return false;
  return recipe.alternatives.some(({ names }) => names.some((name) => typeOf(name, sample) !== undefined));
}

const everySample = providers.flatMap((one) =>
  samplesOf(one).map((sample) => [one.name, sample.version, one, sample] as const),
);

test.each(providers)("$name has a sample of at least one version", (one) => {
  expect(samplesOf(one)).not.toHaveLength(0);
});

test.each(everySample)(
  "%s %s exposes the metrics of its recipes with their types, under one of the names",
  (_name, _version, one, sample) => {
    for (const [signal, recipe] of Object.entries(one.recipes)) {
      for (const [ref, ...types] of refsOf(recipe)) {
        const found = ref.names.flatMap((name) => typeOf(name, sample) ?? []);
        const isOptional =
          sample.isPartial ||
          ("howToEnable" in recipe && recipe.howToEnable !== undefined) ||
          hasAlternative(recipe, sample);
        const names = `${signal}: ${ref.names.join(" or ")}`;
        expect(isOptional || found.length > 0, `${names} is missing in the sample`).toBe(true);
        expect(ref.namesCoexist === true || found.length < 2, `${names} has two names`).toBe(true);
        for (const type of found) expect(types, names).toContain(type);
      }
    }
  },
);

/** Pages show these texts after "To enable:". */
const action = /^(?:Add|Configure|Connect|Enable|Instrument|Map|Run|Set|Start|Update|Use) .*\.$/;

test.each(providers)("$name states the action that enables a metric", ({ recipes }) => {
  const remedies = Object.values(recipes).flatMap((recipe) =>
    "howToEnable" in recipe ? [recipe.howToEnable] : [],
  );
  expect(remedies.filter((text) => text !== undefined && !action.test(text))).toEqual([]);
});

test.each(providers)("$name uses each of its names in the sample of some version", (one) => {
  const samples = samplesOf(one);
  for (const [signal, recipe] of Object.entries(one.recipes)) {
    for (const [ref] of refsOf(recipe)) {
      const isThere = samples.some((sample) => ref.names.some((name) => typeOf(name, sample) !== undefined));
      expect(isThere, `${signal}: ${ref.names.join(" or ")}`).toBe(true);
    }
  }
});

test.each(everySample)("%s %s exposes every series of its special means", (_name, _version, one, sample) => {
  if (sample.isPartial) return;
  for (const recipe of Object.values(one.recipes)) {
    if (recipe.kind !== "histogram" || recipe.mean === undefined) continue;
    const { numerator, minuend, subtrahend } = recipe.mean;
    for (const { names } of [numerator, minuend, subtrahend])
      expect(
        names.some((name) => sample.series.has(name)),
        names.join(" or "),
      ).toBe(true);
  }
});

test.each(everySample)("%s %s is recognized by a dedicated metric", (_name, _version, one, sample) => {
  expect(one.detectionMetrics.some((name) => sample.series.has(name))).toBe(true);
});

test.each(detectableEngines)(
  "$id has a counter of arrivals in every sample under one of its names",
  (engine) => {
    const [one] = providers.filter(({ name }) => name === engine.id);
    for (const sample of one === undefined ? [] : samplesOf(one).filter(({ isPartial }) => !isPartial)) {
      expect(engine.activityCounter.names.some((name) => sample.series.has(name))).toBe(true);
    }
    const progress = engine.progressMetric?.names ?? [];
    const everywhere = one === undefined ? [] : samplesOf(one).flatMap(({ series }) => [...series]);
    expect(everywhere).toEqual(expect.arrayContaining([...progress]));
  },
);

test.each(detectableEngines.flatMap((engine) => (engine.finishReasonLabel === undefined ? [] : [engine])))(
  "$id labels each finished request with its reason in every version's sample",
  ({ id, finishReasonLabel, signals }) => {
    const recipe = signals.requests;
    const names = recipe.kind === "counter" ? (recipe.alternatives[0]?.names ?? []) : [];
    const samples = path.join(import.meta.dirname, id, "samples");
    for (const version of readdirSync(samples)) {
      const lines = readFileSync(path.join(samples, version, "metrics.txt"), "utf8").split("\n");
      if (lines[0]?.startsWith("# Partial: ") === true) continue;
      const counted = lines.filter((line) => names.some((name) => line.startsWith(`${name}{`)));
      expect(counted.length, version).toBeGreaterThan(0);
      for (const line of counted) expect(line).toContain(`${finishReasonLabel}="`);
    }
  },
);

const uncertainOutcomes = detectableEngines.flatMap((engine) =>
  (["errors", "aborts"] as const).flatMap((signal) => {
    const recipe = engine.signals[signal];
    if (recipe.kind !== "counter") return [];
    // Counters that exist before their first event need no explanation.
    const isUncertain =
      recipe.countingTargetSeries !== undefined ||
      recipe.alternatives.some(({ zeroUntilFirstEvent }) => zeroUntilFirstEvent !== undefined);
    return isUncertain ? [[engine.id, signal, recipe] as const] : [];
  }),
);

test.each(uncertainOutcomes)("%s explains why %s may not be counted", (_id, _signal, { whyNotCounted }) => {
  expect(whyNotCounted).toMatch(/^[A-Z].*\.$/);
});

test.each(detectableEngines)("$id records every outcome that appears with its first event", (engine) => {
  for (const recipe of Object.values(engine.signals)) {
    if (recipe.kind !== "counter") continue;
    for (const ref of recipe.alternatives) {
      const observed = ref.zeroUntilFirstEvent && (ref.zeroUntilFirstEvent.onceObserved ?? ref);
      for (const { label, value, operator } of observed?.matchers ?? []) {
        if (operator === "!~") continue;
        expect(engine.outcomeLabels, `${observed?.names[0]} by ${label}`).toContain(label);
        const labels = {
          __name__: observed?.names[0] ?? "",
          [label]: value === "" ? "x" : value.split("|")[0]!,
        };
        expect(listOutcomeEntries(engine, labels)).toContain(listHistoryEntries(observed!)[0]);
      }
    }
  }
});
