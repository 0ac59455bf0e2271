/**
 * Aggregates all series of a metric into one number: merges copies, prefers newer metric names, and keeps senders
 * separate.
 */
import type { MetricRef } from "@/lib/engines/definitions/recipe";
import { restrictToDeploymentProcesses, excludeProcessesWithoutFeature } from "./process-matching";
import { joinMetricNames } from "./join-metric-names";
import { joinWithOr, type PromqlExpression } from "./promql";
import { joinRangeCalls, type WindowEdgeCall, type RangeFunction } from "./range-calls";
import {
  findSelectorsPerName,
  findSeriesSelectors,
  type SeriesFinder,
  type SeriesSelector,
} from "./scope-selectors";

type AggregateOperator = Extract<PromqlExpression, { kind: "aggregate" }>["name"];

/** Range function, window, aggregation operator and grouping of a PromQL query. */
export interface AggregationOptions {
  readonly rangeFunction: RangeFunction | WindowEdgeCall;
  readonly windowMs: number;
  readonly aggregateOperator: AggregateOperator;
  readonly groupByLabels?: readonly string[];
  readonly nameSuffix?: string;
  /**
   * Suffix of the series that a target must have in addition: `_sum` for the count of a mean, and `_count` for its sum.
   * Otherwise a target that exposes only one of both would change the mean of the others.
   */
  readonly pairedSuffix?: string;
}

/**
 * Builds a PromQL expression that aggregates all series of a metric to one number per point, or per group of
 * `groupByLabels`. Duplicates and copies count once, by their maximum. Undefined if the deployment has no
 * series of the metric.
 */
export function aggregateMetric(
  ref: MetricRef,
  finder: SeriesFinder,
  options: AggregationOptions,
): PromqlExpression | undefined {
  const { aggregateOperator, groupByLabels = [], nameSuffix = "", pairedSuffix } = options;
  const groups = [...finder.groupByLabels, ...groupByLabels];
  if (ref.namesCoexist !== true) {
    const { rangeFunction, windowMs } = options;
    const series = findSeriesSelectors(ref, finder, nameSuffix);
    const read = (suffix: string) =>
      joinMetricNames(ref, finder, { rangeFunction, windowMs, nameSuffix: suffix });
    const calls = restrictToPairs(series, read(nameSuffix), pairedSuffix && read(pairedSuffix));
    return aggregateCalls({ series, calls }, groups, { ref, finder, options });
  }
  const senders = ref.senderLabels ?? [];
  const named = findSelectorsPerName(ref, finder, nameSuffix);
  const each = named.flatMap(
    (series) => aggregateOneName(series, [...groups, ...senders], { ref, finder, options }) ?? [],
  );
  if (each.length === 0) return undefined;
  // A sender's series with an older metric name may lack the label of the split, and would count the events of all
  // label values again. The older name is therefore used only if the sender's newer names have no series for any label
  // value.
  const isPart = finder.extraMatchers.length > 0;
  // The count decides under which name the sum and the buckets of a sender are read. A name without a sum must not be
  // completed by the sum of another name.
  const isDecidedByCount = pairedSuffix !== undefined || nameSuffix === "_sum" || nameSuffix === "_bucket";
  const unsplitFinder = { ...finder, extraMatchers: [] };
  const { pairedSuffix: _pairedSuffix, ...unpaired } = options;
  const newerNames =
    isPart || isDecidedByCount
      ? findSelectorsPerName(ref, unsplitFinder, isDecidedByCount ? "_count" : nameSuffix).flatMap(
          (series) =>
            aggregateOneName(series, senders, { ref, finder: unsplitFinder, options: unpaired }) ?? [],
        )
      : each;
  const isSplit =
    isPart || (senders.length > 0 && finder.groupByLabels.some((label) => !senders.includes(label)));
  const of = joinWithOr(
    groupByLabels.length > 0 || isSplit || isDecidedByCount
      ? each.map(unlessNewerNameReports(senders, newerNames))
      : each,
  );
  // The counts of series of several senders are added.
  const name = aggregateOperator === "count" ? "sum" : aggregateOperator;
  return senders.length === 0 ? of : { kind: "aggregate", name, by: groups, operand: of };
}

interface AggregationInput {
  readonly ref: MetricRef;
  readonly finder: SeriesFinder;
  readonly options: AggregationOptions;
}

function aggregateOneName(
  series: readonly SeriesSelector[],
  by: readonly string[],
  input: AggregationInput,
): PromqlExpression | undefined {
  const { rangeFunction, windowMs, nameSuffix = "", pairedSuffix } = input.options;
  const paired = pairedSuffix === undefined ? [] : series.map(replaceSuffix(nameSuffix, pairedSuffix));
  const read = (of: readonly SeriesSelector[]) => joinRangeCalls(of, rangeFunction, windowMs);
  return aggregateCalls({ series, calls: restrictToPairs(series, read(series), read(paired)) }, by, input);
}

const replaceSuffix =
  (suffix: string, replacement: string) =>
  (one: SeriesSelector): SeriesSelector =>
    one.metric?.endsWith(suffix) === true
      ? { ...one, metric: one.metric.slice(0, one.metric.length - suffix.length) + replacement }
      : one;

/** Restricts calls to series that have a paired series with the same labels. Native histograms always have both. */
function restrictToPairs(
  series: readonly SeriesSelector[],
  lhs: PromqlExpression | undefined,
  rhs: PromqlExpression | "" | undefined,
): PromqlExpression | undefined {
  const isNative = series.some(({ nativeHistogramPart }) => nativeHistogramPart !== undefined);
  if (lhs === undefined || rhs === undefined || rhs === "" || isNative) return lhs;
  return { kind: "matching", operator: "and", lhs, rhs };
}

interface SeriesCalls {
  readonly series: readonly SeriesSelector[];
  readonly calls: PromqlExpression | undefined;
}

function aggregateCalls(
  { series, calls }: SeriesCalls,
  by: readonly string[],
  { ref, finder, options: { windowMs, aggregateOperator } }: AggregationInput,
): PromqlExpression | undefined {
  const ofProcesses =
    calls &&
    (ref.matchedBy === "process"
      ? restrictToDeploymentProcesses(calls, finder.processIdentifyingSeries, windowMs)
      : calls);
  const activityCounter = ref.disabledIfZeroDespite && findSeriesSelectors(ref.disabledIfZeroDespite, finder);
  const of =
    ofProcesses && activityCounter
      ? excludeProcessesWithoutFeature(ofProcesses, { counter: series, activity: activityCounter }, windowMs)
      : ofProcesses;
  const folded = [...(ref.duplicateLabels ?? []), ...finder.copyLabels];
  if (of === undefined) return undefined;
  // Histograms have no maximum, but the mean of equal copies is the histogram itself.
  const fold = series.some(({ nativeHistogramPart }) => nativeHistogramPart === "histogram") ? "avg" : "max";
  const once: PromqlExpression =
    folded.length === 0 ? of : { kind: "aggregate", name: fold, by: [], without: folded, operand: of };
  return { kind: "aggregate", name: aggregateOperator, by, operand: once };
}

/**
 * Series of one metric name must not fill gaps in series of another name, for example because their bucket edges
 * differ. A name is used only where the names before it (`newer`) have no data: per sender when the senders are known,
 * otherwise altogether.
 */
const unlessNewerNameReports =
  (senders: readonly string[], newerNames: readonly PromqlExpression[]) =>
  (lhs: PromqlExpression, index: number): PromqlExpression => {
    if (index === 0) return lhs;
    const rhs = joinWithOr(newerNames.slice(0, index));
    return senders.length === 0
      ? { kind: "unless-any", lhs, rhs }
      : { kind: "matching", operator: "unless", on: senders, lhs, rhs };
  };
