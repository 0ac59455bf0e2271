import { allSources, createSourceScope } from "@/lib/model/sources/source-scope";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AppError } from "@/lib/model/app-error";
import type { Span, Trace } from "@/lib/model/traces/trace";
import { deleteProcessState } from "@/lib/server/process-state";
import { prefetchTrace, takePrefetchedOrReadTrace, readRecentTrace } from "./recent-traces";
import { findTraceSource } from "@/lib/services/sources/trace-source";

vi.mock("@/lib/services/sources/trace-source", () => ({ findTraceSource: vi.fn() }));

const id = "1".padStart(32, "0");
const request = { traceId: id, scope: allSources };
const traceNow = (): Trace => ({ traceId: id, startEpochNs: "0", durationNs: 1, spans: [] });
const get = vi.fn<() => Promise<Trace | null>>();
const signal = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
  get.mockReset().mockImplementation(() => Promise.resolve(traceNow()));
  vi.mocked(findTraceSource).mockResolvedValue({
    source: { title: "Jaeger" },
    version: null,
    reader: { get },
  } as unknown as Awaited<ReturnType<typeof findTraceSource>>);
});
afterEach(() => {
  vi.useRealTimers();
  for (const name of ["recent-traces", "traces-read-ahead"]) deleteProcessState(name);
});

test("a page's read-ahead serves its next request, during and after the read", async () => {
  for (const isOver of [false, true]) {
    get.mockClear();
    const ahead = prefetchTrace(request);
    if (isOver) await ahead;
    expect((await takePrefetchedOrReadTrace(request, signal)).trace).toBe((await ahead).trace);
    expect(get).toHaveBeenCalledTimes(1);
  }
});

test("a read-ahead is used once; later requests read again", async () => {
  await prefetchTrace(request);
  await takePrefetchedOrReadTrace(request, signal);
  await takePrefetchedOrReadTrace(request, signal);
  expect(get).toHaveBeenCalledTimes(2);
});

test("a read-ahead expires after a few seconds", async () => {
  await prefetchTrace(request);
  await vi.advanceTimersByTimeAsync(5_001);
  await takePrefetchedOrReadTrace(request, signal);
  expect(get).toHaveBeenCalledTimes(2);
});

test("a failed read-ahead is repeated, and reports the new error", async () => {
  get.mockRejectedValueOnce(new AppError("source-slow", "slow")).mockResolvedValueOnce(null);
  await expect(prefetchTrace(request)).rejects.toMatchObject({ code: "source-slow" });
  await expect(takePrefetchedOrReadTrace(request, signal)).rejects.toMatchObject({ code: "not-found" });
});

test("a span's details come from the trace as drawn", async () => {
  const { trace } = await prefetchTrace(request);
  expect(await readRecentTrace(request, signal)).toBe(trace);
  expect(get).toHaveBeenCalledTimes(1);
});

test("a caller who may read other sources reads the trace again", async () => {
  const other = { traceId: id, scope: createSourceScope(["jaeger"]) };
  await prefetchTrace(request);
  await readRecentTrace(other, signal);
  await takePrefetchedOrReadTrace(other, signal);
  expect(get).toHaveBeenCalledTimes(3);
});

test("traces with large attributes are cached up to the limit of their memory only", async () => {
  const prompt = "x".repeat(10_000_000);
  const span = { service: "s", operation: "o", attributes: { prompt }, resource: {}, events: [] };
  get.mockImplementation(() => Promise.resolve({ ...traceNow(), spans: [span as unknown as Span] }));
  const requests = Array.from({ length: 12 }, (_, index) => ({ ...request, traceId: `${index}` }));
  for (const each of requests) await readRecentTrace(each, signal);
  get.mockClear();
  for (const each of requests.toReversed()) await readRecentTrace(each, signal);
  // 64 MiB of 1 GiB hold six traces.
  expect(get).toHaveBeenCalledTimes(6);
  for (const each of requests) await prefetchTrace(each);
  get.mockClear();
  for (const each of requests) await takePrefetchedOrReadTrace(each, signal);
  expect(get).toHaveBeenCalledTimes(6);
});
