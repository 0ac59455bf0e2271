/** Which of two counters of the same events a deployment has: told by the names seen there, so that nobody pays for asking both. */
import type { MetricRef, Recipe } from "@/lib/engines/recipe";
import { knownNames } from "./known-names";
import { nativeName } from "./native-names";
import type { QueryContext } from "./scope-selectors";

/** `recipe` with its stand-in as the counter where that was seen at the deployment and the counter was not. */
export function resolveFallback(recipe: Recipe, { deployment }: Pick<QueryContext, "deployment">): Recipe {
  if (recipe.kind !== "counter" || recipe.fallback === undefined) return recipe;
  const { fallback, ...counter } = recipe;
  const observedNames = knownNames(deployment);
  const isObserved = ({ names }: MetricRef): boolean =>
    names.some((name) => observedNames.has(name) || nativeName(name, observedNames) !== undefined);
  return isObserved(fallback) && !counter.alternatives.some(isObserved)
    ? { ...counter, alternatives: [fallback] }
    : counter;
}

/** How the requests of a place are counted: what ratios to them divide by. */
export const requestCounter = (context: QueryContext): Recipe =>
  resolveFallback(context.engine.signals.requests, context);
