/**
 * Runs the schedule on pg-boss. Every process beats; a throttle in the database lets one run per beat happen over all of
 * them. pg-boss' own schedule knows minutes only. A database that goes away costs beats, never the process: the runner
 * starts again until it succeeds, and pg-boss' workers go on by themselves.
 */
import { PgBoss } from "pg-boss";
import { isDatabaseUnavailable } from "@/lib/server/db/failure";
import { lifecycle } from "@/lib/server/lifecycle";
import { logger } from "@/lib/server/logger";
import { nowMs } from "@/lib/server/clock";
import type { Job } from "./job";

const restartDelayMs = 2_000;
/** Into the beat, so that clocks a little apart do not take it for the one before. */
const tickOffsetMs = 50;
const finishedRetentionSeconds = 3_600;

export interface Runner {
  /** Ends after the present runs, at most ten seconds. */
  readonly stop: () => Promise<void>;
}

/** Starts `jobs` on the database at `connectionString` and returns at once. */
export function startRunner(connectionString: string, jobs: readonly Job[]): Runner {
  const boss = new PgBoss({
    connectionString,
    schema: "jobs",
    application_name: "ridgepoint-jobs",
    max: 3,
    connectionTimeoutMillis: 2_000,
    // Beats of seconds are our own; nothing here is on a calendar.
    schedule: false,
  });
  boss.on("error", (error) => {
    recordState("down", isDatabaseUnavailable(error) ? "PostgreSQL does not answer" : error.message);
    logger().debug({ error }, "background jobs met an error");
  });
  const timers = new Set<NodeJS.Timeout>();
  let isStopping = false;

  const start = async (): Promise<void> => {
    try {
      await boss.start();
      for (const job of jobs) await install(boss, job);
    } catch (error) {
      if (isStopping) return;
      recordState("down", "PostgreSQL does not answer");
      logger().debug({ error }, "background jobs could not start yet");
      runLater(timers, restartDelayMs, start);
      return;
    }
    for (const job of jobs) void queueTick(boss, job, timers);
  };
  void start();

  return {
    stop: async () => {
      isStopping = true;
      for (const timer of timers) clearTimeout(timer);
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

async function install(boss: PgBoss, job: Job): Promise<void> {
  await boss.createQueue(job.name, {
    retryLimit: 0,
    expireInSeconds: Math.ceil(job.timeoutMs / 1_000),
    retentionSeconds: 60,
    deleteAfterSeconds: finishedRetentionSeconds,
  });
  await boss.work<{ readonly tickMs: number }>(job.name, { pollingIntervalSeconds: 1 }, async ([run]) => {
    if (run === undefined) return;
    await job.run(run.data.tickMs);
    recordState("up", null);
  });
}

/** Asks for the run of the present beat, soon again when that failed, and again at the next. */
async function queueTick(boss: PgBoss, job: Job, timers: Set<NodeJS.Timeout>): Promise<void> {
  const tickMs = Math.floor(nowMs() / job.intervalMs) * job.intervalMs;
  let waitMs = tickMs + job.intervalMs + tickOffsetMs - nowMs();
  try {
    const throttle = { singletonKey: String(tickMs), singletonSeconds: job.intervalMs / 1_000 };
    await boss.send(job.name, { tickMs }, throttle);
  } catch (error) {
    recordState(
      "down",
      isDatabaseUnavailable(error) ? "PostgreSQL does not answer" : "a job could not be queued",
    );
    logger().debug({ error, job: job.name }, "a beat was missed");
    waitMs = restartDelayMs;
  }
  runLater(timers, waitMs, () => queueTick(boss, job, timers));
}

function runLater(timers: Set<NodeJS.Timeout>, delayMs: number, work: () => Promise<void>): void {
  const timer = setTimeout(
    () => {
      timers.delete(timer);
      void work();
    },
    Math.max(100, delayMs),
  );
  timer.unref();
  timers.add(timer);
}

function recordState(state: "up" | "down", detail: string | null): void {
  lifecycle().jobs = { state, detail, atMs: nowMs() };
}
