import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { TracesResponse } from "@/lib/contracts/traces/traces";
import { ProblemError } from "@/lib/client/fetch-json";
import { tracesQuery } from "./traces";

const usual = { service: null, operation: null, minMs: null, maxMs: null, errors: null, attribute: null };
const conditions = { ...usual, n: null, slowBy: null, slowQuantile: null, slowOverMs: null };
const ask = { deployment: "chat", from: "now-5m", to: "now", live: true, studyState: conditions };

const reading = {
  service: "gateway",
  maxTraces: 100,
  requestedCount: 100,
  returnedCount: 1,
  isTruncated: false,
  durationMinMs: null,
  durationMinSource: null,
  sentQuery: "",
  filteredOutCount: 0,
  truncationReason: null,
  nearAttributes: [],
  nearOperations: [],
};
const trace = {
  traceId: "a",
  rootService: "gateway",
  rootOperation: "POST",
  startMs: 0,
  durationNs: 1e9,
  spanCount: 3,
  outcome: "success" as const,
  errorSpanCount: 0,
  services: [],
  promptTokens: null,
  outputTokens: null,
  ttftSeconds: null,
};
const empty: TracesResponse = {
  asOfMs: 1,
  window: { startMs: 0, endMs: 1 },
  source: { slug: "jaeger", version: null, api: "v3" },
  services: ["gateway"],
  newest: { retrieval: reading, traces: [] },
  slowest: { retrieval: reading, traces: [] },
  metricRequestCount: null,
  metricComparison: null,
  warnings: [],
  problem: null,
};
const full: TracesResponse = { ...empty, newest: { retrieval: reading, traces: [trace] } };
const failed: TracesResponse = {
  ...empty,
  newest: null,
  slowest: null,
  problem: {
    type: "urn:ridgepoint:problem:source-unreachable",
    code: "source-unreachable",
    title: "The source does not respond",
    status: 502,
    detail: "refuses connections",
    next: "Wait.",
    requestId: "1",
  },
};

afterEach(() => vi.unstubAllGlobals());

/** Returns what the page shows after each response, and when it would poll again. */
async function after(...answers: readonly TracesResponse[]) {
  const waiting = [...answers];
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(waiting.shift())));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const options = tracesQuery(ask);
  const observer = new QueryObserver(client, { ...options, enabled: false });
  for (const _ of answers) await observer.refetch();
  const { refetchInterval } = options;
  if (typeof refetchInterval !== "function") throw new Error("the interval does not depend on the answer");
  const { data, error } = observer.getCurrentResult();
  const againMs = refetchInterval(observer.getCurrentQuery());
  client.clear();
  return { data, error, againMs };
}

test("keeps the previous list when the source fails, reports the reason and retries soon", async () => {
  const { data, error, againMs } = await after(full, failed);
  expect(data).toEqual(full);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({ problem: { title: "The source does not respond" } });
  expect(againMs).toBe(2_000);
});

test("clears the failure on recovery, and polls an empty list more often than a full one", async () => {
  const back = await after(full, failed, empty);
  expect(back).toMatchObject({ data: empty, error: null, againMs: 5_000 });
  expect(await after(empty, full)).toMatchObject({ data: full, error: null, againMs: 15_000 });
});
