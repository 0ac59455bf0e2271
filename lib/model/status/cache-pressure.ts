/** Whether the KV cache prevents further requests from running. */
import type { Limits } from "@/lib/model/deployment/limits";

/** Values of one period; null when unknown. */
export interface CacheLoad {
  readonly waitingRequests: number | null;
  readonly kvUsageRatio: number | null;
  readonly preemptionsPerSecond: number | null;
}

/**
 * Returns whether requests wait for KV cache: the cache is nearly full, or running requests are preempted because its
 * blocks ran out. A preemption frees blocks, so the mean usage of a cache that runs out can be below the limit. Null
 * when the waiting requests, or both usage and preemptions, are unknown.
 */
export function isWaitingForCache(
  { waitingRequests, kvUsageRatio, preemptionsPerSecond }: CacheLoad,
  limits: Limits,
): boolean | null {
  if (waitingRequests === null) return null;
  if (kvUsageRatio === null && preemptionsPerSecond === null) return null;
  const isFull = kvUsageRatio !== null && kvUsageRatio > limits.kvUsageRatio;
  const isPreempting = preemptionsPerSecond !== null && preemptionsPerSecond > limits.preemptionsPerSecond;
  return waitingRequests > 0 && (isFull || isPreempting);
}
