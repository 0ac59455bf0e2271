/** Rates of counters as expressions: alternatives one after the other, other kinds added, zero where a zero is known. */
import type { MetricRef, Recipe } from "@/lib/engines/recipe";
import { anyOf, printPromql, type Expression } from "./promql";
import { aggregateMetric } from "./aggregate-metric";
import type { Finder } from "./scope-selectors";

export interface RateOptions {
  readonly finder: Finder;
  readonly windowMs: number;
  readonly aggregate?: "sum" | "max" | "min" | "avg";
  readonly call?: "rate" | "increase";
}

/** One counter's first alternative that has data, each before the zero that other series prove for it; undefined where none can be asked for. */
export function firstAvailable(
  alternatives: readonly MetricRef[],
  options: RateOptions,
): Expression | undefined {
  const rates = alternatives.flatMap((ref) => ratesOf(ref, options));
  return rates.length === 0 ? undefined : anyOf(rates);
}

/**
 * The first alternative that has data, so that the engine's own count stands in where the front end's is missing; then what is
 * counted apart, added.
 */
export function counterRate(
  { alternatives, plus = [] }: Extract<Recipe, { kind: "counter" }>,
  options: RateOptions,
): string | undefined {
  return sumRates([alternatives, ...plus.map((ref) => [ref])], options);
}

/** Σ of the metrics' rates; undefined when one of them has no series to ask for. */
export function sumOfRates(refs: readonly MetricRef[], options: RateOptions): string | undefined {
  return sumRates(
    refs.map((ref) => [ref]),
    options,
  );
}

/** The largest of the metrics' rates, of those alone that all metrics have; undefined when one of them has no series to ask for. */
export function largestOfRates(refs: readonly MetricRef[], options: RateOptions): string | undefined {
  const rates = refs.map((ref) => ratesOf(ref, options));
  if (rates.length === 0 || rates.some((parts) => parts.length === 0)) return undefined;
  return printPromql(largestOf(rates.map(anyOf)));
}

/** In halves, so that the last of many is not asked for twice as often with each that goes before it. */
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

/** What answers for one metric, the preferred first: its rate, then the zero that other series prove. */
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

/** The series whose presence makes an absent kind of event a zero. */
function presenceOf({ matches: _matches, ...otherFields }: MetricRef): MetricRef | undefined {
  return otherFields.isZeroWhileMetricExists === true ? otherFields : otherFields.zeroWhilePresent;
}
