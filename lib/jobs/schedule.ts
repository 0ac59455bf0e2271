/** List of all background jobs. */
import { checkSourcesJob } from "./check-sources";
import { deriveEventsJob } from "./derive-events";
import { discoverDeploymentsJob } from "./discover-deployments";
import type { Job } from "./job";

export const schedule: readonly Job[] = [checkSourcesJob, discoverDeploymentsJob, deriveEventsJob];
