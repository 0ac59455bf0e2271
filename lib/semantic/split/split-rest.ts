/**
 * The combined value of all label values that a split does not name. For sums over series it follows from the total:
 *
 *     rest = total − Σ named          counter rates, summed levels, and the two sums that a mean or a ratio divides
 *
 * The total is queried before the named values are known, and the unsplit panel uses the same query. Other statistics
 * need a separate query for the rest: percentiles, because buckets of the rest may have other edges; maximum, minimum,
 * mean or spread of levels; and counters with alternatives, because a label value and the total may use different
 * alternatives.
 */
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import type { SplitRestMethod } from "@/lib/model/answer";
import { quantiles, type Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { readSingleColumn, type QueryColumns } from "@/lib/semantic/evaluate/columns";
import { findProvider } from "@/lib/semantic/compile/compile";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { getRequestCounterRecipe } from "@/lib/semantic/compile/counter-fallback";

/**
 * Returns how the combined value of all label values that a split does not name is computed: as total minus
 * the named values, or by a separate query.
 */
export function chooseRestMethod(
  signal: SignalId,
  statistic: Statistic,
  context: QueryContext,
): SplitRestMethod {
  const recipe = findProvider(signal, context)?.recipe;
  const denominators =
    statistic === "ratio-to-requests"
      ? [getRequestCounterRecipe(context)]
      : statistic === "share-of-e2e"
        ? [context.engine.signals.e2e]
        : [];
  if (recipe === undefined || !isSum(recipe, signal, statistic)) return "separate-query";
  return [recipe, ...denominators].every(hasOneAnswer) ? "difference" : "separate-query";
}

function isSum(recipe: Recipe, signal: SignalId, statistic: Statistic): boolean {
  switch (recipe.kind) {
    case "histogram":
    case "summary":
    case "mean-only":
      return !(statistic in quantiles);
    case "counter":
    case "gauge":
    case "rate-as-gauge":
      return signalDefinition(signal).combine === "sum";
    case "gauge-ratio":
      return recipe.isPerSeries !== true;
    case "rate-ratio":
      return true;
    case "spread":
    case "not-exposed":
      return false;
  }
}

/** Returns whether all values use the same metric. */
function hasOneAnswer(recipe: Recipe): boolean {
  if (recipe.kind === "counter" && recipe.alternatives.length > 1) return false;
  return refsOf(recipe).every(
    ({ namesCoexist, layerRequests }) => namesCoexist !== true && layerRequests === undefined,
  );
}

function refsOf(recipe: Recipe): readonly MetricRef[] {
  switch (recipe.kind) {
    case "histogram":
    case "summary":
    case "gauge":
      return [recipe.metric];
    case "mean-only":
      return [recipe.sum, recipe.count];
    case "counter":
      return [...recipe.alternatives, ...(recipe.addedCounters ?? [])];
    case "gauge-ratio":
      return [recipe.numerator, recipe.denominator];
    case "rate-ratio":
      return [...recipe.numerators, ...recipe.denominators];
    case "rate-as-gauge":
      return recipe.metrics;
    case "spread":
      return recipe.denominator === null ? [recipe.numerator] : [recipe.numerator, recipe.denominator];
    case "not-exposed":
      return [];
  }
}

/** Share of the total below which a difference is a rounding error and counts as zero. */
const noise = 1e-9;

/**
 * Returns columns in which each total query has one row: the total minus the rows of the same query by label
 * value. `valueQueries` maps total queries to queries by value. Other queries are unchanged.
 */
export function subtractNamedRows(
  columns: QueryColumns,
  valueQueries: ReadonlyMap<string, string>,
): QueryColumns {
  return {
    pointCount: columns.pointCount,
    findRows: (promql) => {
      const byValue = valueQueries.get(promql);
      // A query that is the same for the total and for the values is not split.
      if (byValue === undefined || byValue === promql) return columns.findRows(promql);
      const parts = columns.findRows(byValue).map(({ values }) => values);
      const values = readSingleColumn(columns, promql).map((total, index) =>
        subtractNamedValues(
          total,
          parts.map((part) => part[index] ?? Number.NaN),
        ),
      );
      return [{ labels: {}, values }];
    },
  };
}

/**
 * Returns the total minus the named values. A named value that is missing at a point counts as zero. If the total is
 * missing, the rest is missing too.
 */
function subtractNamedValues(total: number, named: readonly number[]): number {
  const remainder = named.reduce((sum, value) => (Number.isNaN(value) ? sum : sum - value), total);
  if (Math.abs(remainder) <= noise * Math.abs(total)) return 0;
  // The two queries run at slightly different times, so the newest points of the named values may exceed the total.
  return total >= 0 ? Math.max(0, remainder) : remainder;
}
