/** Discovers deployments when a process starts. Later runs are a background job. */
import { setTimeout as wait } from "node:timers/promises";
import { getLifecycle } from "@/lib/server/lifecycle";
import { getLogger } from "@/lib/server/logger";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";

const retryDelayMs = 2_000;

/**
 * Resolves after the first discovery. If no deployment was found or stored, discovery is repeated in the background
 * until it succeeds. Afterwards the background job runs it.
 */
export async function discoverAtStart(): Promise<void> {
  if (!(await isDiscovered())) void repeatUntilDiscovered();
}

async function repeatUntilDiscovered(): Promise<void> {
  while (!getLifecycle().isDraining) {
    await wait(retryDelayMs, undefined, { ref: false });
    if (await isDiscovered()) return;
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
