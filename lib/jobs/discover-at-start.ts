/** Discovers deployments when a process starts. Later runs are a background job. */
import { setTimeout as wait } from "node:timers/promises";
import { getLifecycle } from "@/lib/server/lifecycle";
import { getLogger } from "@/lib/server/logger";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";

const retryDelayMs = 2_000;

/**
 * Repeats discovery after the start until deployments were found and stored. Afterwards the background job
 * runs it.
 */
export async function discoverAtStart(): Promise<void> {
  for (;;) {
    if ((await isDiscovered()) || getLifecycle().isDraining) return;
    await wait(retryDelayMs, undefined, { ref: false });
  }
}

async function isDiscovered(): Promise<boolean> {
  try {
    const { discoveredCount, isStored } = await discoverDeployments();
    return discoveredCount > 0 && isStored;
  } catch (error) {
    getLogger().error({ error }, "discovery failed");
    return false;
  }
}
