/** How long a reader waits for bad news of Prometheus, and how soon all is well again once the fault is gone: promised times. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import type { ProblemCode } from "@/lib/model/problem";
import type { Grid } from "@/lib/model/grid";
import { systemTime } from "@/lib/server/upstream/timekeeper";
import { queryRange } from "@/lib/sources/prometheus/client";
import type { Fault } from "@/tests/support/faults";
import { failureOf, setUpFaultySource } from "@/tests/support/faulty-source";
import { upstreamTo } from "@/tests/support/upstream";
import { frozenEndMs } from "@/tests/support/vllm-history";

const { proxy, upstream } = setUpFaultySource();

const grid: Grid = { startMs: frozenEndMs - 3_600_000, stepMs: 60_000, pointCount: 61 };

interface Outcome {
  readonly code: ProblemCode | undefined;
  readonly tookMs: number;
}

async function read(to = upstream()): Promise<Outcome> {
  const startedMs = performance.now();
  const failure = await failureOf(queryRange(to, { promql: "vector(1)", grid }));
  return { code: failure?.code, tookMs: performance.now() - startedMs };
}

/** As a visible panel does: asks every 2 s until it gets an answer. Milliseconds that took. */
async function recoveryMs(): Promise<number> {
  const startedMs = performance.now();
  while ((await read()).code !== undefined) await wait(2_000);
  return performance.now() - startedMs;
}

async function openBreaker(): Promise<void> {
  for (let time = 0; time < 5; time += 1) await read();
  expect(upstream().state().kind).toBe("open");
}

test.each<[string, Fault]>([
  ["nobody listens", { kind: "down" }],
  ["connections are cut", { kind: "reset" }],
])("%s: an error within a second, then well within 5 s of healing", async (_name, fault) => {
  await proxy().set(fault);
  const { code, tookMs } = await read();
  expect(code).toBe("source-unreachable");
  expect(tookMs).toBeLessThan(1_000);
  await openBreaker();
  await proxy().set(null);
  expect(await recoveryMs()).toBeLessThan(5_000);
});

test("a name that does not exist is told as such within a second", async () => {
  // No name server is asked for a part that is longer than a name's may be: this one's absence is known here.
  const nowhere = upstreamTo(`http://${"x".repeat(64)}.invalid:9090`, { time: systemTime });
  const { code, tookMs } = await read(nowhere);
  await nowhere.close();
  expect(code).toBe("source-unreachable");
  expect(tookMs).toBeLessThan(1_000);
});

test("five that hang end within 10.5 s, the breaker opens, recovery takes less than 5 s", async () => {
  await proxy().set({ kind: "hang" });
  const all = await Promise.all(Array.from({ length: 5 }, () => read()));
  expect(all.map(({ code }) => code)).toEqual(Array(5).fill("source-slow"));
  expect(Math.max(...all.map(({ tookMs }) => tookMs))).toBeLessThan(10_500);
  expect(Math.min(...all.map(({ tookMs }) => tookMs))).toBeGreaterThan(9_500);
  expect(upstream().state().kind).toBe("open");
  // Nothing is asked twice that took too long.
  expect(proxy().counts().byPath["/api/v1/query_range"]).toBe(5);
  // Healing without cutting: probes that hang go on hanging, the next ones do not.
  await proxy().set(null);
  expect(await recoveryMs()).toBeLessThan(5_000);
});

test("a login page that goes away is forgotten within 5 s", async () => {
  await proxy().set({ kind: "html" });
  await openBreaker();
  await proxy().set(null);
  expect(await recoveryMs()).toBeLessThan(5_000);
});

test("a reader who leaves cancels the question at the source within a second", async () => {
  await proxy().set({ kind: "hang" });
  const leaving = new AbortController();
  const asked = queryRange(upstream(), { promql: "vector(1)", grid, signal: leaving.signal }).catch(
    (error: unknown) => error,
  );
  await expect.poll(() => proxy().counts().open).toBe(1);
  leaving.abort();
  expect(await asked).toBe(leaving.signal.reason);
  await expect.poll(() => proxy().counts().open, { timeout: 1_000 }).toBe(0);
  expect(upstream().state().kind).toBe("closed");
});
