/**
 * Checks the sources in the background: at startup, after 15 s without a successful query, and every 1.5 s ± 20 %
 * after a failed check (60 s after rejected credentials). While the circuit breaker is open, its probes replace these
 * checks.
 */
import { getLogger } from "@/lib/server/logger";
import { nowMs } from "@/lib/server/clock";
import { getProcessState } from "@/lib/server/process-state";
import { findBreakerState, subscribeToBreakerChanges } from "@/lib/server/upstream/upstream";
import type { BreakerState } from "@/lib/server/upstream/breaker";
import { checkSource } from "./check-source";
import {
  listConfiguredSources,
  getSourceState,
  type CheckOutcome,
} from "@/lib/services/sources/source-state";

const watchIntervals = {
  tickMs: 1_500,
  jitterRatio: 0.2,
  healthyMs: 15_000,
  authFailedMs: 60_000,
} as const;

/** Returns whether a source is due for a check at `atMs`, given its last check and its breaker. */
export function isCheckDue(
  lastCheck: CheckOutcome | undefined,
  breaker: BreakerState | undefined,
  atMs: number,
): boolean {
  // An open breaker sends probes itself.
  if (breaker?.kind === "open") return false;
  if (lastCheck === undefined) return true;
  const agoMs = atMs - lastCheck.atMs;
  if (lastCheck.kind === "up") return agoMs >= watchIntervals.healthyMs;
  return lastCheck.error.code !== "source-auth-failed" || agoMs >= watchIntervals.authFailedMs;
}

/** Starts the background checks once per process and resolves after the first check of every source. */
export async function watchSources(): Promise<void> {
  const watch = getProcessState("source-watch", () => ({ isRunning: false }));
  if (watch.isRunning) return;
  watch.isRunning = true;
  // After a successful probe the breaker closes. The check then reads version and latency.
  subscribeToBreakerChanges((slug, state) => {
    if (state.kind !== "open") void check(slug);
  });
  await Promise.all(listConfiguredSources().map(({ slug }) => keepChecking(slug)));
}

async function keepChecking(slug: string): Promise<void> {
  if (isCheckDue(getSourceState(slug).lastCheck, findBreakerState(slug), nowMs())) await check(slug);
  const delayMs = watchIntervals.tickMs * (1 + (Math.random() * 2 - 1) * watchIntervals.jitterRatio);
  setTimeout(() => void keepChecking(slug), delayMs).unref();
}

async function check(slug: string): Promise<void> {
  try {
    await checkSource(slug);
  } catch (error) {
    getLogger().error({ error, source: slug }, "a source check failed");
  }
}
