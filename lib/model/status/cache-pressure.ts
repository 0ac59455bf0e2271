/** Whether the KV cache prevents further requests from running. */
import type { Limits } from "@/lib/model/deployment/limits";

/** KV cache usage and preemption rate of one period; null when unknown. */
export interface CacheUsage {
  readonly kvUsageRatio: number | null;
  readonly preemptionsPerSecond: number | null;
}

/** KV cache usage and waiting requests of one period; null when unknown. */
export interface CacheLoad extends CacheUsage {
  readonly waitingRequests: number | null;
}

/**
 * Returns whether the KV cache has no space for another request: it is nearly full, or requests are
 * preempted. A preemption frees blocks, so the mean usage of a full cache can be below the limit. Null when
 * both are unknown.
 */
export function isCacheFull(
  { kvUsageRatio, preemptionsPerSecond }: CacheUsage,
  limits: Limits,
): boolean | null {
  if (kvUsageRatio === null && preemptionsPerSecond === null) return null;
  const isPreempting = preemptionsPerSecond !== null && preemptionsPerSecond > limits.preemptionsPerSecond;
  return isPreempting || (kvUsageRatio !== null && kvUsageRatio > limits.kvUsageRatio);
}

/** Returns whether requests wait because the KV cache is full. Null when this is unknown. */
export function isWaitingForCache({ waitingRequests, ...usage }: CacheLoad, limits: Limits): boolean | null {
  const isFull = isCacheFull(usage, limits);
  if (waitingRequests === null || isFull === null) return null;
  return waitingRequests > 0 && isFull;
}
