/**
 * Rates of outcomes, such as failed requests, that a target may not count. Known events are always reported. Zero is
 * reported only when every target of the deployment counts them.
 *
 *     target   failures/s   counts failures      deployment
 *     a        0            yes                  0
 *     a, b     0, –         yes, no              unknown
 *     a, b     2, –         yes, no              2, which is a lower bound
 */
import type { MetricRef, Recipe } from "@/lib/engines/definitions/recipe";
import { aggregateMetric } from "./aggregate-metric";
import { joinRangeCalls } from "./range-calls";
import type { RateOptions } from "./compile-rate";
import { processLabels } from "./process-matching";
import { joinWithOr, type PromqlExpression } from "./promql";
import { findSeriesSelectors, type SeriesFinder } from "./scope-selectors";

type Counted = Required<Pick<Extract<Recipe, { kind: "counter" }>, "alternatives" | "countingTargetSeries">>;

/**
 * Time within which a series proves that a target counts an outcome. A restart removes series that appear with their
 * first event, although the target still counts these events.
 */
const evidenceWindowMs = 3_600_000;

/**
 * Builds the rate of one outcome of requests, such as aborts, over the targets that expose its counter.
 * Undefined if none exposes it.
 */
export function buildRateAtCountingTargets(
  { alternatives, countingTargetSeries }: Counted,
  options: RateOptions,
): PromqlExpression | undefined {
  const parts = [positiveRate(alternatives, options), provenZero(countingTargetSeries, options)].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : joinWithOr(parts);
}

/**
 * Returns the sum over all targets. A layer in front of the engine and the engine may count the same failure. The
 * larger of their two counts is used, which is a lower bound.
 */
function positiveRate(
  alternatives: readonly MetricRef[],
  options: RateOptions,
): PromqlExpression | undefined {
  const outer = buildOuterFailureRate({ alternatives }, options);
  const inner = positiveRates(
    alternatives.filter(({ layerRequests }) => layerRequests === undefined),
    options,
  );
  const rates = [...(outer === undefined ? [] : [outer]), ...inner];
  return rates.length === 0
    ? undefined
    : { kind: "aggregate", name: "sum", by: options.finder.groupByLabels, operand: joinWithOr(rates) };
}

/**
 * Builds the rate of failures counted by the layer in front of the engine, per target. Targets whose engine
 * counted more failures are excluded.
 */
export function buildOuterFailureRate(
  { alternatives }: Pick<Counted, "alternatives">,
  options: RateOptions,
): PromqlExpression | undefined {
  const isOuter = ({ layerRequests }: MetricRef): boolean => layerRequests !== undefined;
  const outer = positiveRates(alternatives.filter(isOuter), options);
  const inner = positiveRates(
    alternatives.filter((ref) => !isOuter(ref)),
    options,
  );
  if (outer.length === 0) return undefined;
  const joined = joinWithOr(outer);
  if (inner.length === 0) return joined;
  const larger: PromqlExpression = {
    kind: "binary",
    operator: ">",
    lhs: joinWithOr(inner),
    rhs: joined,
  };
  return { kind: "matching", operator: "unless", lhs: joined, rhs: larger };
}

/** Returns the rate of each counter per target, at the targets that counted something. */
function positiveRates(
  refs: readonly MetricRef[],
  { finder, windowMs, rangeFunction = "rate" }: RateOptions,
): readonly PromqlExpression[] {
  const groupByLabels = processLabels.filter((label) => !finder.groupByLabels.includes(label));
  return refs.flatMap((ref): readonly PromqlExpression[] => {
    const lhs = aggregateMetric(ref, finder, {
      rangeFunction,
      windowMs,
      aggregateOperator: "sum",
      groupByLabels,
    });
    return lhs === undefined ? [] : [{ kind: "binary", operator: ">", lhs, rhs: number(0) }];
  });
}

/** Returns zero, unless a target of the deployment lacks all series that show that it counts. */
function provenZero(
  countingTargetSeries: readonly MetricRef[],
  { finder, windowMs }: RateOptions,
): PromqlExpression | undefined {
  const markers = finder.processIdentifyingSeries.map((marker) => ({
    ...marker,
    matchers: [...marker.matchers, ...finder.extraMatchers],
  }));
  const targets = joinRangeCalls(markers, "last_over_time", windowMs);
  // The counters of a target need not have the label of a split.
  const unsplitFinder: SeriesFinder = { ...finder, extraMatchers: [] };
  const evidence = joinRangeCalls(
    countingTargetSeries.flatMap((ref) => findSeriesSelectors(ref, unsplitFinder)),
    "last_over_time",
    Math.max(evidenceWindowMs, windowMs),
  );
  if (targets === undefined || evidence === undefined) return undefined;
  const uncounted: PromqlExpression = {
    kind: "matching",
    operator: "unless",
    on: processLabels,
    lhs: targets,
    rhs: evidence,
  };
  const count: PromqlExpression = {
    kind: "aggregate",
    name: "count",
    by: finder.groupByLabels,
    operand: targets,
  };
  const zero: PromqlExpression = { kind: "binary", operator: "*", lhs: number(0), rhs: count };
  return { kind: "matching", operator: "unless", on: finder.groupByLabels, lhs: zero, rhs: uncounted };
}

const number = (value: number): PromqlExpression => ({ kind: "number", value });
