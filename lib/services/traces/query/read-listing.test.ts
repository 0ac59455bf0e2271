import { expect, test } from "vitest";
import { createRequestTrace } from "@/tests/support/traces/analysed-requests";
import type { TraceQuery, TraceReader } from "@/lib/model/traces/trace-reader";
import { readListing, type ListRequest } from "./read-listing";

const startMs = 1_780_000_000_000;
const window = { startMs, endMs: startMs + 600_000 };
const allTraces = Array.from({ length: 40 }, (_, index) =>
  createRequestTrace(
    { startMs: index * 1_000, attributes: { tenant: index % 4 === 0 ? "north" : "south" } },
    `${index}`,
  ),
);

function sourceOf(queries: TraceQuery[] = []): { readonly reader: TraceReader } {
  const search = (query: TraceQuery) => {
    queries.push(query);
    const found = allTraces.filter(({ startEpochNs }) => {
      const atMs = Number(BigInt(startEpochNs) / 1_000_000n);
      return atMs >= query.window.startMs && atMs <= query.window.endMs;
    });
    const traces = found.slice(0, query.maxTraces);
    return Promise.resolve({ traces, hasReachedLimit: found.length >= query.maxTraces, sentRequest: "GET" });
  };
  const reader = {
    api: "v3",
    timeResolutionMs: 1,
    search,
    services: () => Promise.resolve([]),
    get: () => Promise.resolve(null),
  };
  return { reader: reader as TraceReader };
}

const ask: ListRequest = {
  service: "chat-gateway",
  window,
  maxTraces: 20,
  signal: new AbortController().signal,
  filters: undefined,
};

test("sends one query without conditions, and returns it", async () => {
  const queries: TraceQuery[] = [];
  const { retrieval, traces } = await readListing(sourceOf(queries), ask, 2_500.7);
  expect(queries).toHaveLength(1);
  expect(traces).toHaveLength(20);
  expect(retrieval).toMatchObject({
    isTruncated: true,
    sentQuery: "GET",
    durationMinMs: 2_500,
    filteredOutCount: 0,
  });
});

test("applies conditions that the source does not support, and counts the dropped traces", async () => {
  const filters = { attributeTexts: { tenant: "north" } };
  const { retrieval, traces } = await readListing(sourceOf(), { ...ask, filters }, null);
  expect(traces.map(({ traceId }) => Number(traceId) % 4)).toEqual(Array.from({ length: 10 }, () => 0));
  expect(retrieval).toMatchObject({
    returnedCount: 10,
    filteredOutCount: 30,
    isTruncated: false,
    truncationReason: null,
    sentQuery: null,
  });
});

test("queries the longer of two minimum durations", async () => {
  const queries: TraceQuery[] = [];
  await readListing(sourceOf(queries), { ...ask, filters: { durationMinMs: 9_000 } }, 2_500);
  expect(queries[0]?.durationMinMs).toBe(9_000);
});

test("searches the newest part of a window that is too slow to read, and marks it as partial", async () => {
  const { reader } = sourceOf();
  const lazy: TraceReader = {
    ...reader,
    search: (query) =>
      query.window.endMs - query.window.startMs < 60_000
        ? reader.search(query)
        : new Promise((_, reject) => {
            query.signal?.addEventListener("abort", () => reject(new Error("gone")));
          }),
  };
  const late = { startMs: startMs - 560_000, endMs: startMs + 40_000 };
  const filters = { attributeTexts: { tenant: "north" } };
  const { retrieval } = await readListing(
    { reader: lazy },
    { ...ask, window: late, filters, timeBudgetMs: 1 },
    null,
  );
  expect(retrieval).toMatchObject({ returnedCount: 4, isTruncated: true });
  expect(retrieval.truncationReason).toMatch(
    /^only the last 19\ss of the 10\smin window was searched within the time limit$/,
  );
});
