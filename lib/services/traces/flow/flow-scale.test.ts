import { expect, test } from "vitest";
import { chooseFlowScale } from "./flow-scale";

const window = { startMs: 0, endMs: 60_000 };
const comparisonOf = (count: number, requests: number, seconds = 0.1) => ({
  requests: Array.from({ length: count }, () => ({
    startEpochNs: "0",
    startNs: 0,
    durationNs: seconds * 1e9,
  })),
  metrics: {
    kind: "reported" as const,
    window,
    requestCount: requests,
    unscrapedRatio: 0,
    buckets: { edgesNs: [], requestCounts: [] },
  },
});

test("tolerates requests that overlap the edges of a short window", () => {
  expect(chooseFlowScale(comparisonOf(1_200, 1_000, 10))).toMatchObject({ kind: "all-requests", share: 1 });
  expect(chooseFlowScale(comparisonOf(1_200, 1_000)).kind).toBe("traces-only");
});

test("estimates the requests of a time without samples, unless it is most of the window", () => {
  const { requests, metrics } = comparisonOf(300, 240);
  const gap = (unscrapedRatio: number) =>
    chooseFlowScale({ requests, metrics: { ...metrics, unscrapedRatio } });
  expect(gap(0).kind).toBe("traces-only");
  expect(gap(0.2)).toMatchObject({ kind: "all-requests", share: 1, requestCount: 240 });
  expect(gap(0.6)).toEqual({
    kind: "traces-only",
    reason: "The metric was scraped for less than half of this window.",
    isPending: false,
  });
});

test("scales rates to all requests when the metric covers the same time", () => {
  expect(chooseFlowScale(comparisonOf(50, 1_000))).toEqual({
    kind: "all-requests",
    window,
    traceCount: 50,
    requestCount: 1_000,
    unscrapedRatio: 0,
    share: 0.05,
  });
  expect(chooseFlowScale(comparisonOf(1_000, 980))).toMatchObject({
    kind: "all-requests",
    requestCount: 980,
    share: 1,
  });
});

test.each([
  [0, /no finished request/],
  [40, /belong to other deployments/],
])("with %s requests in the metric, gives rates of the traces only, with the reason", (requests, why) => {
  expect(chooseFlowScale(comparisonOf(50, requests))).toEqual({
    kind: "traces-only",
    reason: expect.stringMatching(why),
    isPending: false,
  });
});

test("without the metric, gives rates of the traces only, with the reason", () => {
  const metrics = {
    kind: "unavailable",
    reason: "Prometheus has not responded yet.",
    isPending: true,
  } as const;
  expect(chooseFlowScale({ ...comparisonOf(50, 50), metrics })).toEqual({
    kind: "traces-only",
    reason: metrics.reason,
    isPending: true,
  });
});
