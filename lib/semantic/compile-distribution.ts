/** Plans for latencies and lengths: from histograms, from summaries, or from two counters that only give a mean. */
import type { MetricRef, Recipe } from "@/lib/engines/recipe";
import { quantiles, type QuantileName, type Statistic } from "@/lib/model/question";
import type { MeanPlan, SignalPlan } from "./plan";
import { absent, mismatch, unplaced, type Target } from "./plan-target";
import { printPromql } from "./promql";
import { aggregated } from "./aggregated";
import { engineFinder, type Finder } from "./scope-selectors";

type RecipeOf<K extends Recipe["kind"]> = Extract<Recipe, { kind: K }>;

const isQuantile = (statistic: Statistic): statistic is QuantileName => statistic in quantiles;

interface Sum {
  readonly finder: Finder;
  readonly windowMs: number;
}

function total(ref: MetricRef, { finder, windowMs }: Sum, suffix = ""): string | undefined {
  const of = aggregated(ref, finder, { call: "rate", windowMs, aggregate: "sum", suffix });
  return of && printPromql(of);
}

export function planDistribution(recipe: RecipeOf<"histogram">, target: Target): SignalPlan {
  const { signal, statistic, finder, windowMs } = target;
  const scale = recipe.scale ?? 1;
  const count = total(recipe.metric, target, "_count");
  const sum = total(recipe.metric, target, "_sum");
  const buckets = aggregated(recipe.metric, finder, {
    call: "rate",
    windowMs,
    aggregate: "sum",
    by: ["le"],
    suffix: "_bucket",
  });
  if (count === undefined || sum === undefined || buckets === undefined) return unplaced(target);
  if (isQuantile(statistic)) {
    const q = quantiles[statistic];
    return { kind: "quantile", signal, statistic, q, buckets: printPromql(buckets), scale };
  }
  if (statistic === "mean") {
    const special = recipe.mean && planMean(recipe.mean, target);
    return {
      kind: "mean",
      signal,
      statistic,
      mean: special ?? { kind: "sum-over-count", sum, count, scale },
      count,
    };
  }
  return statistic === "share-of-e2e" ? planShare(sum, scale, target) : mismatch(target);
}

function planMean(recipe: NonNullable<RecipeOf<"histogram">["mean"]>, sum: Sum): MeanPlan | undefined {
  const numerator = total(recipe.numerator, sum);
  const minuend = total(recipe.minuend, sum);
  const subtrahend = total(recipe.subtrahend, sum);
  if (numerator === undefined || minuend === undefined || subtrahend === undefined) return undefined;
  return { kind: "recipe", numerator, minuend, subtrahend };
}

/** Of all the time requests took from end to end, the part this phase took. */
function planShare(part: string, scale: number, target: Target): SignalPlan {
  const { place, windowMs, signal, statistic } = target;
  const whole = timeOf(place.engine.signals.e2e, { finder: engineFinder(place), windowMs });
  if (whole === undefined)
    return absent(target, "not-exposed", "This engine does not tell the time requests take from end to end.");
  return {
    kind: "ratio",
    signal,
    statistic,
    part,
    whole: whole.sum,
    scale: scale / whole.scale,
    complement: false,
    counts: false,
  };
}

function timeOf(recipe: Recipe, sum: Sum): { readonly sum: string; readonly scale: number } | undefined {
  if (recipe.kind === "mean-only") {
    const text = total(recipe.sum, sum);
    return text === undefined ? undefined : { sum: text, scale: recipe.scale };
  }
  if (recipe.kind !== "histogram" && recipe.kind !== "summary") return undefined;
  const text = total(recipe.metric, sum, "_sum");
  return text === undefined ? undefined : { sum: text, scale: recipe.scale ?? 1 };
}

/** A process's own quantiles cannot be merged: of several instances the worst is told, over the window it keeps itself. */
export function planSummary(recipe: RecipeOf<"summary">, target: Target): SignalPlan {
  const { signal, statistic, finder, windowMs } = target;
  const scale = recipe.scale ?? 1;
  const count = total(recipe.metric, target, "_count");
  const sum = total(recipe.metric, target, "_sum");
  if (count === undefined || sum === undefined) return unplaced(target);
  if (statistic === "mean")
    return { kind: "mean", signal, statistic, mean: { kind: "sum-over-count", sum, count, scale }, count };
  if (statistic === "share-of-e2e") return planShare(sum, scale, target);
  if (!isQuantile(statistic)) return mismatch(target);
  const made: MetricRef = {
    ...recipe.metric,
    matches: [
      ...(recipe.metric.matches ?? []),
      { label: "quantile", operator: "=", value: String(quantiles[statistic]) },
    ],
  };
  const worst = aggregated(made, finder, { call: "last_over_time", windowMs, aggregate: "max" });
  return worst === undefined
    ? unplaced(target)
    : { kind: "plain", signal, statistic, value: printPromql(worst), scale };
}

export function planMeanOnly(recipe: RecipeOf<"mean-only">, target: Target): SignalPlan {
  const { signal, statistic } = target;
  const { scale } = recipe;
  const sum = total(recipe.sum, target);
  const count = total(recipe.count, target);
  if (sum === undefined || count === undefined) return unplaced(target);
  if (statistic === "mean")
    return { kind: "mean", signal, statistic, mean: { kind: "sum-over-count", sum, count, scale }, count };
  if (statistic === "share-of-e2e") return planShare(sum, scale, target);
  return isQuantile(statistic) ? absent(target, "not-exposed", recipe.why) : mismatch(target);
}
