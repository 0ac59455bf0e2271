/**
 * How two signals relate: strength with its interval, the lag at which they are closest, and whether a drift fakes it. Done in
 * slices with a pause before each, so that the page answers in between.
 */
import { runInChunks, type ChunkOptions, type Steps } from "@/lib/base/steps";
import { bestLagInSteps, type BestLag } from "@/lib/analysis/statistics/best-lag";
import { correlateInSteps, type Correlation } from "@/lib/analysis/statistics/correlation";
import { sharedTrendInSteps, type SharedTrend } from "@/lib/analysis/statistics/shared-trend";
import type { Pair } from "./pair";

export interface Relation {
  readonly correlation: Correlation;
  readonly lag: BestLag;
  readonly trend: SharedTrend;
  readonly stepMs: number;
}

type Columns = Pick<Pair, "xs" | "ys" | "stepMs">;

/** The same pairs have the same intervals, whoever looks. */
const seed = 1;
/** Lags up to a quarter of the window, of which at least three quarters of the pairs are left; never more than an hour's worth of tests. */
const maxLags = 60;
/** With the step that ends it, a slice stays below 10 ms, so that a frame of 16.7 ms has room for it. */
const chunkMs = 6;

/** Undefined when `pause` says that nobody waits for it any more. */
export function relate(
  columns: Columns,
  { nowMs, pause }: Pick<ChunkOptions, "nowMs" | "pause">,
): Promise<Relation | undefined> {
  return runInChunks(relationSteps(columns), { chunkMs, nowMs, pause });
}

function* relationSteps({ xs, ys, stepMs }: Columns): Steps<Relation> {
  const correlation = yield* correlateInSteps(xs, ys, { seed });
  yield;
  const lag = yield* bestLagInSteps(xs, ys, Math.min(maxLags, Math.floor(xs.length / 4)));
  yield;
  const trend = yield* sharedTrendInSteps(xs, ys, { seed });
  return { correlation, lag, trend, stepMs };
}
