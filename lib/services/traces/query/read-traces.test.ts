import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AppError } from "@/lib/model/app-error";
import type { Span, Trace } from "@/lib/model/traces/trace";
import type { TraceQuery, TraceReader } from "@/lib/model/traces/trace-reader";
import { readTraces } from "./read-traces";
import { defaultTraceReadLimits } from "./read-context";

const fromMs = 1_790_000_000_000;
const window = { startMs: fromMs, endMs: fromMs + 3_600_000 };
const ask = { service: "chat", window, maxTraces: 5_000 };

function traceAt(offsetMs: number, index: number, span: Partial<Span> = {}): Trace {
  return {
    traceId: String(index).padStart(32, "0"),
    startEpochNs: `${fromMs + offsetMs}000000`,
    durationNs: 1,
    spans: [
      {
        spanId: "1",
        parentSpanId: null,
        service: "chat",
        operation: "work",
        kind: "server",
        isError: false,
        startNs: 0,
        durationNs: 1,
        attributes: {},
        resource: {},
        events: [],
        scope: null,
        ...span,
      },
    ],
  };
}

interface RecordedQueries extends TraceReader {
  readonly queries: TraceQuery[];
  readonly maxConcurrent: () => number;
}

const startOf = (trace: Trace): number => Number(trace.startEpochNs.slice(0, -6));

type Choose = (found: readonly Trace[], limit: number) => readonly Trace[];
const oldest: Choose = (found, limit) => found.slice(0, limit);
/** A source without an order returns traces from the entire window. */
const anyOf: Choose = (found, limit) =>
  found.length <= limit
    ? found
    : Array.from({ length: limit }, (_, index) => found[Math.floor((index * found.length) / limit)]!);

/**
 * Returns a source with `traces`; both ends of a window are inclusive. `choose` selects the traces when there are
 * more than the limit.
 */
function sourceOf(
  traces: readonly Trace[],
  refuse: (query: TraceQuery) => void = () => undefined,
  choose = oldest,
): RecordedQueries {
  const queries: TraceQuery[] = [];
  let [running, maxRunning] = [0, 0];
  return {
    api: "v3",
    timeResolutionMs: 1,
    queries,
    maxConcurrent: () => maxRunning,
    services: () => Promise.resolve(["chat"]),
    get: () => Promise.resolve(null),
    search: async (query) => {
      queries.push(query);
      running += 1;
      maxRunning = Math.max(maxRunning, running);
      await Promise.resolve();
      running -= 1;
      query.signal?.throwIfAborted();
      refuse(query);
      const { startMs, endMs } = query.window;
      const found = traces.filter((trace) => startMs <= startOf(trace) && startOf(trace) <= endMs);
      return {
        traces: choose(found, query.maxTraces),
        hasReachedLimit: found.length >= query.maxTraces,
        sentRequest: "",
      };
    },
  };
}

const evenly = (count: number): readonly Trace[] =>
  Array.from({ length: count }, (_, index) => traceAt(Math.floor((index * 3_600_000) / count), index));
const idsOf = (traces: readonly Trace[]): readonly string[] => traces.map(({ traceId }) => traceId);

test("returns all traces of a window once, newest first, and covers the full window", async () => {
  const traces = evenly(4_000);
  const source = sourceOf(traces);
  const read = await readTraces(source, ask);
  expect(idsOf(read.traces)).toEqual(idsOf(traces.toReversed()));
  expect(read).toMatchObject({
    requestedCount: 5_000,
    returnedCount: 4_000,
    isTruncated: false,
    stoppedBy: null,
    coveredWindow: window,
  });
  expect(read.queryCount).toBe(source.queries.length);
  const [first] = source.queries;
  expect(first?.window).toEqual(window);
  const intervals = source.queries.filter(
    ({ maxTraces: limit }) => limit === defaultTraceReadLimits.tracesPerInterval,
  );
  expect(source.queries.length - intervals.length).toBeLessThanOrEqual(3);
  expect(source.maxConcurrent()).toBe(defaultTraceReadLimits.maxConcurrent);
});

test("a window with few traces needs one query per 500 requested traces", async () => {
  const source = sourceOf(evenly(3));
  expect(await readTraces(source, { ...ask, maxTraces: 500 })).toMatchObject({
    returnedCount: 3,
    queryCount: 1,
    isTruncated: false,
  });
});

test("two queries are enough to choose the interval width at any density", async () => {
  const wanted = 1_000;
  for (const count of [wanted, 4 * wanted, 16 * wanted]) {
    const source = sourceOf(evenly(count));
    const read = await readTraces(source, { ...ask, maxTraces: wanted });
    expect(read.returnedCount).toBe(wanted);
    // Intervals are filled to 80 %; up to two more are in flight.
    expect(source.queries.length).toBeLessThanOrEqual(2 + 4 + defaultTraceReadLimits.maxConcurrent - 1);
  }
});

test.each([60, 1_000, 4_000, 16_000, 100_000])(
  "a source that returns any of its %i traces is read with few unneeded traces",
  async (count) => {
    const wanted = Math.min(count, 1_000);
    const source = sourceOf(evenly(count), undefined, anyOf);
    const read = await readTraces(source, { ...ask, maxTraces: wanted });
    expect(read).toMatchObject({
      returnedCount: wanted,
      isTruncated: count > wanted,
      unreadIntervalCount: 0,
    });
    const probes = source.queries.filter(
      ({ maxTraces: limit }) => limit < defaultTraceReadLimits.tracesPerInterval,
    );
    expect(probes.length).toBeLessThanOrEqual(4);
    expect(source.queries.length - probes.length).toBeLessThanOrEqual(
      5 + defaultTraceReadLimits.maxConcurrent - 1,
    );
  },
);

test("a source that returns the latest ended traces is read with few unneeded traces", async () => {
  // Every twentieth trace took a minute, so it started long before others that ended with it.
  const traces = evenly(16_000);
  const endOf = (trace: Trace): number => startOf(trace) + (Number(trace.traceId) % 20 === 0 ? 60_000 : 0);
  const last: Choose = (found, limit) => found.toSorted((a, b) => endOf(b) - endOf(a)).slice(0, limit);
  const source = sourceOf(traces, undefined, last);
  expect(await readTraces(source, { ...ask, maxTraces: 1_000 })).toMatchObject({
    returnedCount: 1_000,
    unreadIntervalCount: 0,
  });
  const intervals = source.queries.filter(
    ({ maxTraces: limit }) => limit === defaultTraceReadLimits.tracesPerInterval,
  );
  expect(intervals.length).toBeLessThanOrEqual(5 + defaultTraceReadLimits.maxConcurrent - 1);
});

test("a source that fails for the full window is queried by intervals", async () => {
  const source = sourceOf(evenly(400), ({ window: { startMs, endMs } }) => {
    if (endMs - startMs === 3_600_000) throw new AppError("source-slow", "no answer within 8 s");
  });
  expect(await readTraces(source, { ...ask, maxTraces: 1_000 })).toMatchObject({
    returnedCount: 400,
    isTruncated: false,
    failure: null,
  });
});

test("returns the newest of more traces than requested, and the part of the window they cover", async () => {
  const traces = evenly(9_000);
  const read = await readTraces(sourceOf(traces), { ...ask, maxTraces: 700 });
  expect(idsOf(read.traces)).toEqual(idsOf(traces.slice(-700).toReversed()));
  expect(read).toMatchObject({ returnedCount: 700, isTruncated: true, stoppedBy: "max-traces" });
  const oldest = traces.at(-700);
  expect(read.coveredWindow).toEqual({ startMs: oldest && startOf(oldest), endMs: window.endMs });
});

test("a burst is halved repeatedly, and quiet time costs few queries", async () => {
  const burst = Array.from({ length: 3_000 }, (_, index) => traceAt(1_800_000 + index, index));
  const source = sourceOf([...burst, traceAt(10, 9_001), traceAt(3_500_000, 9_002)]);
  const read = await readTraces(source, ask);
  expect(read).toMatchObject({ returnedCount: 3_002, isTruncated: false });
  expect(source.queries.length).toBeLessThan(80);
});

test("more traces in one millisecond than the limit are reported as an unread interval", async () => {
  const crowd = Array.from({ length: 800 }, (_, index) => traceAt(5_000, index));
  const read = await readTraces(sourceOf([...crowd, traceAt(9_000, 9_001)]), ask);
  expect(read.isTruncated).toBe(true);
  expect(read.unreadIntervalCount).toBeGreaterThan(0);
  expect(read.traces[0]?.traceId).toBe("9001".padStart(32, "0"));
});

test("a response that is too large is queried in halves", async () => {
  const traces = evenly(400);
  const source = sourceOf(traces, ({ window: { startMs, endMs } }) => {
    if (endMs - startMs > 600_000) throw new AppError("too-large", "the answer is larger than 32 MiB");
  });
  expect(await readTraces(source, { ...ask, maxTraces: 400 })).toMatchObject({
    returnedCount: 400,
    isTruncated: false,
  });
});

describe("limits", () => {
  test("stops at the span limit", async () => {
    const read = await readTraces(sourceOf(evenly(4_000)), ask, {
      ...defaultTraceReadLimits,
      maxSpans: 1_000,
    });
    expect(read).toMatchObject({ isTruncated: true, stoppedBy: "max-spans" });
    expect(read.returnedCount).toBeLessThan(3_000);
  });

  test("stops at the query limit", async () => {
    const source = sourceOf(evenly(4_000));
    const read = await readTraces(source, ask, { ...defaultTraceReadLimits, maxQueries: 4 });
    expect(read).toMatchObject({ isTruncated: true, stoppedBy: "max-queries", queryCount: 4 });
    expect(source.queries).toHaveLength(4);
  });

  test("returns the contiguous traces when the time budget is used up", async () => {
    const enough = new AbortController();
    const source = sourceOf(evenly(4_000), () => {
      if (source.queries.length > 5) enough.abort();
    });
    const read = await readTraces(source, { ...ask, timeBudgetSignal: enough.signal });
    expect(read).toMatchObject({ isTruncated: true, stoppedBy: "time", failure: null });
    const allTraces = evenly(4_000).filter((trace) => startOf(trace) >= read.coveredWindow.startMs);
    expect(idsOf(read.traces)).toEqual(idsOf(allTraces.toReversed()));
  });
});

test("an abort rejects, and no more queries are sent", async () => {
  const aborted = new AbortController();
  const source = sourceOf(evenly(4_000), () => aborted.abort(new Error("disconnected")));
  await expect(readTraces(source, { ...ask, signal: aborted.signal })).rejects.toThrow("disconnected");
  expect(source.queries.length).toBeLessThanOrEqual(defaultTraceReadLimits.maxConcurrent);
});

test("a source that fails midway returns its traces with the error; one that never responded rejects", async () => {
  const failure = new AppError("source-unreachable", "connection refused");
  const later = sourceOf(evenly(4_000), ({ window: { startMs } }) => {
    if (startMs < fromMs + 1_000_000) throw failure;
  });
  const read = await readTraces(later, ask);
  expect(read).toMatchObject({ isTruncated: true, stoppedBy: "failure", failure });
  expect(read.returnedCount).toBeGreaterThan(500);
  const never = sourceOf([], () => {
    throw failure;
  });
  await expect(readTraces(never, ask)).rejects.toBe(failure);
});

test("a trace at the edge of two windows is in the later window only", async () => {
  const edge = ask.window.startMs + 1_000_000;
  const source = sourceOf([traceAt(1_000_000, 1)]);
  const [before, after] = [
    await readTraces(source, { ...ask, window: { startMs: ask.window.startMs, endMs: edge } }),
    await readTraces(source, { ...ask, window: { startMs: edge, endMs: ask.window.endMs } }),
  ];
  expect([before.returnedCount, before.filteredOutCount, after.returnedCount]).toEqual([0, 0, 1]);
});

test("filters that the source does not support are applied after reading, and counted", async () => {
  const traces = [
    traceAt(1, 1, { isError: true, attributes: { model: "chat", tokens: 7 } }),
    traceAt(2, 2, { isError: true }),
    traceAt(3, 3, { attributes: { model: "chat", tokens: 7 } }),
  ];
  const filters = { hasErrorSpan: true, attributeTexts: { model: "chat", tokens: "7" } };
  const read = await readTraces(sourceOf(traces), { ...ask, filters });
  expect(idsOf(read.traces)).toEqual(["1".padStart(32, "0")]);
  expect(read).toMatchObject({
    returnedCount: 1,
    filteredOutCount: 2,
    isTruncated: false,
    nearAttributes: [],
  });
  const none = await readTraces(sourceOf(traces), {
    ...ask,
    filters: { attributeRange: { name: "token", above: 0 } },
  });
  expect(none).toMatchObject({ returnedCount: 0, nearAttributes: ["tokens"] });
});

test("filters that the source supports are sent to it", async () => {
  const source = sourceOf([]);
  await readTraces(source, {
    ...ask,
    maxTraces: 1,
    filters: { operation: "work", durationMinMs: 5, durationMaxMs: 9 },
  });
  expect(source.queries[0]).toMatchObject({ operation: "work", durationMinMs: 5, durationMaxMs: 9 });
});

test("property: the traces of the covered part are returned once and in order", async () => {
  const offsets = fc.array(fc.oneof(fc.nat(3_599_999), fc.integer({ min: 1_000_000, max: 1_000_009 })), {
    maxLength: 60,
  });
  const bounds = { ...defaultTraceReadLimits, tracesPerInterval: 8 };
  await fc.assert(
    fc.asyncProperty(offsets, fc.integer({ min: 1, max: 70 }), async (offsetsMs, maxTraces) => {
      const traces = offsetsMs.map((offsetMs, index) => traceAt(offsetMs, index));
      const read = await readTraces(sourceOf(traces), { ...ask, maxTraces }, bounds);
      expect(new Set(idsOf(read.traces)).size).toBe(read.returnedCount);
      const starts = read.traces.map(startOf);
      expect(starts).toEqual(starts.toSorted((a, b) => b - a));
      const isStated =
        read.unreadIntervalCount > 0 || read.returnedCount === Math.min(maxTraces, traces.length);
      expect(isStated).toBe(true);
      const newer = traces.filter((trace) => startOf(trace) > read.coveredWindow.startMs);
      expect(
        read.unreadIntervalCount > 0 || newer.every(({ traceId }) => idsOf(read.traces).includes(traceId)),
      ).toBe(true);
      // If the limit was reached before the start of the window was read, there may be more traces.
      const isPart = read.unreadIntervalCount > 0 || read.coveredWindow.startMs > ask.window.startMs;
      expect(read.isTruncated).toBe(read.returnedCount < traces.length || isPart);
    }),
  );
});
