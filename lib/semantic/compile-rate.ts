/** Rates of counters as expressions: alternatives one after the other, other kinds added, zero where a zero is known. */
import type { MetricRef, Recipe } from "@/lib/engines/recipe";
import { anyOf, printPromql, type Expression } from "./promql";
import { aggregated } from "./aggregated";
import type { Finder } from "./scope-selectors";

export interface Rated {
  readonly finder: Finder;
  readonly windowMs: number;
  readonly aggregate?: "sum" | "max" | "min" | "avg";
  readonly call?: "rate" | "increase";
}

/** One counter's first alternative that has data, each before the zero that other series prove for it; undefined where none can be asked for. */
export function eitherOf(alternatives: readonly MetricRef[], rated: Rated): Expression | undefined {
  const all = alternatives.flatMap((ref) => ratesOf(ref, rated));
  return all.length === 0 ? undefined : anyOf(all);
}

/**
 * The first alternative that has data, so that the engine's own count stands in where the front end's is missing; then what is
 * counted apart, added.
 */
export function counterRate(
  { alternatives, plus = [] }: Extract<Recipe, { kind: "counter" }>,
  rated: Rated,
): string | undefined {
  return added([alternatives, ...plus.map((ref) => [ref])], rated);
}

/** Σ of the metrics' rates; undefined when one of them has no series to ask for. */
export function sumOfRates(refs: readonly MetricRef[], rated: Rated): string | undefined {
  return added(
    refs.map((ref) => [ref]),
    rated,
  );
}

/** The largest of the metrics' rates, of those alone that all metrics have; undefined when one of them has no series to ask for. */
export function largestOfRates(refs: readonly MetricRef[], rated: Rated): string | undefined {
  const rates = refs.map((ref) => ratesOf(ref, rated));
  if (rates.length === 0 || rates.some((parts) => parts.length === 0)) return undefined;
  return printPromql(largest(rates.map(anyOf)));
}

/** In halves, so that the last of many is not asked for twice as often with each that goes before it. */
function largest(all: readonly Expression[]): Expression {
  const half = Math.ceil(all.length / 2);
  if (all.length < 2) return anyOf(all);
  const [left, right] = [largest(all.slice(0, half)), largest(all.slice(half))];
  return anyOf([{ kind: "binary", operator: ">", left, right }, right]);
}

function added(terms: readonly (readonly MetricRef[])[], rated: Rated): string | undefined {
  const rates = terms.map((alternatives) => alternatives.flatMap((ref) => ratesOf(ref, rated)));
  if (rates.length === 0 || rates.some((parts) => parts.length === 0)) return undefined;
  const sum = rates
    .map(anyOf)
    .reduce((left, right): Expression => ({ kind: "binary", operator: "+", left, right }));
  return printPromql(sum);
}

/** What answers for one metric, the preferred first: its rate, then the zero that other series prove. */
function ratesOf(
  ref: MetricRef,
  { finder, windowMs, aggregate = "sum", call = "rate" }: Rated,
): readonly Expression[] {
  const rate = (of: MetricRef): Expression | undefined =>
    aggregated(of, finder, { call, windowMs, aggregate });
  const present = presenceOf(ref);
  const right = present && rate(present);
  const zero: Expression | undefined = right && {
    kind: "binary",
    operator: "*",
    left: { kind: "number", value: 0 },
    right,
  };
  return [rate(ref), zero].filter((part) => part !== undefined);
}

/** The series whose presence makes an absent kind of event a zero. */
function presenceOf({ matches: _matches, ...others }: MetricRef): MetricRef | undefined {
  return others.isZeroWithOthers === true ? others : others.zeroBeside;
}
