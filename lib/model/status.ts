/**
 * The status of a deployment: the worst one in a fixed order, with the limits that apply until the deployment has
 * targets.
 */

/** Worst first. */
export const statusIds = [
  "source-down",
  "stalled",
  "kv-pressure",
  "errors",
  "slow-ttft",
  "slow-tpot",
  "cannot-tell",
  "no-traffic",
  "ok",
] as const;
export type StatusId = (typeof statusIds)[number];

/**
 * The severity of a status for the operator. Down is the worst: without data, an unhealthy deployment cannot be
 * recognized.
 */
export type StatusMeaning = "down" | "bad" | "unknown" | "idle" | "ok";

export const statusMeaning: { readonly [Id in StatusId]: StatusMeaning } = {
  "source-down": "down",
  stalled: "bad",
  "kv-pressure": "bad",
  errors: "bad",
  "slow-ttft": "bad",
  "slow-tpot": "bad",
  "cannot-tell": "unknown",
  "no-traffic": "idle",
  ok: "ok",
};

export const limits = {
  ttftP95Seconds: 1,
  meanTpotSeconds: 0.05,
  errorRatio: 0.001,
  kvUsageRatio: 0.95,
  waitingForMs: 120_000,
  stalledForMs: 30_000,
  stalledScrapes: 3,
  frozenForMs: 600_000,
  /**
   * Targets that failed all scrapes of this number are down, or all scrapes within this time when they are scraped
   * more often.
   */
  silentScrapes: 2,
  silentForMs: 10_000,
  /** Longer than the ingestion delay of a store with remote write. */
  absentForMs: 60_000,
  headlineWindowMs: 300_000,
} as const;
