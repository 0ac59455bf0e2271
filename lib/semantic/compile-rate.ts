/** Rates of counters as expressions: alternatives one after the other, what completes them added, zero where a zero is known. */
import type { MetricRef, Recipe } from "@/lib/engines/recipe";
import { anyOf, printPromql, type Expression } from "./promql";
import { aggregated, type Finder } from "./scope-selectors";

export interface Rated {
  readonly finder: Finder;
  readonly windowMs: number;
  readonly aggregate?: "sum" | "max" | "min" | "avg";
}

/** The first alternative that has data; the engine's own count stands in where the front end's is missing. */
export function counterRate(
  { alternatives }: Extract<Recipe, { kind: "counter" }>,
  rated: Rated,
): string | undefined {
  const parts = alternatives.flatMap((ref) => ratesOf(ref, rated));
  return parts.length === 0 ? undefined : printPromql(anyOf(parts));
}

/** Σ of the metrics' rates; undefined when one of them has no series to ask for. */
export function sumOfRates(refs: readonly MetricRef[], rated: Rated): string | undefined {
  const sum = summed(refs, rated);
  return sum && printPromql(sum);
}

/** What answers for one metric, the preferred first: its rate, then the zero that other series prove. */
function ratesOf(ref: MetricRef, rated: Rated): readonly Expression[] {
  const { plus = [], ...own } = ref;
  if (plus.length === 0) return ownRates(own, rated);
  const sum = summed([own, ...plus], rated);
  return sum === undefined ? [] : [sum];
}

function ownRates(ref: MetricRef, { finder, windowMs, aggregate = "sum" }: Rated): readonly Expression[] {
  const rate = (of: MetricRef): Expression | undefined =>
    aggregated(of, finder, { call: "rate", windowMs, aggregate });
  const witness = witnessOf(ref);
  const right = witness && rate(witness);
  const zero: Expression | undefined = right && {
    kind: "binary",
    operator: "*",
    left: { kind: "number", value: 0 },
    right,
  };
  return [rate(ref), zero].filter((part) => part !== undefined);
}

/** The series that, being there, make the absence of `ref` a zero. */
function witnessOf({
  matches: _matches,
  isZeroWithOthers,
  zeroWith,
  ...others
}: MetricRef): MetricRef | undefined {
  return isZeroWithOthers === true ? others : zeroWith;
}

function summed(refs: readonly MetricRef[], rated: Rated): Expression | undefined {
  const terms = refs.map((ref) => ratesOf(ref, rated));
  if (terms.some((parts) => parts.length === 0)) return undefined;
  const [first, ...rest] = terms.map(anyOf);
  if (first === undefined) return undefined;
  return rest.reduce<Expression>((left, right) => ({ kind: "binary", operator: "+", left, right }), first);
}
