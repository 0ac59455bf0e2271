/**
 * Joins the series of a metric's old and new names. Each target contributes its newest name only, so that histograms
 * with different bucket edges are never joined, and no request counts under two names.
 *
 *     target   new   old      joined
 *     a        yes   yes      new
 *     b        –     yes      old
 */
import type { MetricRef } from "@/lib/engines/definitions/recipe";
import { joinWithOr, type PromqlExpression } from "./promql";
import { joinRangeCalls, type WindowEdgeCall, type RangeFunction } from "./range-calls";
import { findSeriesSelectors, findSelectorsForName, type SeriesFinder } from "./scope-selectors";

/** Range function, window and name suffix for every name of a metric. */
export interface JoinNamesOptions {
  readonly rangeFunction: RangeFunction | WindowEdgeCall;
  readonly windowMs: number;
  /** A histogram's `_bucket`, `_sum` or `_count`. */
  readonly nameSuffix: string;
}

/**
 * Builds the range function over the series of all names that a metric has had, joined with `or`; undefined
 * if there are no series.
 */
export function joinMetricNames(
  ref: MetricRef,
  finder: SeriesFinder,
  { rangeFunction, windowMs, nameSuffix }: JoinNamesOptions,
): PromqlExpression | undefined {
  const { targetLabels } = finder;
  const call = (name: string, of: SeriesFinder, suffix: string): PromqlExpression | undefined =>
    joinRangeCalls(findSelectorsForName(name, { ref, finder: of, suffix }), rangeFunction, windowMs);
  // The sum, count and buckets of a histogram must be read under one name, so the name of the count is used for all
  // three.
  const decidingSuffix = nameSuffix === "" ? "" : "_count";
  // The newer name of a target need not have the label of a split.
  const unsplitFinder: SeriesFinder = { ...finder, extraMatchers: [] };
  const decidingCalls = ref.names.map((name) => call(name, unsplitFinder, decidingSuffix));
  if (targetLabels.length === 0 || decidingCalls.filter((one) => one !== undefined).length < 2)
    return joinRangeCalls(findSeriesSelectors(ref, finder, nameSuffix), rangeFunction, windowMs);
  const parts = ref.names.flatMap((name, index): readonly PromqlExpression[] => {
    const lhs = call(name, finder, nameSuffix);
    const newer = decidingCalls.slice(0, index).filter((one) => one !== undefined);
    if (lhs === undefined || newer.length === 0) return lhs === undefined ? [] : [lhs];
    return [{ kind: "matching", operator: "unless", on: targetLabels, lhs, rhs: joinWithOr(newer) }];
  });
  return parts.length === 0 ? undefined : joinWithOr(parts);
}
