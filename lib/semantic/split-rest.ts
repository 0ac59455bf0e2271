/**
 * The values that a split does not name, together. What is a sum over series is known without asking for them:
 *
 *     rest = whole − Σ named          counter rates, summed levels, and the two sums that a mean or a ratio divides
 *
 * The whole is asked before it is known which values are named, and is what the panel without a split asks anyway. No such
 * rule holds for the others, so these are asked of the rest's own series: percentiles, since buckets of the rest may have
 * other edges; the largest, smallest, mean or spread of levels; and a counter that has alternatives, of which a value may answer by one and
 * the whole by another.
 */
import type { MetricRef, Recipe } from "@/lib/engines/recipe";
import type { RestRule } from "@/lib/model/answer";
import { quantiles, type Statistic } from "@/lib/model/question";
import { signalDefinition, type SignalId } from "@/lib/model/signals";
import { singleColumn, type Columns } from "./columns";
import { findProvider } from "./compile";
import type { QueryContext } from "./scope-selectors";
import { requestCounter } from "./counter-fallback";

/** How the rest of a split is had for one statistic at a place. */
export function restRule(signal: SignalId, statistic: Statistic, context: QueryContext): RestRule {
  const recipe = findProvider(signal, context)?.recipe;
  const denominators =
    statistic === "ratio-to-requests"
      ? [requestCounter(context)]
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
    case "rate-level":
      return signalDefinition(signal).combine === "sum";
    case "level-ratio":
      return recipe.each !== true;
    case "rate-ratio":
      return true;
    case "spread":
    case "not-exposed":
      return false;
  }
}

/** Not one metric for some values and another for others. */
function hasOneAnswer(recipe: Recipe): boolean {
  if (recipe.kind === "counter" && recipe.alternatives.length > 1) return false;
  return refsOf(recipe).every(({ namesCoexist }) => namesCoexist !== true);
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
      return [...recipe.alternatives, ...(recipe.plus ?? [])];
    case "level-ratio":
      return [recipe.part, recipe.total];
    case "rate-ratio":
      return [...recipe.parts, ...recipe.totals];
    case "rate-level":
      return recipe.metrics;
    case "spread":
      return recipe.total === null ? [recipe.part] : [recipe.part, recipe.total];
    case "not-exposed":
      return [];
  }
}

/** Of a sum of thousands of numbers the last digits are noise: this much of the whole, and less, is nothing. */
const noise = 1e-9;

/**
 * One row for each query of the whole, less all rows of the same query by value. `named` gives the latter for the former; a query that
 * it does not know stays as it is.
 */
export function withoutNamed(columns: Columns, named: ReadonlyMap<string, string>): Columns {
  return {
    pointCount: columns.pointCount,
    rows: (promql) => {
      const byValue = named.get(promql);
      if (byValue === undefined) return columns.rows(promql);
      const parts = columns.rows(byValue).map(({ values }) => values);
      const values = singleColumn(columns, promql).map((total, index) =>
        rest(
          total,
          parts.map((part) => part[index] ?? Number.NaN),
        ),
      );
      return [{ labels: {}, values }];
    },
  };
}

/** A value that has no number at a point adds none; without a whole there is no rest. */
function rest(total: number, named: readonly number[]): number {
  const remainder = named.reduce((sum, value) => (Number.isNaN(value) ? sum : sum - value), total);
  if (Math.abs(remainder) <= noise * Math.abs(total)) return 0;
  // Read a moment apart, the youngest points of the named may be ahead of the whole.
  return total >= 0 ? Math.max(0, remainder) : remainder;
}
