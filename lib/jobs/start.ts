/**
 * What happens when the server starts: the environment is checked, the database is prepared, the sources are watched,
 * deployments are found and the jobs begin. Only a bad environment or a broken migration stops it; what is merely down is
 * waited for in the background, and the screens say so.
 */
import { setTimeout as wait } from "node:timers/promises";
import { exitOnBadEnvironment, type Environment } from "@/lib/server/env";
import { lifecycle } from "@/lib/server/lifecycle";
import { logger } from "@/lib/server/logger";
import { processMemory } from "@/lib/server/memory";
import { enableCompression } from "@/lib/server/compressed-response";
import { renameTrace } from "@/lib/server/trace-method";
import { discoverDeployments } from "@/lib/services/discovery/discover-deployments";
import { exitOnBadConfigFile } from "@/lib/services/deployments/config-file-state";
import { watchSources } from "@/lib/services/sources/watch-sources";
import { prepareDatabase } from "./prepare-database";
import { shutDownOnSignals } from "./shut-down";
import { schedule } from "./schedule";
import { startRunner, type Runner } from "./runner";

/** Longest that the first request waits for the first look at database and sources. */
const maxStartupWaitMs = 4_000;
const discoveryRetryMs = 2_000;

/** Resolves when the server may take requests. Does nothing the second time. */
export async function startServer(): Promise<void> {
  const started = processMemory("started", () => ({ isStarted: false }));
  if (started.isStarted) return;
  started.isStarted = true;
  const environment = exitOnBadEnvironment();
  exitOnBadConfigFile();
  warnIfNotLoopback(environment);
  renameTrace();
  enableCompression();
  const runner: { current: Runner | undefined } = { current: undefined };
  shutDownOnSignals(async () => runner.current?.stop());
  const background = startInBackground(environment, runner);
  await Promise.race([background, wait(maxStartupWaitMs, undefined, { ref: false })]);
}

async function startInBackground(
  environment: Environment,
  runner: { current: Runner | undefined },
): Promise<void> {
  const watching = watchSources();
  const prepared = prepareDatabase(environment.databaseUrl);
  const startJobs = async (): Promise<void> => {
    await prepared;
    if (environment.hasJobs) runner.current = startRunner(environment.databaseUrl, schedule);
    else lifecycle().jobs = { state: "unknown", detail: "left to another process", atMs: null };
  };
  try {
    await Promise.all([watching, startJobs(), discoverAtStart()]);
  } catch (error) {
    logger().fatal({ error }, "the server could not start");
    process.exit(1);
  }
}

/** Looks until deployments were seen and written; from then on the job looks. */
async function discoverAtStart(): Promise<void> {
  for (;;) {
    if ((await isDiscovered()) || lifecycle().isDraining) return;
    await wait(discoveryRetryMs, undefined, { ref: false });
  }
}

async function isDiscovered(): Promise<boolean> {
  try {
    const { discoveredCount, isStored } = await discoverDeployments();
    return discoveredCount > 0 && isStored;
  } catch (error) {
    logger().error({ error }, "deployments could not be looked for");
    return false;
  }
}

function warnIfNotLoopback({ hostname, port }: Environment): void {
  if (/^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(hostname)) return;
  logger().warn(
    `listening on ${hostname}:${port}, beyond this machine: there is no sign-in yet, so everyone who reaches the port is the operator. Set HOSTNAME=127.0.0.1 or put a proxy with sign-in in front`,
  );
}
