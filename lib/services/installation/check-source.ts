/** Checks the health and version of a source and stores the result in this process. */
import { allSources, readableSource } from "@/lib/model/sources/source-scope";
import { isAppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import { readSourceIdentity } from "./read-identity";
import { getSourceConnection } from "@/lib/services/sources/source-connections";
import { getSourceState, type CheckOutcome } from "@/lib/services/sources/source-state";

/**
 * Returns the outcome of one check. Uses no database. Never throws for a failing source; throws not-found for an
 * unknown one.
 */
export async function checkSource(slug: string): Promise<CheckOutcome> {
  const connection = getSourceConnection(readableSource(slug, allSources));
  const startedMs = performance.now();
  try {
    const identity = await readSourceIdentity(connection);
    return recordOutcome(slug, {
      kind: "up",
      atMs: nowMs(),
      latencyMs: performance.now() - startedMs,
      ...identity,
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return recordOutcome(slug, { kind: "down", atMs: nowMs(), error });
  }
}

function recordOutcome(slug: string, outcome: CheckOutcome): CheckOutcome {
  const state = getSourceState(slug);
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
