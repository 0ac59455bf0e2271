/** The shared entry point of all reads, wired as in the server: environment, upstream and process cache. */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findBreakerState } from "@/lib/server/upstream/upstream";
import { nowMs } from "@/lib/server/clock";
import { readPromqlInstant, readPromqlRange, readSampleSpacing } from "@/lib/services/series/prometheus";
import { openFrozenFixture, type FrozenFixture } from "@/tests/support/server/frozen-fixture";
import { dayPlan, frozenEndMs, frozenStartMs, writeHistory } from "@/tests/support/histories/vllm-history";

let stage: FrozenFixture;
const promql = "sum by (instance) (vllm:num_requests_running)";
const grid = { startMs: frozenEndMs - 3_600_000, stepMs: 60_000, pointCount: 60 };

beforeAll(async () => {
  stage = await openFrozenFixture(writeHistory(dayPlan));
});
afterAll(async () => {
  await stage.close();
});

test("reads ranges, instants and scrape intervals of a configured source", async () => {
  const range = await readPromqlRange({
    source: requireReadableSource("prometheus", allSources),
    promql,
    grid,
    isLive: false,
  });
  expect(range.stale).toBeNull();
  expect(range.matrix.rows.map(({ labels }) => labels["instance"])).toEqual(["a:8000", "b:8000", "c:8000"]);
  const instant = await readPromqlInstant({
    source: requireReadableSource("prometheus", allSources),
    promql,
    atMs: grid.startMs,
  });
  expect(instant.vector.samples.map(({ value }) => value)).toEqual(
    range.matrix.rows.map(({ values }) => values[0]),
  );
  const window = { startMs: frozenStartMs, endMs: frozenEndMs };
  const spacing = await readSampleSpacing({
    source: requireReadableSource("prometheus", allSources),
    selectorPromql: "vllm:num_requests_running",
    window,
    isLive: false,
  });
  expect(spacing).toEqual({ longestMs: 120_000, shortestMs: 5_000 });
  expect(findBreakerState("prometheus")).toMatchObject({ kind: "closed" });
});

test("reads a final window once", async () => {
  const read = () =>
    readPromqlRange({ source: requireReadableSource("prometheus", allSources), promql, grid, isLive: false });
  const first = await read();
  expect((await read()).matrix).toBe(first.matrix);
  expect(first.asOfMs).toBeLessThanOrEqual(nowMs());
});

test("throws not-found for an unknown source", async () => {
  await expect(
    readPromqlRange({ source: requireReadableSource("elsewhere", allSources), promql, grid, isLive: true }),
  ).rejects.toMatchObject({
    code: "not-found",
  });
});
