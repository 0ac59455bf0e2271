/** What a reader sees when the way to Prometheus, or what comes back, is ill; and how soon it is well again. */
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isAppError, type AppError } from "@/lib/model/app-error";
import type { Grid } from "@/lib/model/grid";
import { fakeTime } from "@/lib/server/upstream/fixtures";
import type { SourceUpstream } from "@/lib/server/upstream/source-upstream";
import { queryInstant, queryRange } from "@/lib/sources/prometheus/client";
import { createSeriesReader, type RangeAnswer } from "@/lib/services/series/series-reader";
import { startFaultProxy, type FaultProxy } from "@/tests/support/fault-proxy";
import type { Fault } from "@/tests/support/faults";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/prometheus";
import { upstreamTo } from "@/tests/support/upstream";
import { dayPlan, frozenEndMs, writeHistory } from "@/tests/support/vllm-history";

let prometheus: FrozenPrometheus;
let proxy: FaultProxy;
let upstream: SourceUpstream;

const grid: Grid = { startMs: frozenEndMs - 3_600_000, stepMs: 60_000, pointCount: 61 };
const promql = "sum by (le) (rate(vllm:time_to_first_token_seconds_bucket[8m]))";

beforeAll(async () => {
  prometheus = await startPrometheus(writeHistory(dayPlan));
  proxy = await startFaultProxy({ targetUrl: prometheus.url });
});
afterAll(async () => {
  await proxy.close();
  await prometheus.stop();
});
beforeEach(async () => {
  await proxy.set(null);
  proxy.resetCounts();
  upstream = upstreamTo(proxy.url);
});
afterEach(async () => {
  await upstream.close();
});

const read = (to = upstream) => queryRange(to, { promql, grid });

interface Outcome {
  readonly error: AppError | undefined;
  readonly tookMs: number;
}

async function outcome(asked: Promise<unknown>): Promise<Outcome> {
  const startedMs = performance.now();
  const error: unknown = await asked.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (error !== undefined && !isAppError(error))
    throw new Error("expected an expected failure", { cause: error });
  return { error, tookMs: performance.now() - startedMs };
}

/** As a visible panel does: asks every 2 s until it gets an answer. Milliseconds that took. */
async function recoveryMs(): Promise<number> {
  const startedMs = performance.now();
  while ((await outcome(read())).error !== undefined) await wait(2_000);
  return performance.now() - startedMs;
}

async function openBreaker(): Promise<void> {
  for (let time = 0; time < 5; time += 1) await outcome(read());
  expect(upstream.state().kind).toBe("open");
}

describe("gone", () => {
  test.each<[string, Fault]>([
    ["nobody listens", { kind: "down" }],
    ["connections are cut", { kind: "reset" }],
  ])("%s: an error within a second, then well within 5 s of healing", async (_name, fault) => {
    await proxy.set(fault);
    const { error, tookMs } = await outcome(read());
    expect(error?.code).toBe("source-unreachable");
    expect(tookMs).toBeLessThan(1_000);
    await openBreaker();
    const refused = await outcome(read());
    expect(refused.error?.code).toBe("source-unreachable");
    expect(refused.tookMs).toBeLessThan(20);
    await proxy.set(null);
    expect(await recoveryMs()).toBeLessThan(5_000);
  });

  test("a name that does not exist is told as such within a second", async () => {
    const nowhere = upstreamTo("http://prometheus.invalid:9090");
    const { error, tookMs } = await outcome(read(nowhere));
    await nowhere.close();
    expect(error?.code).toBe("source-unreachable");
    expect(tookMs).toBeLessThan(1_000);
  });

  test("sixty readers make no storm: at most a tenth more is asked", async () => {
    await proxy.set({ kind: "status", status: 503 });
    const own = upstreamTo(proxy.url);
    const asked = await Promise.all(Array.from({ length: 60 }, () => outcome(read(own))));
    expect(asked.every(({ error }) => error?.code === "source-not-ready")).toBe(true);
    expect(proxy.counts().requests).toBeLessThanOrEqual(66);
    // Once it was open nobody was let through any more.
    expect(proxy.counts().requests).toBeLessThan(20);
    await own.close();
  });

  test("a failure now and then is asked again once, within the budget", async () => {
    for (let time = 0; time < 10; time += 1) await read();
    await proxy.set({ kind: "status", status: 502 });
    proxy.resetCounts();
    await outcome(read());
    await outcome(read());
    expect(proxy.counts().byPath["/api/v1/query_range"]).toBe(3);
  });
});

describe("silent or slow", () => {
  test(
    "five that hang end within 10.5 s, the breaker opens, recovery takes less than 5 s",
    { timeout: 30_000 },
    async () => {
      await proxy.set({ kind: "hang" });
      const all = await Promise.all(Array.from({ length: 5 }, () => outcome(read())));
      expect(all.map(({ error }) => error?.code)).toEqual(Array(5).fill("source-slow"));
      expect(Math.max(...all.map(({ tookMs }) => tookMs))).toBeLessThan(10_500);
      expect(Math.min(...all.map(({ tookMs }) => tookMs))).toBeGreaterThan(9_500);
      expect(upstream.state().kind).toBe("open");
      // Nothing is asked twice that took too long.
      expect(proxy.counts().byPath["/api/v1/query_range"]).toBe(5);
      // Healing without cutting: probes that hang go on hanging, the next ones do not.
      await proxy.set(null);
      expect(await recoveryMs()).toBeLessThan(5_000);
    },
  );

  test("what is small must begin to answer within 3 s", async () => {
    await proxy.set({ kind: "hang" });
    const request = { method: "GET", path: "/api/v1/status/buildinfo" } as const;
    const { error, tookMs } = await outcome(upstream.read(request, () => undefined));
    expect(error?.code).toBe("source-slow");
    expect(tookMs).toBeLessThan(3_500);
  });

  test("a header that trickles is given up like one that never comes", async () => {
    await proxy.set({ kind: "slow-header", ms: 8_000 });
    const request = { method: "GET", path: "/api/v1/status/buildinfo" } as const;
    const { error, tookMs } = await outcome(upstream.read(request, () => undefined));
    expect(error?.code).toBe("source-slow");
    expect(tookMs).toBeLessThan(3_500);
  });

  test("a body that trickles ends at the deadline", async () => {
    await proxy.set({ kind: "bandwidth", bytesPerSecond: 400 });
    const { error, tookMs } = await outcome(queryRange(upstream, { promql, grid, deadlineMs: 1_500 }));
    expect(error?.code).toBe("source-slow");
    expect(tookMs).toBeLessThan(2_000);
  });

  test("slow answers come, at most eight at a time, and the 73rd reader is refused at once", async () => {
    await proxy.set({ kind: "latency", ms: 300 });
    const all = Array.from({ length: 73 }, (_, index) =>
      outcome(queryInstant(upstream, { promql: String(index), atMs: frozenEndMs })),
    );
    const last = await all[72];
    expect(last?.error?.code).toBe("source-slow");
    expect(last?.tookMs).toBeLessThan(100);
    expect(proxy.counts().open).toBeLessThanOrEqual(8);
    const errors = (await Promise.all(all.slice(0, 72))).filter(({ error }) => error !== undefined);
    expect(errors).toEqual([]);
  });

  test("the deadline counts from the moment a question is sent, not from when it came to wait", async () => {
    await proxy.set({ kind: "latency", ms: 600 });
    const all = Array.from({ length: 24 }, (_, index) =>
      outcome(queryInstant(upstream, { promql: String(index), atMs: frozenEndMs, deadlineMs: 1_500 })),
    );
    const outcomes = await Promise.all(all);
    expect(outcomes.filter(({ error }) => error !== undefined)).toEqual([]);
    // Three rounds of eight: the last would have been too late by a clock that ran while it waited.
    expect(Math.max(...outcomes.map(({ tookMs }) => tookMs))).toBeGreaterThan(1_500);
  });

  test("a reader who leaves cancels the question at the source", async () => {
    await proxy.set({ kind: "hang" });
    const leaving = new AbortController();
    const asked = queryRange(upstream, { promql, grid, signal: leaving.signal }).catch(
      (error: unknown) => error,
    );
    await expect.poll(() => proxy.counts().open).toBe(1);
    leaving.abort();
    expect(await asked).toBe(leaving.signal.reason);
    await expect.poll(() => proxy.counts().open, { timeout: 1_000 }).toBe(0);
    expect(upstream.state().kind).toBe("closed");
  });
});

describe("refusing", () => {
  test.each([401, 403])(
    "%i is asked no more than once a minute, and at once when told to",
    async (status) => {
      const time = fakeTime();
      const guarded = upstreamTo(proxy.url, { time });
      await proxy.set({ kind: "status", status });
      for (let asked = 0; asked < 30; asked += 1) {
        expect((await outcome(read(guarded))).error?.code).toBe("source-auth-failed");
        await time.pass(1_000);
      }
      expect(proxy.counts().requests).toBe(1);
      await time.pass(30_000);
      await expect.poll(() => proxy.counts().requests).toBe(2);
      await proxy.set(null);
      expect((await outcome(read(guarded))).error?.code).toBe("source-auth-failed");
      guarded.retryNow();
      expect((await outcome(read(guarded))).error).toBeUndefined();
      expect(guarded.state().kind).toBe("closed");
      await guarded.close();
    },
  );

  test.each([429, 503])("%i with Retry-After: nobody asks before", async (status) => {
    const time = fakeTime();
    const patient = upstreamTo(proxy.url, { time });
    await proxy.set({ kind: "status", status, retryAfterSeconds: 30 });
    await outcome(read(patient));
    await time.pass(29_900);
    await outcome(read(patient));
    expect(proxy.counts().requests).toBe(1);
    await proxy.set(null);
    await time.pass(200);
    await expect.poll(() => patient.state().kind).toBe("half-open");
    expect((await outcome(read(patient))).error).toBeUndefined();
    await patient.close();
  });

  test("questions that are refused (422) are not repeated and leave the source in good standing", async () => {
    await proxy.set({
      kind: "status",
      status: 422,
      body: '{"status":"error","errorType":"execution","error":"no"}',
    });
    for (let time = 0; time < 8; time += 1) expect((await outcome(read())).error?.code).toBe("query-refused");
    expect(proxy.counts().requests).toBe(8);
    expect(upstream.state().kind).toBe("closed");
  });
});

describe("lying", () => {
  test.each<[string, Fault, string]>([
    ["half a JSON document", { kind: "half-json", keepRatio: 0.6 }, "source-bad-answer"],
    ["a body cut off by the connection", { kind: "truncate", keepRatio: 0.6 }, "source-bad-answer"],
    ["fewer bytes than announced", { kind: "wrong-length" }, "source-bad-answer"],
    ["a login page with status 200", { kind: "html" }, "source-bad-answer"],
    ["garbled gzip", { kind: "garbled-gzip" }, "source-bad-answer"],
    ["an error beside data", { kind: "error-with-data", error: "half of it" }, "source-error"],
    ["an endless body", { kind: "huge", bytes: 200 * 1024 * 1024 }, "too-large"],
  ])("%s is a typed failure", async (_name, fault, code) => {
    await proxy.set(fault);
    expect((await outcome(read())).error?.code).toBe(code);
  });

  test("bad answers count: the breaker opens, and a login page does not look like recovery", async () => {
    await proxy.set({ kind: "html" });
    await openBreaker();
    await expect
      .poll(() => proxy.counts().byPath["/api/v1/query"], { timeout: 5_000 })
      .toBeGreaterThanOrEqual(2);
    expect(upstream.state()).toMatchObject({ kind: "open", trouble: { code: "source-bad-answer" } });
    await proxy.set(null);
    expect(await recoveryMs()).toBeLessThan(5_000);
  });

  test("warnings come through beside the data", async () => {
    await proxy.set({ kind: "warnings", warnings: ["store 3 is away"] });
    const { warnings, rows } = await read();
    expect(warnings).toEqual(["store 3 is away"]);
    expect(rows.length).toBeGreaterThan(0);
  });

  test.each(["NaN", "+Inf", "-Inf", ""])("values of %j are absent", async (value) => {
    await proxy.set({ kind: "values", value });
    expect((await read()).rows).toEqual([]);
  });

  test("twenty endless bodies at once are refused without memory growing with them", async () => {
    await proxy.set({ kind: "huge", bytes: 100 * 1024 * 1024 });
    const beforeBytes = process.memoryUsage().rss;
    let peakBytes = 0;
    const watch = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage().rss)), 10);
    const all = await Promise.all(Array.from({ length: 20 }, () => outcome(read())));
    clearInterval(watch);
    expect(all.map(({ error }) => error?.code)).toEqual(Array(20).fill("too-large"));
    expect((peakBytes - beforeBytes) / 1024 / 1024).toBeLessThan(512);
  });
});

describe("what a panel keeps", () => {
  test("the last good answer stays with age and reason while the source is down, and renews itself after", async () => {
    let nowMs = frozenEndMs;
    const reader = createSeriesReader({
      provider: {
        id: "prometheus",
        canRead: () => true,
        readRange: (request) => queryRange(upstream, request),
        readInstant: (request) => queryInstant(upstream, request),
      },
      nowMs: () => nowMs,
      monotonicMs: () => nowMs,
      random: () => 0.5,
      cacheBytes: 10_000_000,
    });
    const panel = (): Promise<RangeAnswer> => reader.readRange({ sourceSlug: "p", promql, grid, live: true });
    const good = await panel();
    await proxy.set({ kind: "down" });
    nowMs += 5_000;
    const kept = await panel();
    expect(kept.stale).toMatchObject({ code: "source-unreachable", sinceMs: nowMs });
    expect(kept.asOfMs).toBe(frozenEndMs);
    expect(kept.matrix).toEqual(good.matrix);
    await proxy.set(null);
    nowMs += 5_000;
    expect(await panel()).toMatchObject({ stale: null, asOfMs: nowMs });
  });
});

test("the proxy can be driven from outside, as browser tests do", async () => {
  const told = async (method: string, body?: Fault): Promise<unknown> => {
    const response = await fetch(proxy.controlUrl, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.json();
  };
  expect(await told("PUT", { kind: "html" })).toMatchObject({ fault: { kind: "html" } });
  expect((await outcome(read())).error?.code).toBe("source-bad-answer");
  expect(await told("DELETE")).toMatchObject({ fault: null, requests: 1 });
});
