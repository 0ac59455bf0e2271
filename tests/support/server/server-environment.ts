/** Configures the server's process-wide state for a suite's database and sources, like a program start. */
import { closeDatabase } from "@/lib/server/db/client";
import { parseEnvironment } from "@/lib/server/environment/env";
import type { RawEnvironment } from "@/lib/server/environment/env-variables";
import { personExistsStateName, cachePersonExists } from "@/lib/server/sessions/person-exists";
import { deleteProcessState, getProcessState } from "@/lib/server/process-state";
import { closeUpstreams } from "@/lib/server/upstream/upstream";

/** An address without a server. */
export const unreachableUrl = "http://127.0.0.1:9";

const remembered = [
  "environment",
  "last-good:deployments",
  "deployments-outage",
  "signals-answers",
  "split-choices",
  "signals-panels",
  "overview-rows",
  "overview-last-rows",
  "roofline-last-pages",
  "traces-last-lists",
  "trace-lists",
  "last-good:roofline-book",
  "roofline-pages",
  "roofline-summaries",
  "source-states",
  "source-watch",
  "lifecycle",
  "config-file",
  "trace-apis",
  "recent-traces",
  "logger",
  "verified-sessions",
  "described-people",
  "hanging-database",
  "author-names",
  "trusted-people",
  "demo-visitors",
  "verified-displays",
  personExistsStateName,
];

/** Makes `variables` the environment of this process. Unset sources point to an address without a server. */
export function useServerEnvironment(variables: RawEnvironment): void {
  for (const name of remembered) deleteProcessState(name);
  process.env["RIDGEPOINT_LOG_LEVEL"] = "silent";
  getProcessState("environment", () => parseEnvironment({ PROMETHEUS_URL: unreachableUrl, ...variables }));
  // Without a database, the process is in the state after it had read that no person exists.
  if (variables["DATABASE_URL"]?.includes("@127.0.0.1:9/") === true) cachePersonExists(false);
}

/** Closes connections and clears state that the suite created. */
export async function leaveServerEnvironment(): Promise<void> {
  await closeDatabase();
  await closeUpstreams();
  for (const name of remembered) deleteProcessState(name);
}
