/**
 * The live heap of a process that gets ever new questions (R17): it grows until the caches are full, and no further. The
 * heap is measured after a garbage collection, because the size of the process also depends on when it is collected.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "@/lib/model/app-error";
import type { Grid } from "@/lib/model/grid";
import type { Upstream } from "@/lib/model/sources/upstream";
import { allSources, requireReadableSource, createScopedKey } from "@/lib/model/sources/source-scope";
import { findOrStartPolledWork } from "@/lib/server/concurrency/polled-work";
import { getSharedEntries } from "@/lib/server/concurrency/sized-cache";
import { createQueryScheduler } from "@/lib/services/series/query-scheduler";
import { createSeriesReader } from "@/lib/services/series/series-reader";
import { makeMatrixBody } from "@/lib/sources/prometheus/fixtures";
import {
  leaveServerEnvironment,
  unreachableUrl,
  useServerEnvironment,
} from "@/tests/support/server/server-environment";

const stepMs = 15_000;
const pointCount = 200;
const rowCount = 10;
const startMs = 1_800_000_000_000;
const source = requireReadableSource("prometheus", allSources);
const mebibyte = 1_024 * 1_024;

beforeAll(() =>
  useServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    RIDGEPOINT_MEMORY_LIMIT: "256",
    PROMETHEUS_URL: unreachableUrl,
  }),
);
afterAll(leaveServerEnvironment);

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Returns the bytes of objects and buffers that are in use. */
async function measureLiveBytes(): Promise<number> {
  for (let round = 0; round < 4; round += 1) {
    collectGarbage();
    // Buffers and weak references are released between two turns of the event loop.
    await nextTurn();
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Responds to a range with ten series, and refuses every eighth query. */
const upstream: Upstream = {
  read: async (request, interpret) => {
    const form = Object.fromEntries([...(request.form ?? []), ...(request.query ?? [])]);
    const promql = form["query"] ?? "";
    if (promql.endsWith("refused")) throw new AppError("query-refused", "too many samples");
    const from = Number(form["start"]) * 1_000;
    const series = Array.from({ length: rowCount }, (_, row) => ({
      metric: { instance: `pod-${row}:8000`, query: promql },
      values: Array.from(
        { length: pointCount },
        (__, index) => [from + index * stepMs, String(row + index)] as const,
      ),
    }));
    const body = new TextEncoder().encode(makeMatrixBody(series));
    return interpret({ status: 200, contentType: "application/json", body, latencyMs: 1 });
  },
};

const scheduler = createQueryScheduler({
  maxConcurrent: 7,
  maxWaiting: 4_000,
  monotonicMs: () => performance.now(),
  upstream: () => upstream,
});
const createReader = () =>
  createSeriesReader({
    promqlSource: scheduler,
    nowMs: Date.now,
    monotonicMs: () => performance.now(),
    random: () => 0.5,
  });

/** Reads the question with this number, of a page that requests a pending result again. */
async function ask(reader: ReturnType<typeof createReader>, number: number): Promise<void> {
  const grid: Grid = { startMs: startMs + number * stepMs, stepMs, pointCount };
  const promql = `x${number} ${number % 8 === 0 ? "refused" : ""}`;
  const key = createScopedKey(allSources, promql);
  await findOrStartPolledWork({ name: "plateau", key, previousMs: 60_000 }, async () => {
    const { matrix } = await reader.readRange({ source, promql, grid, isLive: false });
    return { stale: null, values: matrix.rows.map(({ values }) => [...values]) };
  })
    .joinResult()
    .catch(() => undefined);
}

test("after the caches are full, thousands of further questions leave the live heap unchanged", async () => {
  const reader = createReader();
  const heapBytes: number[] = [];
  for (let number = 0; number < 6_000; number += 1) {
    if (number % 2_000 === 0) heapBytes.push(await measureLiveBytes());
    await ask(reader, number);
  }
  heapBytes.push(await measureLiveBytes());
  const [empty = 0, full = 0, , last = 0] = heapBytes;
  const { calculatedSize, maxSize } = getSharedEntries("seriesRanges");
  expect(calculatedSize / maxSize).toBeGreaterThan(0.9);
  // Without limits, the heap would grow by 160 MiB.
  expect((full - empty) / mebibyte).toBeGreaterThan(20);
  expect((full - empty) / mebibyte).toBeLessThan(100);
  expect(Math.abs(last - full) / mebibyte).toBeLessThan(3);
});
