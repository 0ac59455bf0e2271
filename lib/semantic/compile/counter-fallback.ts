/**
 * Chooses between two counters of the same events by the metric names observed at the deployment, so that only one of
 * them is queried.
 */
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { toMetricNameSet } from "./known-names";
import { findNativeHistogram } from "./native-names";
import type { QueryContext } from "./scope-selectors";

/**
 * Returns the recipe with its fallback as the counter, if only the fallback was ever observed at the
 * deployment.
 */
export function resolveCounterFallback(
  recipe: Recipe,
  { deployment }: Pick<QueryContext, "deployment">,
): Recipe {
  if (recipe.kind !== "counter" || recipe.fallback === undefined) return recipe;
  const { fallback, ...counter } = recipe;
  const observedNames = toMetricNameSet(deployment);
  const isObserved = ({ names }: MetricRef): boolean =>
    names.some((name) => observedNames.has(name) || findNativeHistogram(name, observedNames) !== undefined);
  return isObserved(fallback) && !counter.alternatives.some(isObserved)
    ? { ...counter, alternatives: [fallback] }
    : counter;
}

/** Returns how finished requests are counted: the denominator of ratios to requests. */
export const getRequestCounterRecipe = (context: QueryContext): Recipe =>
  resolveCounterFallback(context.engine.signals.requests, context);
