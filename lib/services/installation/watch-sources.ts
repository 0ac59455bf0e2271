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
  // No check is due while the breaker is open, because the breaker sends probes.
  if (breaker?.kind === "open") return false;
  if (lastCheck === undefined) return true;
  const agoMs = atMs - lastCheck.atMs;
  if (lastCheck.kind === "up") return agoMs >= watchIntervals.healthyMs;
  return lastCheck.error.code !== "source-auth-failed" || agoMs >= watchIntervals.authFailedMs;
}

/**
 * Starts the background checks once per process and resolves after the first check of every source. Later checks do not
 * wait for the previous one, so that a check that hangs until its deadline does not delay the discovery of a recovery.
 */
export async function watchSources(): Promise<void> {
  const watch = getWatch();
  if (watch.isRunning) return;
  watch.isRunning = true;
  // After a successful probe the breaker closes. The check then reads version and latency.
  subscribeToBreakerChanges((slug, state) => {
    if (state.kind !== "open") void check(slug);
  });
  await Promise.all(listConfiguredSources().map(({ slug }) => check(slug)));
  for (const { slug } of listConfiguredSources()) scheduleCheck(watch, slug);
}

interface Watch {
  isRunning: boolean;
}

function getWatch(): Watch {
  return getProcessState("source-watch", () => ({ isRunning: false }));
}

/** Schedules the checks of a source. They end when the state of the process is deleted. */
function scheduleCheck(watch: Watch, slug: string): void {
  const delayMs = watchIntervals.tickMs * (1 + (Math.random() * 2 - 1) * watchIntervals.jitterRatio);
  setTimeout(() => {
    if (getWatch() !== watch) return;
    if (isCheckDue(getSourceState(slug).lastCheck, findBreakerState(slug), nowMs())) void check(slug);
    scheduleCheck(watch, slug);
  }, delayMs).unref();
}

async function check(slug: string): Promise<void> {
  try {
    await checkSource(slug);
  } catch (error) {
    getLogger().error({ error, source: slug }, "a source check failed");
  }
}
