/**
 * Runs the scheduled jobs on pg-boss. Every process queues a run for each interval. The database accepts one run per
 * interval, because the id of the run is derived from the interval. The scheduler of pg-boss is not used, because its
 * resolution is a minute. While the database is unavailable, intervals are skipped, but the process continues: the
 * runner retries until it starts, and the workers of pg-boss recover by themselves.
 */
import { PgBoss } from "pg-boss";
import { describeUnavailableDatabase, isDatabaseUnavailable } from "@/lib/server/db/failure";
import { getLifecycle } from "@/lib/server/lifecycle";
import { getLogger } from "@/lib/server/logger";
import { nowMs } from "@/lib/server/clock";
import { intervalRunId } from "./interval-run-id";
import type { Job, OnDemandJob } from "./job";

const restartDelayMs = 2_000;
/** Offset into the interval, so that small clock differences do not assign a run to the previous interval. */
const tickOffsetMs = 50;
const waitingCheckMs = 1_000;
/** The shortest interval that pg-boss accepts. */
const heartbeatSeconds = 10;
const finishedRetentionSeconds = 3_600;

/** Running background jobs of this process. */
export interface JobRunner {
  /** Stops after the current runs have ended, at most ten seconds later. */
  readonly stop: () => Promise<void>;
}

/** Starts the jobs and returns immediately. Their queues are in the database at `connectionString`. */
export function startJobRunner(
  connectionString: string,
  jobs: readonly Job[],
  onDemandJobs: readonly OnDemandJob[] = [],
): JobRunner {
  const boss = new PgBoss({
    connectionString,
    schema: "jobs",
    application_name: "ridgepoint-jobs",
    max: 3,
    connectionTimeoutMillis: 2_000,
    // The runner schedules intervals of seconds itself; no job follows a calendar.
    schedule: false,
    superviseIntervalSeconds: heartbeatSeconds,
  });
  boss.on("error", (error) => {
    recordState("down", isDatabaseUnavailable(error) ? describeUnavailableDatabase(error) : error.message);
    getLogger().debug({ error }, "background job error");
  });
  const timers = new Set<NodeJS.Timeout>();
  let isStopping = false;

  const start = async (): Promise<void> => {
    try {
      await boss.start();
      for (const job of jobs) await installJob(boss, job);
      for (const job of onDemandJobs) await installOnDemand(boss, job);
    } catch (error) {
      if (isStopping) return;
      recordState("down", describeUnavailableDatabase(error));
      getLogger().debug({ error }, "background jobs could not start yet, retrying");
      runLater(timers, restartDelayMs, start);
      return;
    }
    for (const job of jobs) void queueTick(boss, job, timers);
    for (const job of onDemandJobs) void queueWaiting(boss, job, timers);
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

async function installJob(boss: PgBoss, job: Job): Promise<void> {
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

/** Creates the queue of a job. It runs each key once at a time, because it refuses a key that is queued or active in any process. */
async function installOnDemand(boss: PgBoss, job: OnDemandJob): Promise<void> {
  await boss.createQueue(job.name, {
    policy: "exclusive",
    retryLimit: 0,
    expireInSeconds: Math.ceil(job.timeoutMs / 1_000),
    // A run without a heartbeat ended with its process, so its key is accepted again.
    heartbeatSeconds,
    retentionSeconds: 60,
    deleteAfterSeconds: finishedRetentionSeconds,
  });
  await boss.work<{ readonly key: string }>(job.name, { pollingIntervalSeconds: 0.5 }, async ([run]) => {
    if (run === undefined) return;
    await job.run(run.data.key);
  });
}

/** Queues the rows that wait, every second, so that a run that ended with its process starts again. */
async function queueWaiting(boss: PgBoss, job: OnDemandJob, timers: Set<NodeJS.Timeout>): Promise<void> {
  let waitMs = waitingCheckMs;
  try {
    for (const key of await job.listWaitingKeys()) await boss.send(job.name, { key }, { singletonKey: key });
  } catch (error) {
    getLogger().debug({ error, job: job.name }, "waiting rows could not be queued");
    waitMs = restartDelayMs;
  }
  runLater(timers, waitMs, () => queueWaiting(boss, job, timers));
}

/** Queues the run of the current interval, retries soon after a failure, and queues again in the next interval. */
async function queueTick(boss: PgBoss, job: Job, timers: Set<NodeJS.Timeout>): Promise<void> {
  const tickMs = Math.floor(nowMs() / job.intervalMs) * job.intervalMs;
  let waitMs = tickMs + job.intervalMs + tickOffsetMs - nowMs();
  try {
    // The throttle of pg-boss is not used. It counts from the time of the insert, so it could accept a late run twice.
    await boss.send(job.name, { tickMs }, { id: intervalRunId(job.name, tickMs) });
  } catch (error) {
    recordState(
      "down",
      isDatabaseUnavailable(error) ? describeUnavailableDatabase(error) : "a job could not be queued",
    );
    getLogger().debug({ error, job: job.name }, "job run skipped");
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
  getLifecycle().jobs = { state, detail, atMs: nowMs() };
}
