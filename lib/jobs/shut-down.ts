/**
 * The orderly end of the server, so that a rolling deploy loses no request: on SIGTERM or SIGINT readiness falls at once
 * and the jobs end; requests are still served until those who send them had time to see it; then nothing new is accepted,
 * what is in flight is finished, the database is left and the process ends with 0. A second signal ends it at once.
 */
import { setTimeout as wait } from "node:timers/promises";
import { closeDatabase } from "@/lib/server/db/client";
import { closeHttpServer, stopKeepAlive, watchHttpServer } from "@/lib/server/http-server";
import { lifecycle } from "@/lib/server/lifecycle";
import { flushLog, logger } from "@/lib/server/logger";

export const shutdownTimes = {
  /** Longer than a load balancer takes to see that we are not ready. */
  keepServingMs: 5_000,
  /** For requests in flight; longer than any contract's time limit. */
  drainMs: 15_000,
  /** For jobs and for the database, each. */
  closeTimeoutMs: 2_000,
} as const;

const signals = { SIGTERM: 143, SIGINT: 130 } as const;

/**
 * Takes the signals over. Without `NEXT_MANUAL_SIG_HANDLE` the web framework ends the process itself, at once, which is what
 * development and the demo want; then only readiness falls and the jobs end.
 */
export function shutDownOnSignals(stopJobs: () => Promise<void>): void {
  const handlesSignals = (process.env["NEXT_MANUAL_SIG_HANDLE"] ?? "") !== "";
  if (handlesSignals) watchHttpServer();
  const onSignal = (signal: keyof typeof signals): void => {
    if (!lifecycle().isDraining) return void shutDown(stopJobs, handlesSignals);
    if (handlesSignals) process.exit(signals[signal]);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, onSignal);
}

async function shutDown(stopJobs: () => Promise<void>, handlesSignals: boolean): Promise<void> {
  lifecycle().isDraining = true;
  const jobsEnded = attempt("background jobs did not end well", stopJobs);
  if (!handlesSignals) return;
  logger().info(
    `asked to end: serving on for ${shutdownTimes.keepServingMs / 1_000} s, not ready for new work`,
  );
  stopKeepAlive();
  await wait(shutdownTimes.keepServingMs);
  const isDrained = await closeHttpServer(shutdownTimes.drainMs);
  if (!isDrained) logger().warn(`requests were cut after ${shutdownTimes.drainMs / 1_000} s`);
  await withinLimit(jobsEnded);
  await withinLimit(attempt("the database was not left well", closeDatabase));
  logger().info("ended");
  await flushLog();
  process.exit(0);
}

async function attempt(problem: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    logger().warn({ error }, problem);
  }
}

/** What takes longer is left: its leases and connections end with the process. */
async function withinLimit(work: Promise<void>): Promise<void> {
  await Promise.race([work, wait(shutdownTimes.closeTimeoutMs)]);
}
