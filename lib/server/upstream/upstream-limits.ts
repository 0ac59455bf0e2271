/** How long and how much a source may be asked for. */
export const upstreamLimits = {
  connectMs: 2_000,
  headerMs: 3_000,
  deadlineMs: 10_000,
  /** A probe begins every 1.5 s whether or not the last one has come home, so this may be longer. */
  probeDeadlineMs: 4_000,
  probesAtOnce: 4,
  maxBytes: 64 * 1024 * 1024,
  concurrent: 8,
  queued: 64,
  retryWaitMs: 100,
} as const;
