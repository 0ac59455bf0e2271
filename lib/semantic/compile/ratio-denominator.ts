/**
 * The denominator of a ratio to requests. It is the finished requests, or all requests of the layer if the layer that counts the
 * events also counts requests that never reach the engine. Otherwise, there could be more refused requests than
 * requests.
 *
 *     target   refused by HTTP   HTTP requests   finished     denominator
 *     a        9/s               10/s            1/s          10/s
 *     b        none              4/s             4/s          4/s (finished)
 */
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { aggregateMetric } from "./aggregate-metric";
import { buildCounterRate, type RateOptions } from "./compile-rate";
import { buildOuterFailureRate } from "./counted-rate";
import { processLabels } from "./process-matching";
import { joinWithOr, type PromqlExpression } from "./promql";

type CounterRecipe = Extract<Recipe, { kind: "counter" }>;

/** Returns the counters of all requests at the layers that count the events of a recipe. */
export function listLayerRequestCounters({
  alternatives,
}: Pick<CounterRecipe, "alternatives">): readonly MetricRef[] {
  return alternatives.flatMap(({ layerRequests }) => layerRequests ?? []);
}

/**
 * Returns whether a label states how requests ended, because the counters of a recipe select by it. A denominator must
 * then include the requests with all values of this label: of the requests with status 500 alone, all have failed.
 */
export function isOutcomeLabel(
  { alternatives }: Pick<CounterRecipe, "alternatives">,
  label: string,
): boolean {
  return alternatives.some(({ matchers = [], layerRequests }) =>
    matchers.some(
      (matcher) => matcher.label === label && layerRequests?.matchers?.includes(matcher) !== true,
    ),
  );
}

/**
 * Builds the rate of requests by which the events of `recipe` are divided. `requests` counts finished requests.
 * Undefined without series.
 */
export function buildRatioDenominator(
  recipe: CounterRecipe,
  requests: CounterRecipe,
  options: RateOptions,
): PromqlExpression | undefined {
  const layerRequests = listLayerRequestCounters(recipe);
  if (layerRequests.length === 0) return buildCounterRate(requests, options);
  const perTarget = recipe.countingTargetSeries !== undefined;
  const groupByLabels = perTarget
    ? processLabels.filter((label) => !options.finder.groupByLabels.includes(label))
    : [];
  const rates = layerRequests.flatMap(
    (ref) =>
      aggregateMetric(ref, options.finder, {
        rangeFunction: options.rangeFunction ?? "rate",
        windowMs: options.windowMs,
        aggregateOperator: "sum",
        groupByLabels,
      }) ?? [],
  );
  const finished = buildCounterRate(requests, { ...options, groupByLabels });
  if (!perTarget) return joinWithOr([...rates, ...(finished === undefined ? [] : [finished])]);
  const outer = buildOuterFailureRate(recipe, options);
  const on = [...options.finder.groupByLabels, ...groupByLabels];
  const atFailing =
    outer === undefined
      ? []
      : rates.map((lhs): PromqlExpression => ({ kind: "matching", operator: "and", on, lhs, rhs: outer }));
  const parts = [...atFailing, ...(finished === undefined ? [] : [finished])];
  return parts.length === 0
    ? undefined
    : { kind: "aggregate", name: "sum", by: options.finder.groupByLabels, operand: joinWithOr(parts) };
}
