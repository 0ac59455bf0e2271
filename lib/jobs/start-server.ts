/**
 * Server startup: checks the environment, prepares the database, watches the sources, discovers deployments and
 * starts the jobs. Only an invalid environment or a failed migration stops the process. The server waits in the
 * background for unavailable dependencies, and the UI reports them.
 */
import { setTimeout as wait } from "node:timers/promises";
import { readEnvironmentOrExit, type ServerEnvironment } from "@/lib/server/environment/env";
import { setDefaultListenAddress, isLoopback } from "@/lib/server/environment/listen-address";
import { getLifecycle } from "@/lib/server/lifecycle";
import { getLogger } from "@/lib/server/logger";
import { getProcessState } from "@/lib/server/process-state";
import { enableCompression } from "@/lib/server/http/compressed-response";
import { addClientAddressHeaders } from "@/lib/server/http/client-address";
import { redirectConsoleToLog } from "@/lib/server/http/framework-log";
import { configureHttpServer } from "@/lib/server/http/http-server";
import { renameTraceMethod } from "@/lib/server/http/trace-method";
import { secureUnproxiedRequests } from "@/lib/server/http/unproxied-requests";
import { exitOnBadConfigFile } from "@/lib/services/deployments/config-file/config-file-state";
import { watchSources } from "@/lib/services/installation/watch-sources";
import { discoverAtStart } from "./discover-at-start";
import { prepareDatabase } from "./prepare-database";
import { printSetupLink } from "./print-setup-link";
import { shutDownOnProcessSignals } from "./shut-down";
import { onDemandJobs } from "./on-demand-jobs";
import { scheduledJobs } from "./schedule";
import { startJobRunner, type JobRunner } from "./job-runner";

/** Maximum time that the first request waits for the first check of the database and the sources. */
const maxStartupWaitMs = 4_000;

/** Starts the server and resolves when it may accept requests. Further calls do nothing. */
export async function startServer(): Promise<void> {
  const started = getProcessState("started", () => ({ isStarted: false }));
  if (started.isStarted) return;
  started.isStarted = true;
  setDefaultListenAddress();
  const environment = readEnvironmentOrExit();
  exitOnBadConfigFile();
  warnIfNotLoopback(environment);
  // In development, people read the console.
  if (process.env.NODE_ENV === "production") redirectConsoleToLog();
  configureHttpServer(environment.keepAliveMs);
  renameTraceMethod();
  addClientAddressHeaders(environment.isForwardingProxy);
  secureUnproxiedRequests();
  enableCompression();
  const runner: { current: JobRunner | undefined } = { current: undefined };
  shutDownOnProcessSignals(async () => runner.current?.stop());
  const background = startInBackground(environment, runner);
  await Promise.race([background, wait(maxStartupWaitMs, undefined, { ref: false })]);
}

async function startInBackground(
  environment: ServerEnvironment,
  runner: { current: JobRunner | undefined },
): Promise<void> {
  const watching = watchSources();
  const prepared = prepareDatabase(environment.databaseUrl);
  const startJobs = async (): Promise<void> => {
    await prepared;
    if (environment.runsJobs)
      runner.current = startJobRunner(environment.databaseUrl, scheduledJobs, onDemandJobs);
    else getLifecycle().jobs = { state: "unknown", detail: "run by another process", atMs: null };
  };
  try {
    await Promise.all([watching, startJobs(), prepared.then(printSetupLink), discoverAtStart()]);
  } catch (error) {
    getLogger().fatal({ error }, "the server could not start");
    process.exit(1);
  }
}

function warnIfNotLoopback({ hostname, port }: ServerEnvironment): void {
  if (isLoopback(hostname)) return;
  getLogger().warn(
    `listening on ${hostname}:${port}, which other machines can reach. Passwords are accepted over TLS and on localhost only, so put a proxy with TLS in front`,
  );
}
