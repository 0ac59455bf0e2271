/**
 * Describes whether the points of two signals fall into two groups, such as a healthy period and an incident. A correlation
 * of all points then mixes the difference between the groups with the relation within them.
 */
import { median } from "simple-statistics";
import type { Steps } from "@/lib/base/steps";
import {
  correlateInSteps,
  type Correlation,
  type CorrelationEstimate,
  type CorrelationOptions,
} from "../correlation";
import {
  findCompletePairs,
  findConstantSeries,
  minPairs,
  type CompletePairs,
  type ConstantSeries,
} from "../pairs";
import type { GroupSplit } from "./best-split";
import { findResolvedSplit, type PairBuckets } from "./resolved-split";

/** Spearman's coefficient within one group, or the reason why there is none. */
export type GroupCorrelation =
  | { readonly kind: "correlation"; readonly spearman: CorrelationEstimate }
  | { readonly kind: "too-few"; readonly required: number }
  | { readonly kind: "no-spread"; readonly constantSeries: ConstantSeries };

/** Group of points. */
export interface PointGroup {
  readonly n: number;
  /** Fraction of all points, 0 to 1. */
  readonly share: number;
  /** Median of each signal. */
  readonly centre: { readonly x: number; readonly y: number };
  readonly correlation: GroupCorrelation;
}

/** Consecutive points of the time grid. Both indexes are inclusive. */
export interface GroupRun {
  readonly fromIndex: number;
  readonly toIndex: number;
}

/** Two separate groups of points. */
export interface TwoGroups {
  readonly kind: "two-groups";
  readonly n: number;
  /** The larger group. */
  readonly first: PointGroup;
  /** The smaller group. Of equal groups, the later one. */
  readonly second: PointGroup;
  /** Ashman's D: the distance of the groups in units of their spread. */
  readonly separation: number;
  /** When the second group held. Each point of the grid with both values in a run is a point of the second group. */
  readonly secondRuns: readonly GroupRun[];
}

/** Groups of the points of two signals, or the reason why they are unknown. */
export type PointGroups =
  | TwoGroups
  | { readonly kind: "one-group"; readonly n: number }
  | { readonly kind: "too-few"; readonly n: number; readonly required: number }
  | { readonly kind: "no-spread"; readonly n: number; readonly constantSeries: ConstantSeries };

/** Missing points after which a run ends, because it is unknown which group held. */
const maxMissing = 2;

/**
 * Finds the groups of two columns on one grid, NaN is a missing value, and yields between short steps. `buckets` are those
 * of percentiles, whose difference between two adjacent buckets separates no groups.
 */
export function* findGroupsInSteps(
  x: Float64Array,
  y: Float64Array,
  { buckets = {}, ...options }: CorrelationOptions & { readonly buckets?: PairBuckets },
): Steps<PointGroups> {
  const pairs = findCompletePairs(x, y);
  const n = pairs.x.length;
  if (n < minPairs) return { kind: "too-few", n, required: minPairs };
  const constantSeries = findConstantSeries(pairs.x, pairs.y);
  if (constantSeries !== undefined) return { kind: "no-spread", n, constantSeries };
  const split = findResolvedSplit(pairs, buckets);
  if (split === null) return { kind: "one-group", n };
  yield;
  const isSecond = chooseSecond(split.isFar);
  return {
    kind: "two-groups",
    n,
    first: yield* describeGroup(
      pairs,
      isSecond.map((is) => !is),
      options,
    ),
    second: yield* describeGroup(pairs, isSecond, options),
    separation: split.separation,
    secondRuns: listRuns(pairs.gridIndexes, isSecond),
  };
}

/** Returns whether each point is in the second group. */
function chooseSecond(isFar: GroupSplit["isFar"]): readonly boolean[] {
  const farCount = isFar.filter(Boolean).length;
  const nearCount = isFar.length - farCount;
  const isFarSecond = farCount === nearCount ? isFar[0] === false : farCount < nearCount;
  return isFar.map((far) => far === isFarSecond);
}

function* describeGroup(
  { x, y }: CompletePairs,
  isMember: readonly boolean[],
  options: CorrelationOptions,
): Steps<PointGroup> {
  const inGroup = (values: Float64Array): Float64Array =>
    values.filter((_, index) => isMember[index] === true);
  const [xs, ys] = [inGroup(x), inGroup(y)];
  const correlation = toGroupCorrelation(yield* correlateInSteps(xs, ys, options));
  const centre = { x: median([...xs]), y: median([...ys]) };
  return { n: xs.length, share: xs.length / x.length, centre, correlation };
}

function toGroupCorrelation(correlation: Correlation): GroupCorrelation {
  switch (correlation.kind) {
    case "correlation":
      return { kind: "correlation", spearman: correlation.spearman };
    case "too-few":
      return { kind: "too-few", required: correlation.required };
    case "no-spread":
      return { kind: "no-spread", constantSeries: correlation.constantSeries };
  }
}

function listRuns(gridIndexes: Int32Array, isSecond: readonly boolean[]): readonly GroupRun[] {
  const runs: GroupRun[] = [];
  for (const [index, at] of gridIndexes.entries()) {
    if (isSecond[index] !== true) continue;
    const latest = runs.at(-1);
    const isNext = isSecond[index - 1] === true && at - (gridIndexes[index - 1] ?? at) <= maxMissing + 1;
    if (latest !== undefined && isNext) runs[runs.length - 1] = { ...latest, toIndex: at };
    else runs.push({ fromIndex: at, toIndex: at });
  }
  return runs;
}
