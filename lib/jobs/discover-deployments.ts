/** Discovers deployments in the sources, so that a new deployment appears within half a minute. */
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import type { Job } from "./job";

/** Job that finds deployments in the sources every 15 s. */
export const discoverDeploymentsJob: Job = {
  name: "discover-deployments",
  intervalMs: 15_000,
  timeoutMs: 60_000,
  run: async () => {
    await discoverDeployments();
  },
};
