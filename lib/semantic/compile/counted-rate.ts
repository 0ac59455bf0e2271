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
import { findSeries, type SeriesFinder } from "./scope-selectors";

type Counted = Required<Pick<Extract<Recipe, { kind: "counter" }>, "alternatives" | "countingTargetSeries">>;

/** A restart removes series that appear with their first event, but not the ability to count them. */
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

/** Returns the sum over all targets of the first alternative that counted something. */
function positiveRate(
  alternatives: readonly MetricRef[],
  { finder, windowMs, rangeFunction = "rate" }: RateOptions,
): PromqlExpression | undefined {
  const groupByLabels = processLabels.filter((label) => !finder.groupByLabels.includes(label));
  const rates = alternatives.flatMap((ref): readonly PromqlExpression[] => {
    const lhs = aggregateMetric(ref, finder, {
      rangeFunction,
      windowMs,
      aggregateOperator: "sum",
      groupByLabels,
    });
    return lhs === undefined ? [] : [{ kind: "binary", operator: ">", lhs, rhs: number(0) }];
  });
  return rates.length === 0
    ? undefined
    : { kind: "aggregate", name: "sum", by: finder.groupByLabels, operand: joinWithOr(rates) };
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
    countingTargetSeries.flatMap((ref) => findSeries(ref, unsplitFinder)),
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
