/** Guaranteed times: how long a read waits for an error of Prometheus, and how soon it recovers. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { AppError } from "@/lib/model/app-error";
import type { ProblemCode } from "@/lib/model/problem";
import type { Grid } from "@/lib/model/grid";
import { systemClock } from "@/lib/server/upstream/system-clock";
import { queryRange } from "@/lib/sources/prometheus/client";
import type { Fault } from "@/tests/support/sources/faults";
import { catchFailure, setUpFaultySource } from "@/tests/support/sources/faulty-source";
import { createTestUpstream } from "@/tests/support/server/upstream";
import { frozenEndMs } from "@/tests/support/histories/vllm-history";

const { proxy, upstream } = setUpFaultySource();

const grid: Grid = { startMs: frozenEndMs - 3_600_000, stepMs: 60_000, pointCount: 61 };

const largeGrid: Grid = { startMs: frozenEndMs - 3_600_000, stepMs: 1_000, pointCount: 3_600 };

interface Outcome {
  readonly code: ProblemCode | undefined;
  readonly tookMs: number;
}

async function read(to = upstream()): Promise<Outcome> {
  const startedMs = performance.now();
  const failure = await catchFailure(queryRange(to, { promql: "vector(1)", grid }));
  return { code: failure?.code, tookMs: performance.now() - startedMs };
}

/** Polls every 2 s like a visible panel, and returns the milliseconds until a result. */
async function recoveryMs(): Promise<number> {
  const startedMs = performance.now();
  while ((await read()).code !== undefined) await wait(2_000);
  return performance.now() - startedMs;
}

async function openBreaker(): Promise<void> {
  for (let time = 0; time < 5; time += 1) await read();
  expect(upstream().getState().kind).toBe("open");
}

test.each<[string, Fault]>([
  ["no process listens", { kind: "down" }],
  ["connections are cut", { kind: "reset" }],
])("%s: an error within a second, then recovery well within 5 s", async (_name, fault) => {
  await proxy().set(fault);
  const { code, tookMs } = await read();
  expect(code).toBe("source-unreachable");
  expect(tookMs).toBeLessThan(1_000);
  await openBreaker();
  await proxy().set(null);
  expect(await recoveryMs()).toBeLessThan(5_000);
});

test("an unknown host name is reported within a second", async () => {
  // A label longer than DNS allows fails without a DNS query.
  const nowhere = createTestUpstream(`http://${"x".repeat(64)}.invalid:9090`, { clock: systemClock });
  const { code, tookMs } = await read(nowhere);
  await nowhere.close();
  expect(code).toBe("source-unreachable");
  expect(tookMs).toBeLessThan(1_000);
});

test("five hanging reads end within 10.5 s, the breaker opens, recovery takes less than 5 s", async () => {
  await proxy().set({ kind: "hang" });
  const results = await Promise.all(Array.from({ length: 5 }, () => read()));
  expect(results.map(({ code }) => code)).toEqual(Array(5).fill("source-slow"));
  expect(Math.max(...results.map(({ tookMs }) => tookMs))).toBeLessThan(10_500);
  expect(Math.min(...results.map(({ tookMs }) => tookMs))).toBeGreaterThan(9_500);
  expect(upstream().getState().kind).toBe("open");
  // Timeouts are not retried.
  expect(proxy().counts().byPath["/api/v1/query_range"]).toBe(5);
  // The fault ends without closing connections: hanging probes stay, later ones succeed.
  await proxy().set(null);
  expect(await recoveryMs()).toBeLessThan(5_000);
});

test("a read that starts during a short hang gets its result within 5 s after the end of the hang", async () => {
  await proxy().set({ kind: "hang" });
  const hanging = read();
  await wait(4_000);
  expect(upstream().getState().kind).toBe("closed");
  await proxy().set(null);
  const clearedMs = performance.now();
  expect((await hanging).code).toBeUndefined();
  expect(performance.now() - clearedMs).toBeLessThan(5_000);
});

test("a response of 200 bytes per second ends as slow, and recovery takes less than 5 s", async () => {
  await proxy().set({ kind: "bandwidth", bytesPerSecond: 200 });
  // A large response, of which a source that hangs sends little.
  const readLarge = (): Promise<AppError | undefined> =>
    catchFailure(queryRange(upstream(), { promql: "vector(1)", grid: largeGrid }));
  const startedMs = performance.now();
  expect(await readLarge()).toMatchObject({
    code: "source-slow",
    message: expect.stringMatching(/sends its response too slowly$/) as string,
  });
  expect(performance.now() - startedMs).toBeLessThan(3_000);
  await expect.poll(() => proxy().counts().open).toBe(0);
  const stillReading = readLarge();
  await expect.poll(() => proxy().counts().begun).toBe(1);
  await proxy().set(null);
  const clearedMs = performance.now();
  expect((await stillReading)?.code).toBe("source-slow");
  expect(await readLarge()).toBeUndefined();
  expect(performance.now() - clearedMs).toBeLessThan(5_000);
});

test("recovers within 5 s from a login page", async () => {
  await proxy().set({ kind: "html" });
  await openBreaker();
  await proxy().set(null);
  expect(await recoveryMs()).toBeLessThan(5_000);
});

test("a reader that disconnects cancels the query at the source within a second", async () => {
  await proxy().set({ kind: "hang" });
  const leaving = new AbortController();
  const pendingRead = queryRange(upstream(), { promql: "vector(1)", grid, signal: leaving.signal }).catch(
    (error: unknown) => error,
  );
  await expect.poll(() => proxy().counts().open).toBe(1);
  leaving.abort();
  expect(await pendingRead).toBe(leaving.signal.reason);
  await expect.poll(() => proxy().counts().open, { timeout: 1_000 }).toBe(0);
  expect(upstream().getState().kind).toBe("closed");
});
