/** The shared entry point of all reads, wired as in the server: environment, upstream and process cache. */
import { allSources, readableSource } from "@/lib/model/sources/source-scope";
import { afterAll, beforeAll, expect, test } from "vitest";
import { breakerState } from "@/lib/server/upstream/upstream";
import { nowMs } from "@/lib/server/clock";
import { readInstant, readRange, sampleSpacing } from "@/lib/services/series/read-series";
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
  const range = await readRange({
    source: readableSource("prometheus", allSources),
    promql,
    grid,
    live: false,
  });
  expect(range.stale).toBeNull();
  expect(range.matrix.rows.map(({ labels }) => labels["instance"])).toEqual(["a:8000", "b:8000", "c:8000"]);
  const instant = await readInstant({
    source: readableSource("prometheus", allSources),
    promql,
    atMs: grid.startMs,
  });
  expect(instant.vector.samples.map(({ value }) => value)).toEqual(
    range.matrix.rows.map(({ values }) => values[0]),
  );
  const window = { startMs: frozenStartMs, endMs: frozenEndMs };
  const spacing = await sampleSpacing({
    source: readableSource("prometheus", allSources),
    selectorPromql: "vllm:num_requests_running",
    window,
  });
  expect(spacing).toEqual({ coarsestMs: 120_000, finestMs: 5_000 });
  expect(breakerState("prometheus")).toMatchObject({ kind: "closed" });
});

test("reads a final window once", async () => {
  const read = () =>
    readRange({ source: readableSource("prometheus", allSources), promql, grid, live: false });
  const first = await read();
  expect((await read()).matrix).toBe(first.matrix);
  expect(first.asOfMs).toBeLessThanOrEqual(nowMs());
});

test("throws not-found for an unknown source", async () => {
  await expect(
    readRange({ source: readableSource("elsewhere", allSources), promql, grid, live: true }),
  ).rejects.toMatchObject({
    code: "not-found",
  });
});
