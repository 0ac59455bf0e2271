/**
 * The worker: runs the background jobs in a process that serves no requests. Like the server, it waits while the database
 * is unavailable. Any number of workers and servers may run the jobs, because each run is executed by only one process.
 */
import { setTimeout as wait } from "node:timers/promises";
import { closeDatabase } from "@/lib/server/db/client";
import { readEnvironmentOrExit } from "@/lib/server/environment/env";
import { getLifecycle } from "@/lib/server/lifecycle";
import { flushLog, getLogger } from "@/lib/server/logger";
import { exitOnBadConfigFile } from "@/lib/services/deployments/config-file/config-file-state";
import { watchSources } from "@/lib/services/installation/watch-sources";
import { discoverAtStart } from "./discover-at-start";
import { onDemandJobs } from "./on-demand-jobs";
import { prepareDatabase } from "./prepare-database";
import { startJobRunner, type JobRunner } from "./job-runner";
import { scheduledJobs } from "./schedule";

/** Time limit for stopping. A run that takes longer is considered dead, and another process starts it again. */
const stopLimitMs = 12_000;

const signals = { SIGTERM: 143, SIGINT: 130 } as const;

/** Runs the jobs until a termination signal. Ends the process for an invalid environment or a failed migration. */
export async function startWorker(): Promise<void> {
  const { databaseUrl } = readEnvironmentOrExit();
  exitOnBadConfigFile();
  const runner: { current: JobRunner | undefined } = { current: undefined };
  endOnProcessSignals(async () => runner.current?.stop());
  void watchSources();
  await prepareDatabase(databaseUrl);
  if (getLifecycle().isDraining) return;
  runner.current = startJobRunner(databaseUrl, scheduledJobs, onDemandJobs);
  const names = [...scheduledJobs, ...onDemandJobs].map(({ name }) => name);
  getLogger().info(`worker started, jobs: ${names.join(", ")}`);
  await discoverAtStart();
}

function endOnProcessSignals(stopJobs: () => Promise<void>): void {
  const onSignal = (signal: keyof typeof signals): void => {
    if (getLifecycle().isDraining) process.exit(signals[signal]);
    getLifecycle().isDraining = true;
    void endWorker(stopJobs);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, onSignal);
  // This timer prevents Node from ending the process, because the timers of the jobs do not.
  setInterval(() => undefined, 60_000);
}

async function endWorker(stopJobs: () => Promise<void>): Promise<void> {
  getLogger().info("shutdown requested: finishing the current runs");
  try {
    await Promise.race([stopJobs(), wait(stopLimitMs)]);
    await Promise.race([closeDatabase(), wait(stopLimitMs)]);
  } catch (error) {
    getLogger().warn({ error }, "the worker did not stop cleanly");
  }
  getLogger().info("ended");
  await flushLog();
  process.exit(0);
}
