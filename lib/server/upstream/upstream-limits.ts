/** Limits of requests to a source. */
export const upstreamLimits = {
  connectMs: 2_000,
  headerMs: 3_000,
  deadlineMs: 10_000,
  /** Probes start every 1.5 s even if the previous one is still pending, so this may be longer. */
  probeDeadlineMs: 4_000,
  probesAtOnce: 4,
  maxBytes: 64 * 1024 * 1024,
  concurrent: 8,
  queued: 64,
  retryWaitMs: 100,
} as const;
