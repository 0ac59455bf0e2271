/**
 * Behaviour of reads when the network or the response of Prometheus fails. Recovery times are in
 * `recovery.timed.test.ts`.
 */
import { allSources, requireReadableSource } from "@/lib/model/sources/source-scope";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AppError } from "@/lib/model/app-error";
import type { Grid } from "@/lib/model/grid";
import { createFakeClock, type FakeClock } from "@/lib/server/upstream/fixtures";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { systemClock } from "@/lib/server/upstream/system-clock";
import { queryInstant, queryRange, readBuildInfo } from "@/lib/sources/prometheus/client";
import type { RangeReadResult } from "@/lib/services/series/range-reader";
import { createSeriesReader } from "@/lib/services/series/series-reader";
import type { Fault } from "@/tests/support/sources/faults";
import { catchFailure, setUpFaultySource } from "@/tests/support/sources/faulty-source";
import { startHeldSource, type HeldSource } from "@/tests/support/sources/held-source";
import { createTestUpstream } from "@/tests/support/server/upstream";
import { dayPlan, frozenEndMs, writeHistory } from "@/tests/support/histories/vllm-history";

const { proxy, upstream } = setUpFaultySource(writeHistory(dayPlan));

const grid: Grid = { startMs: frozenEndMs - 3_600_000, stepMs: 60_000, pointCount: 61 };
const promql = "sum by (le) (rate(vllm:time_to_first_token_seconds_bucket[8m]))";

const read = (to = upstream()) => queryRange(to, { promql, grid });

describe("unreachable", () => {
  test.each<[string, Fault]>([
    ["no process listens", { kind: "down" }],
    ["connections are cut", { kind: "reset" }],
  ])("%s: reports the reason, and stops sending requests once the breaker is open", async (_name, fault) => {
    // The clock does not advance, so no retry or probe can answer.
    const still = createTestUpstream(proxy().url);
    await proxy().set(fault);
    for (let time = 0; time < 5; time += 1)
      expect((await catchFailure(read(still)))?.code).toBe("source-unreachable");
    expect(still.getState().kind).toBe("open");
    proxy().resetCounts();
    expect((await catchFailure(read(still)))?.code).toBe("source-unreachable");
    expect(proxy().counts().requests).toBe(0);
    await still.close();
  });

  test("sixty readers cause at most a tenth more requests", async () => {
    await proxy().set({ kind: "status", status: 503 });
    const own = createTestUpstream(proxy().url, { clock: systemClock });
    const requestCount = await Promise.all(Array.from({ length: 60 }, () => catchFailure(read(own))));
    expect(requestCount.every((error) => error?.code === "source-not-ready")).toBe(true);
    expect(proxy().counts().requests).toBeLessThanOrEqual(66);
    // After the breaker opened, no further read passed.
    expect(proxy().counts().requests).toBeLessThan(20);
    await own.close();
  });

  test("retries an occasional failure once, within the budget", async () => {
    for (let time = 0; time < 10; time += 1) await read();
    await proxy().set({ kind: "status", status: 502 });
    proxy().resetCounts();
    await catchFailure(read());
    await catchFailure(read());
    expect(proxy().counts().byPath["/api/v1/query_range"]).toBe(3);
  });
});

describe("silent or slow", () => {
  test.each<[string, Fault]>([
    ["that never arrives", { kind: "hang" }],
    ["that trickles", { kind: "slow-header", ms: 60_000 }],
  ])("gives up after 3 s on small responses with a header %s", async (_name, fault) => {
    const time = createFakeClock();
    const timed = createTestUpstream(proxy().url, { clock: time });
    await proxy().set(fault);
    const request = { method: "GET", path: "/api/v1/status/buildinfo" } as const;
    const requestCount = catchFailure(timed.read(request, () => undefined));
    await expect.poll(() => proxy().counts().open).toBe(1);
    await time.advance(2_999);
    expect(proxy().counts().open).toBe(1);
    await time.advance(1);
    expect((await requestCount)?.code).toBe("source-slow");
    await timed.close();
  });

  test("a body that trickles ends at the deadline", async () => {
    const time = createFakeClock();
    const timed = createTestUpstream(proxy().url, { clock: time });
    await proxy().set({ kind: "bandwidth", bytesPerSecond: 400 });
    const requestCount = catchFailure(queryRange(timed, { promql, grid, deadlineMs: 1_500 }));
    await expect.poll(() => proxy().counts().begun).toBe(1);
    await time.advance(1_499);
    expect(proxy().counts().open).toBe(1);
    await time.advance(1);
    expect((await requestCount)?.code).toBe("source-slow");
    await timed.close();
  });

  describe("while responses are delayed", () => {
    let source: HeldSource;
    let time: FakeClock;
    let holding: SourceUpstream;
    beforeEach(async () => {
      source = await startHeldSource();
      time = createFakeClock();
      holding = createTestUpstream(source.url, { clock: time });
    });
    afterEach(async () => {
      await holding.close();
      source.close();
    });
    const ask = (index: number, deadlineMs?: number): Promise<AppError | undefined> =>
      catchFailure(
        queryInstant(holding, {
          promql: String(index),
          atMs: frozenEndMs,
          ...(deadlineMs === undefined ? {} : { deadlineMs }),
        }),
      );

    test("eight requests run, 64 wait, the 73rd is refused, and all others succeed", async () => {
      const results = Array.from({ length: 73 }, (_, index) => ask(index));
      // Refused before any response, so it did not wait.
      expect((await results[72])?.code).toBe("source-slow");
      for (let round = 1; round <= 9; round += 1) {
        await expect.poll(source.heldCount).toBe(8);
        expect(source.receivedCount()).toBe(8 * round);
        source.release();
      }
      expect(new Set(await Promise.all(results.slice(0, 72)))).toEqual(new Set([undefined]));
    });

    test("a health check is sent at once and ends after 4 s, also behind a full queue", async () => {
      const results = Array.from({ length: 72 }, (_, index) => ask(index));
      await expect.poll(source.heldCount).toBe(8);
      const hanging = catchFailure(readBuildInfo(holding));
      await expect.poll(source.heldCount).toBe(9);
      await time.advance(4_000);
      expect((await hanging)?.code).toBe("source-slow");
      const answers = Promise.all(results);
      const progress = { isDone: false };
      void answers.finally(() => {
        progress.isDone = true;
      });
      // Probes of the hanging source are held as well.
      while (!progress.isDone) {
        await expect.poll(() => progress.isDone || source.heldCount() > 0).toBe(true);
        source.release();
      }
      expect(new Set(await answers)).toEqual(new Set([undefined]));
    });

    test("the deadline starts when the request is sent, not when it is queued", async () => {
      const results = Array.from({ length: 24 }, (_, index) => ask(index, 1_500));
      // Three rounds of eight: with a clock that runs in the queue, the last would be late.
      for (let round = 1; round <= 3; round += 1) {
        await expect.poll(source.heldCount).toBe(8);
        await time.advance(600);
        source.release();
      }
      expect(new Set(await Promise.all(results))).toEqual(new Set([undefined]));
      const last = ask(24, 1_500);
      await expect.poll(source.heldCount).toBe(1);
      await time.advance(1_500);
      expect((await last)?.code).toBe("source-slow");
    });
  });
});

describe("refusing", () => {
  test.each([401, 403])("%i is retried at most once a minute, and at once on request", async (status) => {
    const time = createFakeClock();
    const guarded = createTestUpstream(proxy().url, { clock: time });
    await proxy().set({ kind: "status", status });
    for (let requestCount = 0; requestCount < 30; requestCount += 1) {
      expect((await catchFailure(read(guarded)))?.code).toBe("source-auth-failed");
      await time.advance(1_000);
    }
    expect(proxy().counts().requests).toBe(1);
    await time.advance(30_000);
    await expect.poll(() => proxy().counts().requests).toBe(2);
    await proxy().set(null);
    expect((await catchFailure(read(guarded)))?.code).toBe("source-auth-failed");
    guarded.retryNow();
    expect(await catchFailure(read(guarded))).toBeUndefined();
    expect(guarded.getState().kind).toBe("closed");
    await guarded.close();
  });

  test.each([429, 503])("%i with Retry-After: no request before its end", async (status) => {
    const time = createFakeClock();
    const patient = createTestUpstream(proxy().url, { clock: time });
    await proxy().set({ kind: "status", status, retryAfterSeconds: 30 });
    await catchFailure(read(patient));
    await time.advance(29_900);
    await catchFailure(read(patient));
    expect(proxy().counts().requests).toBe(1);
    await proxy().set(null);
    await time.advance(200);
    await expect.poll(() => patient.getState().kind).toBe("half-open");
    expect(await catchFailure(read(patient))).toBeUndefined();
    await patient.close();
  });

  test("refused queries (422) are not retried and do not affect the breaker", async () => {
    await proxy().set({
      kind: "status",
      status: 422,
      body: '{"status":"error","errorType":"execution","error":"no"}',
    });
    for (let time = 0; time < 8; time += 1) expect((await catchFailure(read()))?.code).toBe("query-refused");
    expect(proxy().counts().requests).toBe(8);
    expect(upstream().getState().kind).toBe("closed");
  });
});

describe("invalid responses", () => {
  test.each<[string, Fault, string]>([
    ["half a JSON document", { kind: "half-json", keepRatio: 0.6 }, "source-bad-answer"],
    ["a body cut off by the connection", { kind: "truncate", keepRatio: 0.6 }, "source-bad-answer"],
    ["fewer bytes than announced", { kind: "wrong-length" }, "source-bad-answer"],
    ["a login page with status 200", { kind: "html" }, "source-bad-answer"],
    ["garbled gzip", { kind: "garbled-gzip" }, "source-bad-answer"],
    ["an error with data", { kind: "error-with-data", error: "half of it" }, "source-error"],
    ["an endless body", { kind: "huge", bytes: 200 * 1024 * 1024 }, "too-large"],
  ])("%s is a typed error", async (_name, fault, code) => {
    // A loaded machine may need long for 64 MiB, so the deadline is generous.
    const patient = createTestUpstream(proxy().url);
    await proxy().set(fault);
    expect((await catchFailure(read(patient)))?.code).toBe(code);
    await patient.close();
  });

  test("invalid responses open the breaker, and a login page is not a recovery", async () => {
    const time = createFakeClock();
    const guarded = createTestUpstream(proxy().url, { clock: time });
    await proxy().set({ kind: "html" });
    for (let attempt = 0; attempt < 5; attempt += 1) await catchFailure(read(guarded));
    expect(guarded.getState()).toMatchObject({ kind: "open", error: { code: "source-bad-answer" } });
    for (const probes of [1, 2]) {
      // Exactly one probe, sent every 1.2 to 1.8 s, falls into each interval.
      await time.advance(1_800);
      await expect.poll(() => proxy().counts().byPath["/api/v1/query"]).toBe(probes);
      await expect.poll(() => proxy().counts().open).toBe(0);
      expect(guarded.getState().kind).toBe("open");
    }
    await proxy().set(null);
    await time.advance(2_000);
    await expect.poll(() => guarded.getState().kind).toBe("half-open");
    expect(await catchFailure(read(guarded))).toBeUndefined();
    await guarded.close();
  });

  test("passes warnings through with the data", async () => {
    await proxy().set({ kind: "warnings", warnings: ["store 3 is away"] });
    const { warnings, rows } = await read();
    expect(warnings).toEqual(["store 3 is away"]);
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(["NaN", "+Inf", "-Inf", ""])("values of %j are absent", async (value) => {
    await proxy().set({ kind: "values", value });
    expect((await read()).rows).toEqual([]);
  });

  test("endless bodies are refused one after the other, with less memory than three of them", async () => {
    const patient = createTestUpstream(proxy().url);
    await proxy().set({ kind: "huge", bytes: 100 * 1024 * 1024 });
    const beforeBytes = process.memoryUsage().rss;
    let peakBytes = 0;
    const watch = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage().rss)), 10);
    const results = await Promise.all(Array.from({ length: 5 }, () => catchFailure(read(patient))));
    clearInterval(watch);
    await patient.close();
    expect(results.map((error) => error?.code)).toEqual(Array(5).fill("too-large"));
    // One body of 64 MiB is read at a time. The others wait after 3 MB.
    expect((peakBytes - beforeBytes) / 1024 / 1024).toBeLessThan(256);
  });
});

describe("cached results", () => {
  test("the last good result stays with age and reason while the source is down, and is renewed after", async () => {
    let nowMs = frozenEndMs;
    const reader = createSeriesReader({
      promqlSource: {
        queryRange: (request) => queryRange(upstream(), request),
        queryInstant: (request) => queryInstant(upstream(), request),
      },
      nowMs: () => nowMs,
      monotonicMs: () => nowMs,
      random: () => 0.5,
      cacheBytes: 10_000_000,
    });
    const panel = (): Promise<RangeReadResult> =>
      reader.readRange({ source: requireReadableSource("p", allSources), promql, grid, isLive: true });
    const good = await panel();
    await proxy().set({ kind: "down" });
    nowMs += 5_000;
    const cached = await panel();
    expect(cached.stale).toMatchObject({ code: "source-unreachable", sinceMs: nowMs });
    expect(cached.asOfMs).toBe(frozenEndMs);
    expect(cached.matrix).toEqual(good.matrix);
    await proxy().set(null);
    nowMs += 5_000;
    expect(await panel()).toMatchObject({ stale: null, asOfMs: nowMs });
  });
});

test("the proxy can be controlled from outside, as browser tests do", async () => {
  const result = async (method: string, body?: Fault): Promise<unknown> => {
    const response = await fetch(proxy().controlUrl, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  expect(await result("PUT", { kind: "html" })).toMatchObject({ fault: { kind: "html" } });
  expect((await catchFailure(read()))?.code).toBe("source-bad-answer");
  expect(await result("DELETE")).toMatchObject({ fault: null, requests: 1 });
});
