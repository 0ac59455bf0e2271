/** Limits of requests to a source. */
export const upstreamLimits = {
  connectTimeoutMs: 2_000,
  headerTimeoutMs: 3_000,
  deadlineMs: 10_000,
  /** Time limit of a probe. It may exceed 1.5 s, because probes start every 1.5 s even if the previous probe is pending. */
  probeDeadlineMs: 4_000,
  maxConcurrentProbes: 4,
  maxResponseBytes: 64 * 1024 * 1024,
  maxConcurrentRequests: 8,
  maxQueuedRequests: 64,
  retryWaitMs: 100,
} as const;
