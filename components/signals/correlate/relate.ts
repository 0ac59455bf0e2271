/**
 * Correlation of two signals: strength with its interval, the best lag, and whether a shared trend may cause it.
 * Computed in chunks with a pause before each, so that the page stays responsive.
 */
import { runInChunks, type ChunkOptions, type Steps } from "@/lib/base/steps";
import { bestLagInSteps } from "@/lib/analysis/statistics/series/best-lag";
import { correlateInSteps } from "@/lib/analysis/statistics/series/correlation";
import { sharedTrendInSteps } from "@/lib/analysis/statistics/series/shared-trend";
import type { SignalRelation } from "@/lib/sentences/signals/relation-text";
import type { CorrelatedPair } from "./pair";

type Columns = Pick<CorrelatedPair, "xs" | "ys" | "stepMs">;

/** A fixed seed gives the same pairs the same intervals for every viewer. */
const seed = 1;
/**
 * Lags of up to a quarter of the window, so that at least three quarters of the pairs remain, and at most 60 lags.
 */
const maxLags = 60;
/** Including the step that ends it, a chunk takes less than 10 ms and fits into a frame of 16.7 ms. */
const chunkMs = 6;

/** Computes correlation, confidence interval and lag of a pair. Undefined if `pause` cancels the computation. */
export function computeRelation(
  pairValues: Columns,
  { nowMs, pause }: Pick<ChunkOptions, "nowMs" | "pause">,
): Promise<SignalRelation | undefined> {
  return runInChunks(relationSteps(pairValues), { chunkMs, nowMs, pause });
}

function* relationSteps({ xs, ys, stepMs }: Columns): Steps<SignalRelation> {
  const correlation = yield* correlateInSteps(xs, ys, { seed });
  yield;
  const lag = yield* bestLagInSteps(xs, ys, Math.min(maxLags, Math.floor(xs.length / 4)));
  yield;
  const trend = yield* sharedTrendInSteps(xs, ys, { seed });
  return { correlation, lag, trend, stepMs };
}
