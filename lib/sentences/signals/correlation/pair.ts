/**
 * Two answers as pairs on one time grid, in display units, for the chart, the analysis, the table and the CSV file.
 */
import type { TwoGroups } from "@/lib/analysis/statistics/series/groups/point-groups";
import type { PairBuckets, ValueBuckets } from "@/lib/analysis/statistics/series/groups/resolved-split";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { DisplayUnit } from "@/lib/model/units";
import { displayFactor, formatWithUnit } from "@/lib/format/number";
import { axisSignalName, findAxisSeries } from "./axis-series";

/** Signal on one axis of the scatter chart. */
export interface AxisSignal {
  readonly signal: SignalId;
  readonly name: string;
  readonly displayUnit: DisplayUnit;
  /** Formats a value for the axis and the tooltip. */
  readonly format: (value: number) => string;
}

/** Values of two signals on a common time grid. */
export interface CorrelatedPair {
  readonly x: AxisSignal;
  readonly y: AxisSignal;
  readonly stepMs: number;
  /** The common grid without gaps, so that a lag is a number of points. */
  readonly timesMs: readonly number[];
  /** Values in display units. NaN where a side is missing. */
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** Buckets of percentiles, in display units. */
  readonly buckets: PairBuckets;
}

/** Aligns the answers of two signals on a common grid. Null if one has no values. */
export function createPair(xAnswer: Answer, yAnswer: Answer): CorrelatedPair | null {
  const [x, y] = [findAxisSeries(xAnswer), findAxisSeries(yAnswer)];
  if (x === undefined || y === undefined) return null;
  const timesMs = Array.from(
    { length: xAnswer.pointCount },
    (_, index) => xAnswer.startMs + index * xAnswer.stepMs,
  );
  const yIndexByTime = new Map(y.values.map((_, index) => [yAnswer.startMs + index * yAnswer.stepMs, index]));
  const xIndexes = timesMs.map((_, index) => index);
  const yIndexes = timesMs.map((timeMs) => yIndexByTime.get(timeMs) ?? -1);
  const [xBuckets, yBuckets] = [readBuckets(x, xIndexes), readBuckets(y, yIndexes)];
  return {
    x: sideOf(x),
    y: sideOf(y),
    stepMs: xAnswer.stepMs,
    timesMs,
    xs: Float64Array.from(xIndexes, (index) => toDisplayUnit(x, x.values[index])),
    ys: Float64Array.from(yIndexes, (index) => toDisplayUnit(y, y.values[index])),
    buckets: {
      ...(xBuckets === undefined ? {} : { x: xBuckets }),
      ...(yBuckets === undefined ? {} : { y: yBuckets }),
    },
  };
}

/** Returns the buckets of the values at these indexes, in display units. Undefined for values without buckets. */
function readBuckets(row: AnswerSeries, indexes: readonly number[]): ValueBuckets | undefined {
  const { lower, upper } = row;
  if (lower === undefined || upper === undefined) return undefined;
  return {
    lower: Float64Array.from(indexes, (index) => toDisplayUnit(row, lower[index])),
    upper: Float64Array.from(indexes, (index) =>
      typeof lower[index] === "number" && upper[index] === null
        ? Number.POSITIVE_INFINITY
        : toDisplayUnit(row, upper[index]),
    ),
  };
}

const unitOf = ({ signal }: AnswerSeries): DisplayUnit => signalDefinition(signal).displayUnit;

function toDisplayUnit(row: AnswerSeries, value: number | null | undefined): number {
  return value === null || value === undefined ? Number.NaN : value * displayFactor(row.unit, unitOf(row));
}

function sideOf(row: AnswerSeries): AxisSignal {
  const displayUnit = unitOf(row);
  const factor = displayFactor(row.unit, displayUnit);
  return {
    signal: row.signal,
    name: axisSignalName(row),
    displayUnit,
    format: (value) => formatWithUnit(value / factor, row.unit, displayUnit),
  };
}

/** Values of both signals at one time. */
export interface PairPoint {
  readonly timeMs: number;
  readonly x: number;
  readonly y: number;
  /** Absent if the points form one group, or if the groups are unknown. */
  readonly group?: GroupNumber;
}

/** Number of a group: 1 is the larger group. */
export type GroupNumber = 1 | 2;

/** Returns the points at which both signals have a value, oldest first, with their group if there are two groups. */
export function toPairPoints(
  { timesMs, xs, ys }: CorrelatedPair,
  groups: Pick<TwoGroups, "secondRuns"> | null,
): readonly PairPoint[] {
  return timesMs.flatMap((timeMs, index) => {
    const [x, y] = [xs[index] ?? Number.NaN, ys[index] ?? Number.NaN];
    if (Number.isNaN(x) || Number.isNaN(y)) return [];
    return [{ timeMs, x, y, ...(groups === null ? {} : { group: findGroup(groups, index) }) }];
  });
}

function findGroup({ secondRuns }: Pick<TwoGroups, "secondRuns">, index: number): GroupNumber {
  return secondRuns.some(({ fromIndex, toIndex }) => index >= fromIndex && index <= toIndex) ? 2 : 1;
}
