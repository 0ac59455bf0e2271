/** What the names that were seen at a deployment tell of a metric that is not there: it is gone, or it never was. */
import type { Recipe } from "@/lib/engines/recipe";
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
  const seen = new Set(deployment.metricNames);
  if (seen.size === 0 || part !== undefined || scope.instance !== undefined || scope.model !== undefined)
    return {};
  // Nothing appears before the first request: what was not seen by then says nothing.
  if (engine.whileUnasked !== undefined && !engine.arrivals.names.some((name) => seen.has(name))) return {};
  const names = namesOf(recipe);
  const found = names.find((name) => seen.has(name)) ?? names.find((name) => nativeName(name, seen));
  if (found !== undefined) return { whyAbsent: goneSentence(found) };
  const own = new RegExp(`^(?:${engine.ownNames})$`);
  return names.length > 0 && names.every((name) => own.test(name)) ? { isNeverSeen: true } : {};
}

function bareNames(recipe: Recipe): readonly string[] {
  switch (recipe.kind) {
    case "histogram":
    case "summary":
    case "gauge":
      return recipe.metric.names;
    case "mean-only":
      return recipe.count.names;
    case "counter":
      return recipe.alternatives.flatMap(({ names }) => names);
    case "level-ratio":
    case "spread":
      return recipe.part.names;
    case "rate-ratio":
      return recipe.parts.flatMap(({ names }) => names);
    case "rate-level":
      return recipe.metrics.flatMap(({ names }) => names);
    case "not-exposed":
      return [];
  }
}
