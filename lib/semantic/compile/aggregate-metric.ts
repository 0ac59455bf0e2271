/**
 * Aggregates all series of a metric into one number: merges copies, prefers newer metric names, and keeps senders
 * separate.
 */
import type { MetricRef } from "@/lib/engines/definitions/recipe";
import { fromDeploymentProcesses, fromEnabledProcesses } from "./process-matching";
import { anyOf, type Expression } from "./promql";
import { seriesByName, seriesOf, type Finder, type Selector } from "./scope-selectors";

type RangeCall = Extract<Expression, { kind: "range-call" }>["name"];
type AggregateName = Extract<Expression, { kind: "aggregate" }>["name"];

/** Returns `call(series[window])` joined over all series; undefined when there are none. */
export function callOver(
  series: readonly Selector[],
  name: RangeCall,
  windowMs: number,
): Expression | undefined {
  return series.length === 0
    ? undefined
    : anyOf(series.map((of) => ({ kind: "range-call", name, of, windowMs })));
}

export interface Aggregation {
  readonly call: RangeCall;
  readonly windowMs: number;
  readonly aggregate: AggregateName;
  readonly by?: readonly string[];
  readonly suffix?: string;
}

/**
 * Returns one number per point (or per `by` group) from all series of a metric. Duplicates and copies are first
 * merged by their maximum, then aggregated. Undefined when no series is joined.
 */
export function aggregateMetric(ref: MetricRef, finder: Finder, over: Aggregation): Expression | undefined {
  const { aggregate, by = [], suffix = "" } = over;
  const groups = [...finder.by, ...by];
  if (ref.namesCoexist !== true)
    return aggregateOneName(seriesOf(ref, finder, suffix), groups, { ref, finder, over });
  const senders = ref.senderLabels ?? [];
  const named = seriesByName(ref, finder, suffix);
  const each = named.flatMap(
    (series) => aggregateOneName(series, [...groups, ...senders], { ref, finder, over }) ?? [],
  );
  if (each.length === 0) return undefined;
  // A sender's older name may lack the label of the split. Its series would then count all parts again, so it is only
  // used when the sender's newer names have no series in any part.
  const isPart = finder.extraMatchers.length > 0;
  const unsplitFinder = { ...finder, extraMatchers: [] };
  const newerNames = isPart
    ? seriesByName(ref, unsplitFinder, suffix).flatMap(
        (series) => aggregateOneName(series, senders, { ref, finder: unsplitFinder, over }) ?? [],
      )
    : each;
  const isSplit = isPart || (senders.length > 0 && finder.by.some((label) => !senders.includes(label)));
  const of = anyOf(by.length > 0 || isSplit ? each.map(unlessNewerNameReports(senders, newerNames)) : each);
  return senders.length === 0 ? of : { kind: "aggregate", name: aggregate, by: groups, of };
}

interface AggregationInput {
  readonly ref: MetricRef;
  readonly finder: Finder;
  readonly over: Aggregation;
}

function aggregateOneName(
  series: readonly Selector[],
  by: readonly string[],
  { ref, finder, over: { call, windowMs, aggregate } }: AggregationInput,
): Expression | undefined {
  const calls = callOver(series, call, windowMs);
  const ofProcesses =
    calls &&
    (ref.placement === "process" ? fromDeploymentProcesses(calls, finder.processMarkers, windowMs) : calls);
  const activityCounter = ref.disabledIfZeroDespite && seriesOf(ref.disabledIfZeroDespite, finder);
  const of =
    ofProcesses && activityCounter
      ? fromEnabledProcesses(ofProcesses, { counter: series, activity: activityCounter }, windowMs)
      : ofProcesses;
  const folded = [...(ref.duplicateLabels ?? []), ...finder.copyLabels];
  if (of === undefined) return undefined;
  // Histograms have no maximum, but the mean of equal copies is the histogram itself.
  const fold = series.some(({ native }) => native === "histogram") ? "avg" : "max";
  const once: Expression =
    folded.length === 0 ? of : { kind: "aggregate", name: fold, by: [], without: folded, of };
  return { kind: "aggregate", name: aggregate, by, of: once };
}

/**
 * Series of one name must not fill gaps in those of another, for example because their bucket edges differ. A name is
 * used only where the names before it (`newer`) have no data: per sender when the senders are known, otherwise
 * altogether.
 */
const unlessNewerNameReports =
  (senders: readonly string[], newerNames: readonly Expression[]) =>
  (lhs: Expression, index: number): Expression => {
    if (index === 0) return lhs;
    const rhs = anyOf(newerNames.slice(0, index));
    return senders.length === 0
      ? { kind: "unless-any", lhs, rhs }
      : { kind: "matching", operator: "unless", on: senders, lhs, rhs };
  };
