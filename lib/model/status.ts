/**
 * Status of a deployment: the worst of a fixed order, and the limits it is judged by until targets of its own replace them.
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

/** What a status means for the one who looks after it. Down: nobody can see how it does, which is worse than seeing it ill. */
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
  /** Targets that answered none of their last scrapes are down, of those of this time where they are scraped more often. */
  silentScrapes: 2,
  silentForMs: 10_000,
  /** Longer than samples are under way to a store that others write to. */
  absentForMs: 60_000,
  headlineWindowMs: 300_000,
} as const;
