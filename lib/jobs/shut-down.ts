/**
 * Graceful shutdown, so that a rolling deployment loses no request. On SIGTERM or SIGINT, readiness fails immediately
 * and the jobs stop. The server keeps serving until load balancers have noticed. Then it accepts no new connections,
 * finishes requests in flight, closes the database and exits with code 0. A second signal exits immediately.
 */
import { setTimeout as wait } from "node:timers/promises";
import { closeDatabase } from "@/lib/server/db/client";
import { closeHttpServer, stopKeepAlive } from "@/lib/server/http/http-server";
import { getLifecycle } from "@/lib/server/lifecycle";
import { flushLog, getLogger } from "@/lib/server/logger";

const shutdownTimes = {
  /** Longer than a load balancer needs to notice the failing readiness check. */
  keepServingMs: 5_000,
  /** The server closes after this time without a request, so that no request is lost on a machine with little CPU time. */
  quietMs: 500,
  maxQuietWaitMs: 4_000,
  /** Time limit for requests in flight; longer than the time limit of any endpoint. */
  drainMs: 15_000,
  /** Time limit for stopping the jobs, and for closing the database. */
  closeTimeoutMs: 2_000,
} as const;

const signals = { SIGTERM: 143, SIGINT: 130 } as const;

/** Value of NEXT_MANUAL_SIG_HANDLE for the demo, which no load balancer uses. The server does not keep serving. */
const drainAtOnce = "drain";

/**
 * Installs the handlers of SIGTERM and SIGINT. Without `NEXT_MANUAL_SIG_HANDLE`, Next.js itself ends the process
 * immediately, which suits development. In this case the handlers only let readiness fail and stop the jobs.
 */
export function shutDownOnProcessSignals(stopJobs: () => Promise<void>): void {
  const handlesSignals = (process.env["NEXT_MANUAL_SIG_HANDLE"] ?? "") !== "";
  const onSignal = (signal: keyof typeof signals): void => {
    if (!getLifecycle().isDraining) return void shutDown(stopJobs, handlesSignals);
    if (handlesSignals) process.exit(signals[signal]);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, onSignal);
}

async function shutDown(stopJobs: () => Promise<void>, handlesSignals: boolean): Promise<void> {
  getLifecycle().isDraining = true;
  const jobsEnded = attemptStep("background jobs did not stop cleanly", stopJobs);
  if (!handlesSignals) return;
  const keepServingMs =
    process.env["NEXT_MANUAL_SIG_HANDLE"] === drainAtOnce ? 0 : shutdownTimes.keepServingMs;
  getLogger().info(
    `shutdown requested: serving for another ${keepServingMs / 1_000} s, not ready for new work`,
  );
  stopKeepAlive();
  await wait(keepServingMs);
  const isDrained = await closeHttpServer(shutdownTimes);
  if (!isDrained) getLogger().warn(`requests were aborted after ${shutdownTimes.drainMs / 1_000} s`);
  await withinLimit(jobsEnded);
  await withinLimit(attemptStep("the database was not closed cleanly", closeDatabase));
  getLogger().info("ended");
  await flushLog();
  process.exit(0);
}

async function attemptStep(problem: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    getLogger().warn({ error }, problem);
  }
}

/** Waits for the work, but not longer than the time limit. Leases and connections that are left end with the process. */
async function withinLimit(work: Promise<void>): Promise<void> {
  await Promise.race([work, wait(shutdownTimes.closeTimeoutMs)]);
}
