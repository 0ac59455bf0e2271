import { PgBoss } from "pg-boss";
import { afterEach, expect, test } from "vitest";
import { startJobRunner, type JobRunner } from "@/lib/jobs/job-runner";
import type { Job, OnDemandJob } from "@/lib/jobs/job";
import { getLifecycle } from "@/lib/server/lifecycle";
import { deleteProcessState } from "@/lib/server/process-state";
import { startScratchPostgres } from "@/scripts/suites/scratch-postgres";
import { createEmptyDatabase } from "@/tests/support/server/database";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";

const runners: JobRunner[] = [];

afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await leaveServerEnvironment();
  deleteProcessState("clock-offset");
});

/** Job that counts its runs. `ran` resolves after `count` more runs. */
function countedJob(everyMs: number): {
  readonly job: Job;
  readonly ticks: number[];
  readonly ran: (count: number) => Promise<void>;
} {
  const ticks: number[] = [];
  let waiting: { readonly until: number; readonly resolve: () => void } | undefined;
  const job: Job = {
    name: "test-job",
    intervalMs: everyMs,
    timeoutMs: 10_000,
    run: (tickMs) => {
      ticks.push(tickMs);
      if (waiting && ticks.length >= waiting.until) waiting.resolve();
      return Promise.resolve();
    },
  };
  const ran = (count: number): Promise<void> =>
    new Promise((resolve) => {
      waiting = { until: ticks.length + count, resolve };
    });
  return { job, ticks, ran };
}

test("of two processes, one runs each scheduled job", async () => {
  const own = await createEmptyDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  const { job, ticks, ran } = countedJob(2_000);
  const done = ran(3);
  runners.push(startJobRunner(own.url, [job]), startJobRunner(own.url, [job]));
  await done;
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  expect(new Set(ticks).size).toBe(ticks.length);
  expect(ticks.every((tickMs) => tickMs % 2_000 === 0)).toBe(true);
  expect(getLifecycle().jobs).toMatchObject({ state: "up" });
  await own.drop();
});

test("an interval runs once, even if a process queues it after its end", async () => {
  const own = await createEmptyDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  const { job, ticks, ran } = countedJob(1_000);
  const first = ran(3);
  runners.push(startJobRunner(own.url, [job]));
  await first;
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  const newestMs = Math.max(...ticks);
  const stoppedAtMs = Date.now();
  // The late process queues earlier intervals, then those that have run, and then new ones.
  const offsetMs = String(newestMs - 4_000 - stoppedAtMs);
  useServerEnvironment({ DATABASE_URL: own.url, RIDGEPOINT_TEST_CLOCK_OFFSET_MS: offsetMs });
  deleteProcessState("clock-offset");
  runners.push(startJobRunner(own.url, [job]));
  await expect.poll(() => ticks.some((tickMs) => tickMs > stoppedAtMs), { timeout: 30_000 }).toBe(true);
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  expect(new Set(ticks).size).toBe(ticks.length);
  await own.drop();
});

test("a lost database skips runs but does not end the process, and jobs resume", async () => {
  const postgres = await startScratchPostgres("test-jobs");
  useServerEnvironment({ DATABASE_URL: postgres.url });
  const { job, ran } = countedJob(1_000);
  const first = ran(1);
  runners.push(startJobRunner(postgres.url, [job]));
  await first;
  await postgres.stop();
  await expect
    .poll(() => getLifecycle().jobs)
    .toMatchObject({ state: "down", detail: "PostgreSQL does not respond" });
  const again = ran(1);
  await postgres.start();
  await again;
  await expect.poll(() => getLifecycle().jobs).toMatchObject({ state: "up", detail: null });
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await postgres.remove();
});

test("waits for a database that is absent at first", async () => {
  const postgres = await startScratchPostgres("test-jobs");
  await postgres.stop();
  useServerEnvironment({ DATABASE_URL: postgres.url });
  const { job, ran } = countedJob(1_000);
  const first = ran(1);
  runners.push(startJobRunner(postgres.url, [job]));
  await expect.poll(() => getLifecycle().jobs).toMatchObject({ state: "down" });
  await postgres.start();
  await first;
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await postgres.remove();
});

/** Returns a job for the rows in `waiting`. */
function waitingJob(waiting: Set<string>, run: OnDemandJob["run"]): OnDemandJob {
  return {
    name: "test-on-demand",
    timeoutMs: 60_000,
    listWaitingKeys: () => Promise.resolve([...waiting]),
    run,
  };
}

test("of two processes, one runs the job of a waiting row, once", async () => {
  const own = await createEmptyDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  const waiting = new Set(["a", "b"]);
  const runs: string[] = [];
  const job = waitingJob(waiting, (key) => {
    runs.push(key);
    waiting.delete(key);
    return Promise.resolve();
  });
  runners.push(startJobRunner(own.url, [], [job]), startJobRunner(own.url, [], [job]));
  await expect.poll(() => runs.toSorted(), { timeout: 20_000 }).toEqual(["a", "b"]);
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  expect(runs.toSorted()).toEqual(["a", "b"]);
  await own.drop();
});

test("a run whose process was killed starts again in another process", async () => {
  const own = await createEmptyDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  const waiting = new Set(["a"]);
  const job = waitingJob(waiting, (key) => {
    waiting.delete(key);
    return Promise.resolve();
  });
  const creating = startJobRunner(own.url, [], [{ ...job, listWaitingKeys: () => Promise.resolve([]) }]);
  const killed = new PgBoss({ connectionString: own.url, schema: "jobs", supervise: false, schedule: false });
  await killed.start();
  await expect.poll(() => killed.getQueue(job.name), { timeout: 20_000 }).not.toBeNull();
  await creating.stop();
  // A killed process leaves a run that is active, but sends no heartbeats.
  await killed.send(job.name, { key: "a" }, { singletonKey: "a" });
  expect(await killed.fetch(job.name)).toHaveLength(1);
  await killed.stop({ graceful: false });
  runners.push(startJobRunner(own.url, [], [job]));
  await expect.poll(() => waiting.size, { timeout: 55_000, interval: 500 }).toBe(0);
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await own.drop();
});

test("a run that fails starts again while its row waits", async () => {
  const own = await createEmptyDatabase();
  useServerEnvironment({ DATABASE_URL: own.url });
  const waiting = new Set(["a"]);
  const starts: string[] = [];
  const failing = waitingJob(waiting, () => {
    starts.push("failing");
    return Promise.reject(new Error("the run failed"));
  });
  const first = startJobRunner(own.url, [], [failing]);
  await expect.poll(() => starts.length, { timeout: 20_000 }).toBeGreaterThan(0);
  await first.stop();
  const completed = waitingJob(waiting, (key) => {
    starts.push("completed");
    waiting.delete(key);
    return Promise.resolve();
  });
  runners.push(startJobRunner(own.url, [], [completed]));
  await expect.poll(() => starts, { timeout: 20_000 }).toContain("completed");
  expect(waiting.size).toBe(0);
  await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  await own.drop();
});
