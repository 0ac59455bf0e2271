import { expect, test } from "vitest";
import { createAnalysedRequests, type SampleRequest } from "@/tests/support/traces/analysed-requests";
import { traceStudyContract, type TraceStudy } from "@/lib/contracts/traces/trace-study";
import { analyseTraces } from "@/lib/analysis/traces/analyse-trace";
import { createDrawnTrace } from "@/lib/analysis/traces/fixtures";
import { summariseTrace } from "@/lib/services/traces/summarise-trace";
import { studyTraceGroup } from "./study-group";
import type { ReportedMetrics } from "./study-metrics";
import type { TraceGroup } from "@/lib/services/traces/query/trace-group";

const window = { startMs: 1_780_000_000_000, endMs: 1_780_000_600_000 };

/** Returns `n` requests; every tenth ran on an instance with a slow tokenizer. */
function groupOf(n: number, more: (index: number) => SampleRequest = () => ({})): TraceGroup {
  return {
    traceSource: { slug: "jaeger", version: "2", api: "v3" },
    service: "chat-gateway",
    requests: createAnalysedRequests(n, (index) => ({
      instance: index % 10 === 0 ? "i-0" : `i-${1 + (index % 3)}`,
      tokenizeMs: index % 10 === 0 ? 400 : 1,
      promptTokens: 100 + index,
      outputTokens: 10 + (index % 7),
      startMs: index * 100,
      ...more(index),
    })),
    startupTraceCount: 1,
    retrieval: {
      queryCount: 1,
      requestedCount: n,
      returnedCount: n + 1,
      filteredOutCount: 0,
      nearAttributes: [],
      isTruncated: false,
      stoppedBy: null,
      failure: null,
      coveredWindow: window,
      unreadIntervalCount: 0,
    },
    nearOperations: { inService: [], inOtherServices: [] },
    window,
  };
}

const none: ReportedMetrics = { kind: "unavailable", reason: "Prometheus is gone.", isPending: false };

function studied(
  group: TraceGroup,
  metrics: ReportedMetrics = none,
  quantile: number | null = 0.9,
): TraceStudy {
  const compared = { requests: group.requests, metrics };
  const slow = { slowBy: "duration", ...(quantile === null ? {} : { slowQuantile: quantile }) } as const;
  const steps = studyTraceGroup(group, { slowOptions: slow, comparedRequests: compared, requestId: "1" });
  let [result, count] = [steps.next(), 0];
  while (result.done !== true) [result, count] = [steps.next(), count + 1];
  expect(count).toBeGreaterThan(4);
  const response = { asOfMs: 0, window, source: group.traceSource, services: [], problem: null };
  // Parsing drops fields that the contract does not define.
  return traceStudyContract.response.parse({ ...response, study: result.value }).study as TraceStudy;
}

const studiedAsUsual = (group: TraceGroup): TraceStudy => studied(group, none, null);

test("all parts cover the same requests, and phases sum to the total", () => {
  const study = studied(groupOf(200));
  expect(study.retrieval).toMatchObject({
    analysedRequestCount: 200,
    startupTraceCount: 1,
    returnedCount: 201,
  });
  expect(study.points).toHaveLength(200);
  expect(study.points[0]?.startMs).toBe(1_780_000_000_000);
  expect(study.bands.reduce((sum, { n }) => sum + n, 0)).toBe(200);
  for (const band of study.bands)
    expect(Object.values(band.phaseNs).reduce((sum, ns) => sum + ns, 0)).toBeCloseTo(band.meanNs, 0);
  expect(study.median?.n).toBe(20);
  expect(study.ttft).toMatchObject({ n: 200, traceCount: 200 });
  expect(study.operations.rows.find(({ name }) => name === "tokenize")?.spanCount).toBe(200);
  expect(study.growth).toHaveLength(5);
});

test("a child longer than its root sets the duration in the list, the scatter plot and the histogram", () => {
  const drawn = createDrawnTrace(`
    request |..====....
      child |..========`);
  const summary = summariseTrace(drawn);
  expect(summary.durationNs).toBe(10);
  const study = studied({ ...groupOf(0), requests: analyseTraces([drawn], []) });
  expect(study.points).toMatchObject([{ startMs: summary.startMs, durationNs: summary.durationNs }]);
  const bin = study.histogram.bins.find(({ traceCount }) => traceCount === 1);
  expect(bin?.fromNs).toBeLessThanOrEqual(summary.durationNs);
  expect(bin?.toNs ?? Infinity).toBeGreaterThanOrEqual(summary.durationNs);
});

test("the slow instance is the first of the distinguishing attributes", () => {
  const { slow } = studied(groupOf(200));
  expect(slow.kind).toBe("differences");
  if (slow.kind !== "differences") return;
  expect(slow).toMatchObject({ slowCount: 20, restCount: 180 });
  expect(slow.differences.rows[0]).toMatchObject({
    feature: { attribute: "service.instance.id", service: "engine" },
    match: { kind: "value", value: "i-0" },
    slowShare: 1,
    restShare: 0,
    mayBeChance: false,
  });
});

test("if the default quantile leaves too few requests, the highest sufficient one is used and reported", () => {
  const slowOf = (n: number): TraceStudy["slow"] =>
    studiedAsUsual(groupOf(n, (index) => ({ decodeMs: 100 + index }))).slow;
  expect(slowOf(400)).toMatchObject({ kind: "differences", quantile: 0.95, defaultSlowQuantile: null });
  expect(slowOf(100)).toMatchObject({
    quantile: 0.9,
    defaultSlowQuantile: { q: 0.95, slowCount: 5 },
    slowCount: 10,
  });
  expect(slowOf(30)).toMatchObject({ quantile: 0.5, defaultSlowQuantile: { q: 0.95 }, slowCount: 15 });
  expect(slowOf(12)).toMatchObject({ kind: "too-few", sufficientQuantile: null });
});

test("an instance with late first tokens is also first by duration", () => {
  // Lengths dominate full request time; the instance delays only the first token.
  const group = groupOf(400, (index) => ({
    tokenizeMs: index % 10 === 0 ? 60 + index / 100 : 1,
    decodeMs: 100 + ((index * 37) % 4_000),
  }));
  const { slow } = studiedAsUsual(group);
  if (slow.kind !== "differences") throw new Error(slow.kind);
  expect(slow.differences.rows[0]).toMatchObject({ by: "ttft", match: { value: "i-0" }, mayBeChance: false });
  expect(slow.otherTime).toMatchObject({ by: "ttft", slowCount: 20, restCount: 380 });
  expect(slow.differences.rows.slice(1).every(({ by }) => by === "duration")).toBe(true);
});

test("reports too few requests, and handles none", () => {
  expect(studied(groupOf(12)).slow).toMatchObject({ kind: "too-few", neededCount: 10 });
  expect(studied(groupOf(0)).slow).toMatchObject({ kind: "unavailable" });
});

test("checks the slowSampling against the metric of the same window, and names the setting when slow traces are missing", () => {
  const edgeNs = 300_000_000;
  const metrics: ReportedMetrics = {
    kind: "reported",
    window,
    unscrapedRatio: 0,
    requestCount: 2_000,
    // 2 % of all requests took longer than the edge, but none of the traces.
    buckets: { edgesNs: [edgeNs], requestCounts: [1_960, 40] },
  };
  const {
    slowSampling,
    histogram,
    metrics: result,
  } = studied(
    groupOf(400, () => ({ tokenizeMs: 1 })),
    metrics,
  );
  expect(slowSampling).toMatchObject({
    kind: "checked",
    edgeNs,
    verdict: "too-few",
    n: 400,
    expectedCount: expect.closeTo(8) as number,
    observedCount: 0,
    samplingRatio: expect.closeTo(0.2) as number,
    remedy: { policy: "latency", thresholdMs: 300 },
  });
  expect(histogram.bins).toEqual([
    { fromNs: 0, toNs: edgeNs, traceCount: 400, metricCount: 1_960 },
    { fromNs: edgeNs, toNs: null, traceCount: 0, metricCount: 40 },
  ]);
  expect(result).toEqual({
    kind: "reported",
    window,
    traceCount: 400,
    requestCount: 2_000,
    unscrapedRatio: 0,
  });
});

test("requests with errors are not compared with the metric, which counts finished requests", () => {
  const metrics: ReportedMetrics = {
    kind: "reported",
    window,
    unscrapedRatio: 0,
    requestCount: 300,
    buckets: { edgesNs: [300_000_000], requestCounts: [294, 6] },
  };
  const { histogram, slowSampling } = studied(
    groupOf(400, (index) => ({ tokenizeMs: 1, isError: index % 4 === 0 })),
    metrics,
  );
  expect(histogram).toMatchObject({ n: 300, failedCount: 100 });
  expect(slowSampling).toMatchObject({ n: 300 });
});

test("the slowSampling is inconclusive if the verdict depends on failed requests", () => {
  const metrics: ReportedMetrics = {
    kind: "reported",
    window,
    unscrapedRatio: 0,
    requestCount: 2_000,
    buckets: { edgesNs: [300_000_000], requestCounts: [1_900, 100] },
  };
  // All 20 slow requests finished, and 200 fast ones were aborted. Of 400 traces 20 are expected, of 200 only 10.
  const group = groupOf(400, (index) => ({
    tokenizeMs: 1,
    decodeMs: index < 20 ? 500 : 50,
    isError: index >= 200,
  }));
  const { slowSampling } = studied(group, metrics);
  expect(slowSampling).toMatchObject({
    kind: "checked",
    verdict: "inconclusive",
    n: 200,
    expectedCount: expect.closeTo(10) as number,
    observedCount: 20,
    samplingRatio: null,
    remedy: null,
    withFailedRequests: { failedCount: 200, expectedCount: expect.closeTo(20) as number, observedCount: 20 },
  });
});

test("the verdict holds if it is the same with and without failed requests", () => {
  const metrics: ReportedMetrics = {
    kind: "reported",
    window,
    unscrapedRatio: 0,
    requestCount: 2_000,
    buckets: { edgesNs: [300_000_000], requestCounts: [1_900, 100] },
  };
  const group = groupOf(400, (index) => ({ tokenizeMs: 1, decodeMs: 50, isError: index >= 300 }));
  expect(studied(group, metrics).slowSampling).toMatchObject({
    verdict: "too-few",
    withFailedRequests: null,
    samplingRatio: null,
  });
});

test("compares the engine's span with the metric, without network time", () => {
  const metrics: ReportedMetrics = {
    kind: "reported",
    window,
    unscrapedRatio: 0,
    requestCount: 400,
    buckets: { edgesNs: [300_000_000], requestCounts: [396, 4] },
  };
  const { histogram, slowSampling } = studied(
    groupOf(400, () => ({ tokenizeMs: 1, gatewayMs: 5_000 })),
    metrics,
  );
  expect(histogram).toMatchObject({
    n: 400,
    fullRequestCount: 0,
    bins: [{ traceCount: 400 }, { traceCount: 0 }],
  });
  expect(slowSampling).toMatchObject({ observedCount: 0 });
});

test("without metrics, the other parts are available", () => {
  const dead = studied(groupOf(50));
  expect(dead.slowSampling).toEqual({ kind: "not-checked", reason: "Prometheus is gone." });
  expect(dead.metrics).toEqual({ kind: "unavailable", reason: "Prometheus is gone.", isPending: false });
  expect(dead.histogram.bins.every(({ metricCount: metric }) => metric === null)).toBe(true);
  expect(dead.histogram.bins.reduce((sum, { traceCount: traces }) => sum + traces, 0)).toBe(50);
  expect(dead.operations.rows.length).toBeGreaterThan(3);
});
