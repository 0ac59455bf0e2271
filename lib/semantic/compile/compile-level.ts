/** Plans for counters, gauges and ratios. */
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { signalDefinition } from "@/lib/model/signals/signals";
import { buildCounterRate, buildLargestOfRatesQuery, buildSumOfRatesQuery } from "./compile-rate";
import type { SignalPlan } from "./plan";
import { buildRatioDenominator, isOutcomeLabel } from "./ratio-denominator";
import { makeUnsupportedStatisticPlan, makeNoSelectorPlan, type PlanRequest } from "./plan-request";
import { getRequestCounterRecipe } from "./counter-fallback";
import { printPromql, type PromqlExpression } from "./promql";
import { aggregateMetric } from "./aggregate-metric";
import { joinRangeCalls } from "./range-calls";
import { getEngineSeriesFinder, findSeriesSelectors } from "./scope-selectors";

type RecipeOf<K extends Recipe["kind"]> = Extract<Recipe, { kind: K }>;

const aggregateOf = { sum: "sum", max: "max", min: "min", mean: "avg", "merge-buckets": "sum" } as const;

/**
 * Plans the queries for the rate of a counter, or for its ratio to finished requests; other statistics are
 * absent.
 */
export function planCounter(recipe: RecipeOf<"counter">, request: PlanRequest): SignalPlan {
  const { signal, statistic, context, finder, rateWindowMs: windowMs } = request;
  const aggregate = aggregateOf[signalDefinition(signal).combine];
  const rate = buildCounterRate(recipe, { finder, windowMs, aggregateOperator: aggregate });
  if (rate === undefined) return makeNoSelectorPlan(request);
  const value = printPromql(rate);
  const scale = recipe.scale ?? 1;
  if (statistic === "rate") return { kind: "plain", signal, statistic, valueQuery: value, scale };
  if (statistic !== "ratio-to-requests") return makeUnsupportedStatisticPlan(request);
  const total = getRequestCounterRecipe(context);
  const { splitFilter, ...unsplitContext } = context;
  const isUnsplit = splitFilter !== undefined && isOutcomeLabel(recipe, splitFilter.label);
  const requests =
    total.kind === "counter"
      ? buildRatioDenominator(recipe, total, {
          finder: getEngineSeriesFinder(isUnsplit ? unsplitContext : context),
          windowMs,
        })
      : undefined;
  return requests === undefined
    ? makeUnsupportedStatisticPlan(request)
    : {
        kind: "ratio",
        signal,
        statistic,
        numeratorQuery: value,
        denominatorQuery: printPromql(requests),
        scale,
        isComplement: false,
        isRatioToRequests: true,
        ...(isUnsplit ? { isDenominatorUnsplit: true } : {}),
      };
}

/**
 * Plans the query for the mean of a gauge over the window, aggregated over its series; other statistics are
 * absent.
 */
export function planGauge(recipe: RecipeOf<"gauge">, request: PlanRequest): SignalPlan {
  const { signal, statistic, finder, rateWindowMs: windowMs } = request;
  if (statistic !== "value") return makeUnsupportedStatisticPlan(request);
  const aggregate = aggregateOf[signalDefinition(signal).combine];
  const of = aggregateMetric(recipe.metric, finder, {
    rangeFunction: "avg_over_time",
    windowMs,
    aggregateOperator: aggregate,
  });
  return of === undefined
    ? makeNoSelectorPlan(request)
    : { kind: "plain", signal, statistic, valueQuery: printPromql(of), scale: recipe.scale };
}

/**
 * Plans the query for the ratio of two gauges. It is computed from the totals or per series. Other statistics are
 * absent.
 */
export function planGaugeRatio(recipe: RecipeOf<"gauge-ratio">, request: PlanRequest): SignalPlan {
  const { signal, statistic, finder, rateWindowMs: windowMs } = request;
  if (statistic !== "value") return makeUnsupportedStatisticPlan(request);
  if (recipe.isPerSeries === true) return planEachRatio(recipe, request);
  const level = (ref: MetricRef): string | undefined => {
    const of = aggregateMetric(ref, finder, {
      rangeFunction: "avg_over_time",
      windowMs,
      aggregateOperator: "sum",
    });
    return of && printPromql(of);
  };
  const [part, total] = [level(recipe.numerator), level(recipe.denominator)];
  if (part === undefined || total === undefined) return makeNoSelectorPlan(request);
  const complement = recipe.isComplement === true;
  return {
    kind: "ratio",
    signal,
    statistic,
    numeratorQuery: part,
    denominatorQuery: total,
    scale: 1,
    isComplement: complement,
    isRatioToRequests: false,
  };
}

/** Plans a ratio per series, matched one to one by labels, so that an empty disk does not hide a full one. */
function planEachRatio(recipe: RecipeOf<"gauge-ratio">, target: PlanRequest): SignalPlan {
  const { signal, finder, rateWindowMs: windowMs } = target;
  const level = (ref: MetricRef): PromqlExpression | undefined =>
    joinRangeCalls(findSeriesSelectors(ref, finder), "avg_over_time", windowMs);
  const [lhs, rhs] = [level(recipe.numerator), level(recipe.denominator)];
  if (lhs === undefined || rhs === undefined) return makeNoSelectorPlan(target);
  const share: PromqlExpression = { kind: "binary", operator: "/", lhs, rhs };
  const one: PromqlExpression = { kind: "number", value: 1 };
  const of: PromqlExpression =
    recipe.isComplement === true ? { kind: "binary", operator: "-", lhs: one, rhs: share } : share;
  const name = aggregateOf[signalDefinition(signal).combine];
  const value = printPromql({ kind: "aggregate", name, by: finder.groupByLabels, operand: of });
  return { kind: "plain", signal, statistic: "value", valueQuery: value, scale: 1 };
}

/** Plans the queries for the ratio of two sums of counter rates; other statistics are absent. */
export function planRateRatio(recipe: RecipeOf<"rate-ratio">, request: PlanRequest): SignalPlan {
  const { signal, statistic, finder, rateWindowMs: windowMs } = request;
  if (statistic !== "value") return makeUnsupportedStatisticPlan(request);
  const part = buildSumOfRatesQuery(recipe.numerators, { finder, windowMs });
  const total = buildSumOfRatesQuery(recipe.denominators, { finder, windowMs });
  if (part === undefined || total === undefined) return makeNoSelectorPlan(request);
  const complement = recipe.isComplement === true;
  return {
    kind: "ratio",
    signal,
    statistic,
    numeratorQuery: part,
    denominatorQuery: total,
    scale: recipe.scale ?? 1,
    isComplement: complement,
    isRatioToRequests: false,
  };
}

/**
 * Plans the query for a signal that is a counter's rate, such as a duty cycle; other statistics are absent.
 */
export function planRateAsGauge(recipe: RecipeOf<"rate-as-gauge">, request: PlanRequest): SignalPlan {
  const { signal, statistic, finder, rateWindowMs: windowMs } = request;
  if (statistic !== "value") return makeUnsupportedStatisticPlan(request);
  const aggregate = aggregateOf[signalDefinition(signal).combine];
  // The maximum is taken after the metrics are added. Otherwise, values of different machines would be added, as if one
  // machine had all of them.
  const joined = recipe.takesLargest === true ? buildLargestOfRatesQuery : buildSumOfRatesQuery;
  const value = joined(recipe.metrics, { finder, windowMs, aggregateOperator: aggregate });
  return value === undefined
    ? makeNoSelectorPlan(request)
    : { kind: "plain", signal, statistic, valueQuery: value, scale: recipe.scale };
}

/** Plans the query for the imbalance between series, maximum ÷ mean − 1; other statistics are absent. */
export function planSpread(recipe: RecipeOf<"spread">, request: PlanRequest): SignalPlan {
  const { signal, statistic, finder, rateWindowMs: windowMs } = request;
  if (statistic !== "value") return makeUnsupportedStatisticPlan(request);
  const each = eachOf(recipe, { finder, rateWindowMs: windowMs });
  if (each === undefined) return makeNoSelectorPlan(request);
  const over = (name: "max" | "avg"): PromqlExpression => ({
    kind: "aggregate",
    name,
    by: finder.groupByLabels,
    operand: each,
  });
  const share: PromqlExpression = { kind: "binary", operator: "/", lhs: over("max"), rhs: over("avg") };
  const one: PromqlExpression = { kind: "number", value: 1 };
  const value = printPromql({ kind: "binary", operator: "-", lhs: share, rhs: one });
  return { kind: "plain", signal, statistic, valueQuery: value, scale: 1 };
}

/** Returns the mean of each series, matched one to one by labels. */
function eachOf(
  { numerator, denominator }: RecipeOf<"spread">,
  { finder, rateWindowMs }: Pick<PlanRequest, "finder" | "rateWindowMs">,
): PromqlExpression | undefined {
  if (denominator === null)
    return joinRangeCalls(findSeriesSelectors(numerator, finder), "avg_over_time", rateWindowMs);
  const [lhs, rhs] = [numerator, denominator].map((ref) =>
    joinRangeCalls(findSeriesSelectors(ref, finder), "rate", rateWindowMs),
  );
  return lhs && rhs && { kind: "binary", operator: "/", lhs, rhs };
}
