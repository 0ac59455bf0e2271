/** What the names that were seen at a deployment tell of a metric that is not there: it is gone, or it never was. */
import type { Engine } from "@/lib/engines/engine";
import type { MetricRef, Recipe } from "@/lib/engines/recipe";
import { knownNames } from "./known-names";
import { nativeName } from "./native-names";
import type { QueryContext } from "./scope-selectors";

/** Of the series that a recipe asks for, as the source has them: of histograms and summaries their count. */
export function namesOf(recipe: Recipe): readonly string[] {
  const suffix = recipe.kind === "histogram" || recipe.kind === "summary" ? "_count" : "";
  return bareNames(recipe).map((name) => `${name}${suffix}`);
}

export function disappearedSentence(name: string): string {
  return `${name} was there before and is gone. The engine was upgraded, or its flags changed.`;
}

export interface NameHistory {
  /** The metric's name, of those that were seen. */
  readonly whyAbsent?: string;
  readonly isNeverObserved?: true;
}

/**
 * Of a metric of the deployment's own engine, should the source have none of it now. Nothing where no name was ever seen, for a
 * part of a deployment, and for names that are not the engine's own, which nobody notes.
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
  // Nothing appears before the first request: what was not seen by then says nothing.
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

/** Engines are never changed, so each is read once. */
const patterns = new WeakMap<Engine, RegExp>();

function metricNamesPattern(engine: Engine): RegExp {
  const known = patterns.get(engine);
  if (known !== undefined) return known;
  const pattern = new RegExp(`^(?:${engine.metricNamesPattern})$`);
  patterns.set(engine, pattern);
  return pattern;
}

/** Of the names that a recipe asks for one that was seen. */
export function observedNameOf(recipe: Recipe, observedNames: ReadonlySet<string>): string | undefined {
  const names = namesOf(recipe);
  return (
    names.find((name) => observedNames.has(name)) ?? names.find((name) => nativeName(name, observedNames))
  );
}

/** The metric a recipe stands on, of several the first. */
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
