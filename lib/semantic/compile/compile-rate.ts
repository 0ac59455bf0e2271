/**
 * Rates of counters as expressions. Alternative counters are used in order of preference, and counters of other kinds
 * are added. The rate is zero where other series prove that nothing was counted.
 */
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { joinWithOr, printPromql, type PromqlExpression } from "./promql";
import { aggregateMetric } from "./aggregate-metric";
import type { WindowEdgeCall } from "./range-calls";
import type { SeriesFinder } from "./scope-selectors";
import { buildRateAtCountingTargets } from "./counted-rate";

/** Window and functions of a rate query. */
export interface RateOptions {
  readonly finder: SeriesFinder;
  readonly windowMs: number;
  readonly aggregateOperator?: "sum" | "max" | "min" | "avg";
  readonly rangeFunction?: "rate" | "increase" | WindowEdgeCall;
  readonly groupByLabels?: readonly string[];
}

/**
 * Builds the rate of the first of the alternative counters that has data, plus the rates of `addedCounters`.
 * Undefined without series.
 */
export function buildCounterRate(
  { alternatives, addedCounters = [], countingTargetSeries }: Extract<Recipe, { kind: "counter" }>,
  options: RateOptions,
): PromqlExpression | undefined {
  return countingTargetSeries === undefined
    ? sumRates([alternatives, ...addedCounters.map((ref) => [ref])], options)
    : buildRateAtCountingTargets({ alternatives, countingTargetSeries }, options);
}

/** Builds the PromQL for the sum of the rates of several counters; undefined if one of them has no series. */
export function buildSumOfRatesQuery(refs: readonly MetricRef[], options: RateOptions): string | undefined {
  const sum = sumRates(
    refs.map((ref) => [ref]),
    options,
  );
  return sum && printPromql(sum);
}

/**
 * Builds the PromQL for the largest series of the summed rates of several counters; undefined if one of them
 * has no series.
 */
export function buildLargestOfRatesQuery(
  refs: readonly MetricRef[],
  options: RateOptions,
): string | undefined {
  const rates = refs.map((ref) => ratesOf(ref, options));
  if (rates.length === 0 || rates.some((parts) => parts.length === 0)) return undefined;
  return printPromql(largestOf(rates.map(joinWithOr)));
}

/**
 * Builds the maximum of several rates. It splits the list in halves, because in a nested comparison each additional
 * operand would double the length of the query.
 */
function largestOf(rates: readonly PromqlExpression[]): PromqlExpression {
  const half = Math.ceil(rates.length / 2);
  if (rates.length < 2) return joinWithOr(rates);
  const [lhs, rhs] = [largestOf(rates.slice(0, half)), largestOf(rates.slice(half))];
  return joinWithOr([{ kind: "binary", operator: ">", lhs, rhs }, rhs]);
}

function sumRates(
  terms: readonly (readonly MetricRef[])[],
  options: RateOptions,
): PromqlExpression | undefined {
  const rates = terms.map((alternatives) => alternatives.flatMap((ref) => ratesOf(ref, options)));
  if (rates.length === 0 || rates.some((parts) => parts.length === 0)) return undefined;
  return rates
    .map(joinWithOr)
    .reduce((lhs, rhs): PromqlExpression => ({ kind: "binary", operator: "+", lhs, rhs }));
}

/**
 * Returns the expressions for one metric in order of preference: its rate, then the zero that the presence of other
 * series proves.
 */
function ratesOf(
  ref: MetricRef,
  { finder, windowMs, aggregateOperator = "sum", rangeFunction = "rate", groupByLabels = [] }: RateOptions,
): readonly PromqlExpression[] {
  const rate = (of: MetricRef): PromqlExpression | undefined =>
    aggregateMetric(of, finder, { rangeFunction, windowMs, aggregateOperator, groupByLabels });
  const present = presenceOf(ref, finder);
  const rhs = present && rate(present);
  const zero: PromqlExpression | undefined = rhs && {
    kind: "binary",
    operator: "*",
    lhs: { kind: "number", value: 0 },
    rhs,
  };
  return [rate(ref), zero].filter((part) => part !== undefined);
}

/** Returns the metric whose presence proves that a missing counter is zero; undefined if no metric proves it. */
function presenceOf(ref: MetricRef, finder: SeriesFinder): MetricRef | undefined {
  const { zeroWhilePresent, zeroUntilFirstEvent } = ref;
  if (zeroWhilePresent !== undefined || zeroUntilFirstEvent === undefined) return zeroWhilePresent;
  const { onceObserved = ref } = zeroUntilFirstEvent;
  return finder.wasObserved(onceObserved) ? zeroUntilFirstEvent.zeroWhilePresent : undefined;
}
