/**
 * Relation of two signals: strength with its interval, the best lag, whether a shared trend may cause it, and whether the
 * points fall into two groups.
 */
import type { Steps } from "@/lib/base/steps";
import { bestLagInSteps, type BestLag } from "./best-lag";
import { correlateInSteps, type Correlation } from "./correlation";
import { findGroupsInSteps, type PointGroups } from "./groups/point-groups";
import type { PairBuckets } from "./groups/resolved-split";
import { sharedTrendInSteps, type SharedTrend } from "./shared-trend";

/** The lag with the strongest correlation, or the reason why there is none. */
export type RelationLag =
  | {
      readonly kind: "lag";
      /** Lag in grid points; positive when y follows x. */
      readonly lag: number;
      /** Pearson's coefficient at the lag. */
      readonly value: number;
      /** Pearson's coefficient without lag. Null with too few pairs. */
      readonly valueAtZero: number | null;
      readonly isSignificant: boolean;
    }
  | { readonly kind: Exclude<BestLag["kind"], "lag"> };

/** Whether both signals follow a trend. */
export interface RelationTrend {
  readonly kind: SharedTrend["kind"];
  /** Whether the changes from point to point correlate too. Null if they could not be compared. */
  readonly isConfirmedByDifferences: boolean | null;
}

/** Correlation of two signals, its best lag, their shared trend, and the groups of their points. */
export interface SignalRelation {
  readonly correlation: Correlation;
  readonly lag: RelationLag;
  readonly trend: RelationTrend;
  readonly stepMs: number;
  /** Absent in copies that were stored before groups were computed. */
  readonly groups?: PointGroups;
}

/** Values of two signals on one grid. NaN is a missing value. */
interface Columns {
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  readonly stepMs: number;
  /** Buckets of percentiles, in the unit of the values. */
  readonly buckets?: PairBuckets;
}

/** A fixed seed gives the same pairs the same intervals for every viewer and in stored copies. */
const seed = 1;
/**
 * Lags of up to a quarter of the window, so that at least three quarters of the pairs remain, and at most 60 lags.
 */
const maxLags = 60;

/** Computes the relation of two columns, and yields between short steps. */
export function* computeRelationInSteps({ xs, ys, stepMs, buckets = {} }: Columns): Steps<SignalRelation> {
  const correlation = yield* correlateInSteps(xs, ys, { seed });
  yield;
  const lag = yield* bestLagInSteps(xs, ys, Math.min(maxLags, Math.floor(xs.length / 4)));
  yield;
  const trend = yield* sharedTrendInSteps(xs, ys, { seed });
  yield;
  const groups = yield* findGroupsInSteps(xs, ys, { seed, buckets });
  return { correlation, lag: toRelationLag(lag), trend: toRelationTrend(trend), stepMs, groups };
}

function toRelationLag(found: BestLag): RelationLag {
  if (found.kind !== "lag") return { kind: found.kind };
  const { kind, lag, value, valueAtZero, isSignificant } = found;
  return { kind, lag, value, valueAtZero: Number.isNaN(valueAtZero) ? null : valueAtZero, isSignificant };
}

function toRelationTrend(trend: SharedTrend): RelationTrend {
  const isConfirmedByDifferences =
    "isConfirmedByDifferences" in trend ? trend.isConfirmedByDifferences : null;
  return { kind: trend.kind, isConfirmedByDifferences };
}
