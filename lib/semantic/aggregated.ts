/** One number from all series of a metric: copies folded, names that answer for one another put in order, senders kept apart. */
import type { MetricRef } from "@/lib/engines/recipe";
import { ofOwnProcesses, ofTurnedOn } from "./own-processes";
import { anyOf, type Expression } from "./promql";
import { seriesByName, seriesOf, type Finder, type Selector } from "./scope-selectors";

type RangeCall = Extract<Expression, { kind: "range-call" }>["name"];
type AggregateName = Extract<Expression, { kind: "aggregate" }>["name"];

/** `call(series[window])` joined over series. Undefined when there is no series to ask. */
export function callOver(
  series: readonly Selector[],
  name: RangeCall,
  windowMs: number,
): Expression | undefined {
  return series.length === 0
    ? undefined
    : anyOf(series.map((of) => ({ kind: "range-call", name, of, windowMs })));
}

export interface Over {
  readonly call: RangeCall;
  readonly windowMs: number;
  readonly aggregate: AggregateName;
  readonly by?: readonly string[];
  readonly suffix?: string;
}

/**
 * One number per point (or per `by` group) from all series of a metric: repeats and copies folded first by their maximum, then
 * aggregated. Undefined when nothing was joined.
 */
export function aggregated(ref: MetricRef, finder: Finder, over: Over): Expression | undefined {
  const { aggregate, by = [], suffix = "" } = over;
  const groups = [...finder.by, ...by];
  if (ref.namesCoexist !== true) return whole(seriesOf(ref, finder, suffix), groups, { ref, finder, over });
  const senders = ref.coexistBy ?? [];
  const named = seriesByName(ref, finder, suffix);
  const each = named.flatMap((series) => whole(series, [...groups, ...senders], { ref, finder, over }) ?? []);
  if (each.length === 0) return undefined;
  // A sender's older name may lack a label that the newer one is split by: of whichever part the sender's newer series are, it would
  // be all of them once more.
  const isPart = finder.also.length > 0;
  const undivided = { ...finder, also: [] };
  const newer = isPart
    ? seriesByName(ref, undivided, suffix).flatMap(
        (series) => whole(series, senders, { ref, finder: undivided, over }) ?? [],
      )
    : each;
  const isSplit = isPart || (senders.length > 0 && finder.by.some((label) => !senders.includes(label)));
  const of = anyOf(by.length > 0 || isSplit ? each.map(whereNoneBefore(senders, newer)) : each);
  return senders.length === 0 ? of : { kind: "aggregate", name: aggregate, by: groups, of };
}

interface Wanted {
  readonly ref: MetricRef;
  readonly finder: Finder;
  readonly over: Over;
}

function whole(
  series: readonly Selector[],
  by: readonly string[],
  { ref, finder, over: { call, windowMs, aggregate } }: Wanted,
): Expression | undefined {
  const all = callOver(series, call, windowMs);
  const own = all && (ref.placement === "process" ? ofOwnProcesses(all, finder.marks, windowMs) : all);
  const beside = ref.offAtZeroBeside && seriesOf(ref.offAtZeroBeside, finder);
  const of = own && beside ? ofTurnedOn(own, { counter: series, beside }, windowMs) : own;
  const folded = [...(ref.repeatedBy ?? []), ...finder.copyLabels];
  if (of === undefined) return undefined;
  // Histograms have no maximum; copies of one are their own mean.
  const fold = series.some(({ native }) => native === "histogram") ? "avg" : "max";
  const once: Expression =
    folded.length === 0 ? of : { kind: "aggregate", name: fold, by: [], without: folded, of };
  return { kind: "aggregate", name: aggregate, by, of: once };
}

/**
 * Groups of one name must not fill gaps between those of another, such as bucket edges that differ: a name answers only where
 * those before it, as `newer` has them, are silent, by the labels of what sends them or else altogether.
 */
const whereNoneBefore =
  (senders: readonly string[], newer: readonly Expression[]) =>
  (left: Expression, index: number): Expression => {
    if (index === 0) return left;
    const right = anyOf(newer.slice(0, index));
    return senders.length === 0
      ? { kind: "unless-any", left, right }
      : { kind: "matching", operator: "unless", on: senders, left, right };
  };
