/** What the names that were seen at a deployment tell of a metric that is not there: it is gone, or it never was. */
import type { Engine } from "@/lib/engines/engine";
import type { MetricRef, Recipe } from "@/lib/engines/recipe";
import { knownNames } from "./known-names";
import { nativeName } from "./native-names";
import type { Place } from "./scope-selectors";

/** Of the series that a recipe asks for, as the source has them: of histograms and summaries their count. */
export function namesOf(recipe: Recipe): readonly string[] {
  const suffix = recipe.kind === "histogram" || recipe.kind === "summary" ? "_count" : "";
  return bareNames(recipe).map((name) => `${name}${suffix}`);
}

export function goneSentence(name: string): string {
  return `${name} was there before and is gone. The engine was upgraded, or its flags changed.`;
}

export interface SeenBefore {
  /** The metric's name, of those that were seen. */
  readonly whyAbsent?: string;
  readonly isNeverSeen?: true;
}

/**
 * Of a metric of the deployment's own engine, should the source have none of it now. Nothing where no name was ever seen, for a
 * part of a deployment, and for names that are not the engine's own, which nobody notes.
 */
export function seenBefore(recipe: Recipe, { engine, deployment, scope, part }: Place): SeenBefore {
  const seen = knownNames(deployment);
  if (seen.size === 0 || part !== undefined || scope.instance !== undefined || scope.model !== undefined)
    return {};
  // Nothing appears before the first request: what was not seen by then says nothing.
  if (engine.whileUnasked !== undefined && !engine.arrivals.names.some((name) => seen.has(name))) return {};
  const names = namesOf(recipe);
  const found = seenNameOf(recipe, seen);
  if (found !== undefined) return { whyAbsent: goneSentence(found) };
  const own = ownNamesOf(engine);
  return names.length > 0 && names.every((name) => own.test(name)) ? { isNeverSeen: true } : {};
}

/** Engines are never changed, so each is read once. */
const read = new WeakMap<Engine, RegExp>();

function ownNamesOf(engine: Engine): RegExp {
  const known = read.get(engine);
  if (known !== undefined) return known;
  const own = new RegExp(`^(?:${engine.ownNames})$`);
  read.set(engine, own);
  return own;
}

/** Of the names that a recipe asks for one that was seen. */
export function seenNameOf(recipe: Recipe, seen: ReadonlySet<string>): string | undefined {
  const names = namesOf(recipe);
  return names.find((name) => seen.has(name)) ?? names.find((name) => nativeName(name, seen));
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
