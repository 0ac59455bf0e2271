/**
 * Plans for latencies and lengths: from histograms, from summaries, or from two counters that only provide a mean.
 */
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { quantiles, type QuantileName, type Statistic } from "@/lib/model/question";
import type { MeanPlan, SignalPlan } from "./plan";
import {
  makeAbsentPlan,
  makeUnsupportedStatisticPlan,
  makeNoSelectorPlan,
  type PlanRequest,
} from "./plan-request";
import { printPromql } from "./promql";
import { aggregateMetric } from "./aggregate-metric";
import { getEngineSeriesFinder, type SeriesFinder } from "./scope-selectors";

type RecipeOf<K extends Recipe["kind"]> = Extract<Recipe, { kind: K }>;

const isQuantile = (statistic: Statistic): statistic is QuantileName => statistic in quantiles;

interface RateOptions {
  readonly finder: SeriesFinder;
  readonly rateWindowMs: number;
}

function rateSum(
  ref: MetricRef,
  { finder, rateWindowMs }: RateOptions,
  suffix = "",
  pairedSuffix?: string,
): string | undefined {
  const of = aggregateMetric(ref, finder, {
    rangeFunction: "rate",
    windowMs: rateWindowMs,
    aggregateOperator: "sum",
    nameSuffix: suffix,
    ...(pairedSuffix === undefined ? {} : { pairedSuffix }),
  });
  return of && printPromql(of);
}

/** Plans the queries for a quantile, mean or other statistic of a histogram. */
export function planDistribution(recipe: RecipeOf<"histogram">, request: PlanRequest): SignalPlan {
  const { signal, statistic, finder, rateWindowMs: windowMs } = request;
  const scale = recipe.scale ?? 1;
  const count = rateSum(recipe.metric, request, "_count");
  const sum = rateSum(recipe.metric, request, "_sum");
  const buckets = aggregateMetric(recipe.metric, finder, {
    rangeFunction: "rate",
    windowMs,
    aggregateOperator: "sum",
    groupByLabels: ["le"],
    nameSuffix: "_bucket",
  });
  if (count === undefined || sum === undefined || buckets === undefined) return makeNoSelectorPlan(request);
  if (isQuantile(statistic)) {
    const q = quantiles[statistic];
    return { kind: "quantile", signal, statistic, quantile: q, bucketsQuery: printPromql(buckets), scale };
  }
  if (statistic === "mean") {
    const withoutSum = recipe.mean === undefined ? findNameWithoutSum(recipe.metric, finder) : undefined;
    if (withoutSum !== undefined)
      return makeAbsentPlan(request, "metric-absent", formatWithoutSum(withoutSum));
    const special = recipe.mean && planMean(recipe.mean, request);
    if (special === undefined) return planPairedMean(recipe.metric, request, scale);
    return { kind: "mean", signal, statistic, mean: special, countQuery: count };
  }
  return statistic === "share-of-e2e"
    ? planShare(sum, scale, request)
    : makeUnsupportedStatisticPlan(request);
}

/** Plans a mean over the series that have both a sum and a count, so that it is the mean of the same observations. */
function planPairedMean(ref: MetricRef, request: PlanRequest, scale: number): SignalPlan {
  const sumQuery = rateSum(ref, request, "_sum", "_count");
  const countQuery = rateSum(ref, request, "_count", "_sum");
  if (sumQuery === undefined || countQuery === undefined) return makeNoSelectorPlan(request);
  const mean: MeanPlan = { kind: "sum-over-count", sumQuery, countQuery, scale };
  const { signal, statistic } = request;
  return { kind: "mean", signal, statistic, mean, countQuery };
}

/** Returns a name of a histogram of which some instances expose the count, but no instance exposes the sum. */
function findNameWithoutSum({ names }: MetricRef, finder: SeriesFinder): string | undefined {
  const sums = finder.findMetricNames({ names }, "_sum");
  return finder.findMetricNames({ names }, "_count").find((name) => !sums.includes(name));
}

const formatWithoutSum = (name: string): string =>
  `At least one instance exposes ${name}_count without ${name}_sum, so the mean is unknown.`;

function planMean(
  recipe: NonNullable<RecipeOf<"histogram">["mean"]>,
  sum: RateOptions,
): MeanPlan | undefined {
  const numerator = rateSum(recipe.numerator, sum);
  const minuend = rateSum(recipe.minuend, sum);
  const subtrahend = rateSum(recipe.subtrahend, sum);
  if (numerator === undefined || minuend === undefined || subtrahend === undefined) return undefined;
  return {
    kind: "sum-over-difference",
    numeratorQuery: numerator,
    minuendQuery: minuend,
    subtrahendQuery: subtrahend,
  };
}

/** Plans the share of this phase in the summed end-to-end time of requests. */
function planShare(part: string, scale: number, target: PlanRequest): SignalPlan {
  const { context, rateWindowMs, signal, statistic } = target;
  const total = timeOf(context.engine.signals.e2e, { finder: getEngineSeriesFinder(context), rateWindowMs });
  if (total === undefined)
    return makeAbsentPlan(
      target,
      "not-exposed",
      "This engine does not report the end-to-end time of requests.",
    );
  return {
    kind: "ratio",
    signal,
    statistic,
    numeratorQuery: part,
    denominatorQuery: total.sum,
    scale: scale / total.scale,
    isComplement: false,
    isRatioToRequests: false,
  };
}

function timeOf(
  recipe: Recipe,
  sum: RateOptions,
): { readonly sum: string; readonly scale: number } | undefined {
  if (recipe.kind === "mean-only") {
    const text = rateSum(recipe.sum, sum);
    return text === undefined ? undefined : { sum: text, scale: recipe.scale };
  }
  if (recipe.kind !== "histogram" && recipe.kind !== "summary") return undefined;
  const text = rateSum(recipe.metric, sum, "_sum");
  return text === undefined ? undefined : { sum: text, scale: recipe.scale ?? 1 };
}

/**
 * Plans the query for a statistic of a Prometheus summary. Quantiles of several processes cannot be merged,
 * so the worst instance is used, over the window of its summary.
 */
export function planSummary(recipe: RecipeOf<"summary">, request: PlanRequest): SignalPlan {
  const { signal, statistic, finder, rateWindowMs: windowMs } = request;
  const scale = recipe.scale ?? 1;
  const count = rateSum(recipe.metric, request, "_count");
  const sum = rateSum(recipe.metric, request, "_sum");
  if (count === undefined || sum === undefined) return makeNoSelectorPlan(request);
  if (statistic === "mean") return planPairedMean(recipe.metric, request, scale);
  if (statistic === "share-of-e2e") return planShare(sum, scale, request);
  if (!isQuantile(statistic)) return makeUnsupportedStatisticPlan(request);
  const quantileMetric: MetricRef = {
    ...recipe.metric,
    matchers: [
      ...(recipe.metric.matchers ?? []),
      { label: "quantile", operator: "=", value: String(quantiles[statistic]) },
    ],
  };
  const worst = aggregateMetric(quantileMetric, finder, {
    rangeFunction: "last_over_time",
    windowMs,
    aggregateOperator: "max",
  });
  return worst === undefined
    ? makeNoSelectorPlan(request)
    : { kind: "plain", signal, statistic, valueQuery: printPromql(worst), scale, countQuery: count };
}

/** Plans the queries for a mean that is the ratio of two counters; other statistics are absent. */
export function planMeanOnly(recipe: RecipeOf<"mean-only">, request: PlanRequest): SignalPlan {
  const { signal, statistic } = request;
  const { scale } = recipe;
  const sum = rateSum(recipe.sum, request);
  const count = rateSum(recipe.count, request);
  if (sum === undefined || count === undefined) return makeNoSelectorPlan(request);
  if (statistic === "mean")
    return {
      kind: "mean",
      signal,
      statistic,
      mean: { kind: "sum-over-count", sumQuery: sum, countQuery: count, scale },
      countQuery: count,
    };
  if (statistic === "share-of-e2e") return planShare(sum, scale, request);
  return isQuantile(statistic)
    ? makeAbsentPlan(request, "not-exposed", recipe.percentilesAbsentReason)
    : makeUnsupportedStatisticPlan(request);
}
