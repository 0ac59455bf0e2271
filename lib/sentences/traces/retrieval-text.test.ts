import { expect, test } from "vitest";
import type { StudyRetrieval } from "@/lib/contracts/traces/trace-study";
import { retrievalSentences } from "./retrieval-text";

const window = { startMs: 0, endMs: 3_600_000 };
const complete: StudyRetrieval = {
  service: "chat",
  requestedCount: 1_000,
  returnedCount: 240,
  analysedRequestCount: 240,
  startupTraceCount: 0,
  filteredOutCount: 0,
  nearAttributes: [],
  nearOperations: [],
  isTruncated: false,
  stoppedBy: null,
  failure: null,
  coveredWindow: window,
  unreadIntervalCount: 0,
  queryCount: 1,
};

const none = { kind: "unavailable", reason: "Prometheus is gone.", isPending: false } as const;

test("states only the complete read for a complete window", () => {
  expect(retrievalSentences(complete, none, window)).toEqual([
    "Read 240 traces with 1 query (limit 1,000 traces). 240 of these traces were analysed as requests.",
    expect.stringMatching(/^The complete window of 1\sh was read\.$/),
    "The share of traced requests is unknown: Prometheus is gone.",
  ]);
});

test("states what is missing and why", () => {
  const text = retrievalSentences(
    {
      ...complete,
      returnedCount: 1_000,
      analysedRequestCount: 998,
      startupTraceCount: 2,
      filteredOutCount: 5,
      isTruncated: true,
      stoppedBy: "max-traces",
      coveredWindow: { startMs: 3_000_000, endMs: 3_600_000 },
      unreadIntervalCount: 1,
    },
    none,
    window,
  ).join(" ");
  expect(text).toMatch(/Of the read traces, 2 server start-up traces are excluded/);
  expect(text).toMatch(/5 further traces do not match the filters and are excluded/);
  expect(text).toMatch(
    /^The numbers include only the last 10\smin of the 1\sh window \(trace limit reached\)\. Older traces are not included\./,
  );
  expect(text).toMatch(/1 interval has more/);
});

test("does not claim a complete read if only intervals are incomplete", () => {
  const [first] = retrievalSentences(
    { ...complete, isTruncated: true, unreadIntervalCount: 1 },
    none,
    window,
  );
  expect(first).toMatch(/^The complete window of 1\sh was searched, but not all of its traces were read\.$/);
});

test("states the traced share if metrics cover the same time", () => {
  const reported = {
    kind: "reported",
    window: { startMs: 0, endMs: 600_000 },
    traceCount: 100,
    unscrapedRatio: 0,
  } as const;
  const last = (requests: number) =>
    retrievalSentences(complete, { ...reported, requestCount: requests }, window).at(-1);
  expect(last(1_000)).toMatch(
    /100 traced requests ended within the 10\smin .* count 1,000 requests\. 10\.0\s% of all requests/,
  );
  expect(last(50)).toMatch(/include requests of other deployments/);
  expect(last(0)).toMatch(/The metrics count 0 requests\.$/);
});
