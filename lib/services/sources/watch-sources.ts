/**
 * Looks after the sources from inside the process, so that screens need not wait for a job: each is checked at start and
 * whenever nothing was heard of it for 15 s; one whose check failed is checked again every 1.5 s ± 20 % (refused
 * credentials: 60 s). While the breaker is open its own probes do this work and the watch rests.
 */
import { logger } from "@/lib/server/logger";
import { nowMs } from "@/lib/server/clock";
import { processMemory } from "@/lib/server/memory";
import { breakerState, onBreakerChange } from "@/lib/server/upstream/upstream";
import type { BreakerState } from "@/lib/server/upstream/breaker";
import { checkSource } from "./check-source";
import { configuredSources, sourceState, type CheckOutcome } from "./source-state";

export const watchTimes = { wellMs: 15_000, illMs: 1_500, spreadRatio: 0.2, authMs: 60_000 } as const;

/** Milliseconds until the next check of a source. `random` is uniform in [0, 1). */
export function nextCheckInMs(outcome: CheckOutcome, random: () => number): number {
  if (outcome.kind === "up") return watchTimes.wellMs;
  if (outcome.error.code === "source-auth-failed") return watchTimes.authMs;
  return watchTimes.illMs * (1 + (random() * 2 - 1) * watchTimes.spreadRatio);
}

/** Starts the watch once per process and resolves after the first check of every source. */
export async function watchSources(): Promise<void> {
  const watch = processMemory("source-watch", () => ({ isRunning: false }));
  if (watch.isRunning) return;
  watch.isRunning = true;
  // The breaker lets readers through again after a good probe; the check tells version and latency.
  onBreakerChange((slug, state) => {
    if (state.kind !== "open") void check(slug);
  });
  await Promise.all(configuredSources().map(({ slug }) => keepChecking(slug)));
}

async function keepChecking(slug: string): Promise<void> {
  const outcome = isHeardOf(slug, breakerState(slug)) ? undefined : await check(slug);
  const delayMs = outcome === undefined ? watchTimes.illMs : nextCheckInMs(outcome, Math.random);
  setTimeout(() => void keepChecking(slug), delayMs).unref();
}

/** True while there is nothing to ask: the breaker probes by itself, or the source answered a check lately. */
function isHeardOf(slug: string, breaker: BreakerState | undefined): boolean {
  if (breaker?.kind === "open") return true;
  const { lastCheck } = sourceState(slug);
  return lastCheck?.kind === "up" && nowMs() - lastCheck.atMs < watchTimes.wellMs - watchTimes.illMs;
}

async function check(slug: string): Promise<CheckOutcome | undefined> {
  try {
    return await checkSource(slug);
  } catch (error) {
    logger().error({ error, source: slug }, "a source could not be checked");
    return undefined;
  }
}
