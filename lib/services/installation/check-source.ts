/** Checks the health and version of a source and stores the result in this process. */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { isAppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import { readSourceIdentity } from "./read-identity";
import { getSourceConnection } from "@/lib/services/sources/source-connections";
import { getSourceState, type CheckOutcome } from "@/lib/services/sources/source-state";

/**
 * Returns the outcome of one check. Uses no database. A failing source is an outcome and no error. Throws not-found for an
 * unknown source.
 */
export async function checkSource(slug: string): Promise<CheckOutcome> {
  const connection = getSourceConnection(requireReadableSource(slug, allSources));
  const startedMs = performance.now();
  const record = (outcome: CheckOutcome): CheckOutcome => recordOutcome(slug, outcome, startedMs);
  try {
    const identity = await readSourceIdentity(connection);
    return record({
      kind: "up",
      atMs: nowMs(),
      latencyMs: performance.now() - startedMs,
      ...identity,
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return record({ kind: "down", atMs: nowMs(), error });
  }
}

/**
 * Stores the outcome, unless a check that started later has already ended. Returns the stored outcome, which may be that of
 * the later check.
 */
function recordOutcome(slug: string, outcome: CheckOutcome, startedMs: number): CheckOutcome {
  const state = getSourceState(slug);
  if (state.lastCheck !== undefined && state.lastCheckStartedMs > startedMs) return state.lastCheck;
  state.lastCheckStartedMs = startedMs;
  state.lastCheck = outcome;
  if (outcome.kind === "up") {
    state.lastUpAtMs = outcome.atMs;
    state.downSinceMs = null;
    if (state.version !== outcome.version) state.versionSinceMs = outcome.atMs;
    state.version = outcome.version;
    state.flavour = outcome.flavour;
  } else {
    state.downSinceMs ??= outcome.atMs;
  }
  return outcome;
}
