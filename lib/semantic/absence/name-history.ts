/** Why a metric is missing, from the metric names observed at a deployment: it disappeared, or it never existed. */
import type { Engine } from "@/lib/engines/definitions/engine";
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { knownNames } from "@/lib/semantic/compile/known-names";
import { nativeName } from "@/lib/semantic/compile/native-names";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";

/** Returns the series names that a recipe queries. For histograms and summaries, the name of their count. */
export function namesOf(recipe: Recipe): readonly string[] {
  const suffix = recipe.kind === "histogram" || recipe.kind === "summary" ? "_count" : "";
  return bareNames(recipe).map((name) => `${name}${suffix}`);
}

export function disappearedSentence(name: string): string {
  return `${name} existed before but is missing now. The engine was upgraded, or its flags changed.`;
}

export interface NameHistory {
  /** States which observed metric disappeared. */
  readonly whyAbsent?: string;
  readonly isNeverObserved?: true;
}

/**
 * Returns the history of a metric of the deployment's engine, in case the source does not have it now. Empty when no
 * name was ever observed, for a part of a deployment, and for names outside the engine's pattern, which are not
 * recorded.
 */
export function nameHistory(recipe: Recipe, { engine, deployment, scope, part }: QueryContext): NameHistory {
  const observedNames = knownNames(deployment);
  if (
    observedNames.size === 0 ||
    part !== undefined ||
    scope.instance !== undefined ||
    scope.model !== undefined
  )
    return {};
  // Before the first request the engine exposes few metrics, so a missing name gives no information.
  if (
    engine.presentBeforeRequests !== undefined &&
    !engine.arrivals.names.some((name) => observedNames.has(name))
  )
    return {};
  const names = namesOf(recipe);
  const found = observedNameOf(recipe, observedNames);
  if (found !== undefined) return { whyAbsent: disappearedSentence(found) };
  const pattern = metricNamesPattern(engine);
  return names.length > 0 && names.every((name) => pattern.test(name)) ? { isNeverObserved: true } : {};
}

/** Engines are immutable, so each pattern is compiled once. */
const patterns = new WeakMap<Engine, RegExp>();

function metricNamesPattern(engine: Engine): RegExp {
  const known = patterns.get(engine);
  if (known !== undefined) return known;
  const pattern = new RegExp(`^(?:${engine.metricNamesPattern})$`);
  patterns.set(engine, pattern);
  return pattern;
}

/** Returns a metric name of the recipe that was observed; undefined when there is none. */
export function observedNameOf(recipe: Recipe, observedNames: ReadonlySet<string>): string | undefined {
  const names = namesOf(recipe);
  return (
    names.find((name) => observedNames.has(name)) ?? names.find((name) => nativeName(name, observedNames))
  );
}

/** Returns the main metric of a recipe: the first one when there are several. */
export function metricOf(recipe: Recipe): MetricRef | undefined {
  return metricsOf(recipe)[0];
}

function bareNames(recipe: Recipe): readonly string[] {
  return metricsOf(recipe).flatMap(({ names }) => names);
}

function metricsOf(recipe: Recipe): readonly MetricRef[] {
  switch (recipe.kind) {
    case "histogram":
    case "summary":
    case "gauge":
      return [recipe.metric];
    case "mean-only":
      return [recipe.count];
    case "counter":
      return recipe.alternatives;
    case "level-ratio":
    case "spread":
      return [recipe.part];
    case "rate-ratio":
      return recipe.parts;
    case "rate-level":
      return recipe.metrics;
    case "not-exposed":
      return [];
  }
}
