/** Computes the relation of two signals in chunks with a pause before each, so that the page stays responsive. */
import {
  computeRelationInSteps,
  type SignalRelation,
} from "@/lib/analysis/statistics/series/signal-relation";
import { runInChunks, type ChunkOptions } from "@/lib/base/steps";
import type { CorrelatedPair } from "@/lib/sentences/signals/correlation/pair";

/** Including the step that ends it, a chunk takes less than 10 ms and fits into a frame of 16.7 ms. */
const chunkMs = 6;

/** Computes correlation, confidence interval and lag of a pair. Undefined if `pause` cancels the computation. */
export function computeRelation(
  pairValues: Pick<CorrelatedPair, "xs" | "ys" | "stepMs"> & Partial<Pick<CorrelatedPair, "buckets">>,
  { nowMs, pause }: Pick<ChunkOptions, "nowMs" | "pause">,
): Promise<SignalRelation | undefined> {
  return runInChunks(computeRelationInSteps(pairValues), { chunkMs, nowMs, pause });
}
