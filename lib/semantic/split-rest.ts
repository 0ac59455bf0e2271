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
import { answeringRecipe } from "./compile";
import type { Place } from "./scope-selectors";
import { requestsOf } from "./stand-in";

/** How the rest of a split is had for one statistic at a place. */
export function restRule(signal: SignalId, statistic: Statistic, place: Place): RestRule {
  const recipe = answeringRecipe(signal, place)?.recipe;
  const others =
    statistic === "ratio-to-requests"
      ? [requestsOf(place)]
      : statistic === "share-of-e2e"
        ? [place.engine.signals.e2e]
        : [];
  if (recipe === undefined || !isSum(recipe, signal, statistic)) return "own";
  return [recipe, ...others].every(hasOneAnswer) ? "difference" : "own";
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
      return [recipe.part, recipe.whole];
    case "rate-ratio":
      return [...recipe.parts, ...recipe.wholes];
    case "rate-level":
      return recipe.metrics;
    case "spread":
      return recipe.whole === null ? [recipe.part] : [recipe.part, recipe.whole];
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
      const values = singleColumn(columns, promql).map((whole, index) =>
        rest(
          whole,
          parts.map((part) => part[index] ?? Number.NaN),
        ),
      );
      return [{ labels: {}, values }];
    },
  };
}

/** A value that has no number at a point adds none; without a whole there is no rest. */
function rest(whole: number, named: readonly number[]): number {
  const left = named.reduce((sum, value) => (Number.isNaN(value) ? sum : sum - value), whole);
  if (Math.abs(left) <= noise * Math.abs(whole)) return 0;
  // Read a moment apart, the youngest points of the named may be ahead of the whole.
  return whole >= 0 ? Math.max(0, left) : left;
}
