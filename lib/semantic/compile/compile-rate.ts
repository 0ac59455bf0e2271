/**
 * Rates of counters as expressions: alternatives in order of preference, other kinds added, and zero where other
 * series prove a zero.
 */
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { anyOf, printPromql, type Expression } from "./promql";
import { aggregateMetric } from "./aggregate-metric";
import type { Finder } from "./scope-selectors";

export interface RateOptions {
  readonly finder: Finder;
  readonly windowMs: number;
  readonly aggregate?: "sum" | "max" | "min" | "avg";
  readonly call?: "rate" | "increase";
}

/**
 * Returns the first alternative of a counter that has data, each followed by the zero that other series prove for it.
 * Undefined when there are no series.
 */
export function firstAvailable(
  alternatives: readonly MetricRef[],
  options: RateOptions,
): Expression | undefined {
  const rates = alternatives.flatMap((ref) => ratesOf(ref, options));
  return rates.length === 0 ? undefined : anyOf(rates);
}

/**
 * Returns the first alternative that has data, so that the engine's count replaces a missing count of the front end,
 * plus the counters in `plus`.
 */
export function counterRate(
  { alternatives, plus = [] }: Extract<Recipe, { kind: "counter" }>,
  options: RateOptions,
): string | undefined {
  return sumRates([alternatives, ...plus.map((ref) => [ref])], options);
}

/** Returns the sum of the metrics' rates; undefined when one of them has no series. */
export function sumOfRates(refs: readonly MetricRef[], options: RateOptions): string | undefined {
  return sumRates(
    refs.map((ref) => [ref]),
    options,
  );
}

/**
 * Returns the largest of the metrics' rates for the series that all metrics have; undefined when one of them has no
 * series.
 */
export function largestOfRates(refs: readonly MetricRef[], options: RateOptions): string | undefined {
  const rates = refs.map((ref) => ratesOf(ref, options));
  if (rates.length === 0 || rates.some((parts) => parts.length === 0)) return undefined;
  return printPromql(largestOf(rates.map(anyOf)));
}

/**
 * Splits in halves, because a nested comparison would repeat the last operand twice as often with each additional
 * one.
 */
function largestOf(rates: readonly Expression[]): Expression {
  const half = Math.ceil(rates.length / 2);
  if (rates.length < 2) return anyOf(rates);
  const [lhs, rhs] = [largestOf(rates.slice(0, half)), largestOf(rates.slice(half))];
  return anyOf([{ kind: "binary", operator: ">", lhs, rhs }, rhs]);
}

function sumRates(terms: readonly (readonly MetricRef[])[], options: RateOptions): string | undefined {
  const rates = terms.map((alternatives) => alternatives.flatMap((ref) => ratesOf(ref, options)));
  if (rates.length === 0 || rates.some((parts) => parts.length === 0)) return undefined;
  const sum = rates
    .map(anyOf)
    .reduce((lhs, rhs): Expression => ({ kind: "binary", operator: "+", lhs, rhs }));
  return printPromql(sum);
}

/** Returns the expressions for one metric in order of preference: its rate, then the zero that other series prove. */
function ratesOf(
  ref: MetricRef,
  { finder, windowMs, aggregate = "sum", call = "rate" }: RateOptions,
): readonly Expression[] {
  const rate = (of: MetricRef): Expression | undefined =>
    aggregateMetric(of, finder, { call, windowMs, aggregate });
  const present = presenceOf(ref);
  const rhs = present && rate(present);
  const zero: Expression | undefined = rhs && {
    kind: "binary",
    operator: "*",
    lhs: { kind: "number", value: 0 },
    rhs,
  };
  return [rate(ref), zero].filter((part) => part !== undefined);
}

/** Returns the metric whose presence proves that a missing counter is zero. */
function presenceOf({ matches: _matches, ...otherFields }: MetricRef): MetricRef | undefined {
  return otherFields.isZeroWhileMetricExists === true ? otherFields : otherFields.zeroWhilePresent;
}
