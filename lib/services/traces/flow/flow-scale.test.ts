import { expect, test } from "vitest";
import { scaleOf } from "./flow-scale";

const window = { startMs: 0, endMs: 60_000 };
const besideOf = (count: number, requests: number, seconds = 0.1) => ({
  requests: Array.from({ length: count }, () => ({
    startEpochNs: "0",
    startNs: 0,
    durationNs: seconds * 1e9,
  })),
  metrics: {
    kind: "reported" as const,
    window,
    requests,
    unscraped: 0,
    buckets: { edgesNs: [], counts: [] },
  },
});

test("requests that run over the edges of a short window make no others of them", () => {
  expect(scaleOf(besideOf(1_200, 1_000, 10))).toMatchObject({ kind: "all-requests", share: 1 });
  expect(scaleOf(besideOf(1_200, 1_000)).kind).toBe("traces-only");
});

test("rates stand for all requests where the metrics count those of the same time", () => {
  expect(scaleOf(besideOf(50, 1_000))).toEqual({
    kind: "all-requests",
    window,
    traces: 50,
    requests: 1_000,
    unscraped: 0,
    share: 0.05,
  });
  expect(scaleOf(besideOf(1_000, 980))).toMatchObject({ kind: "all-requests", requests: 980, share: 1 });
});

test.each([
  [0, /no finished request/],
  [40, /not this deployment's alone/],
])("with %s requests in the metrics rates are of the traces alone, and it is said why", (requests, why) => {
  expect(scaleOf(besideOf(50, requests))).toEqual({ kind: "traces-only", why: expect.stringMatching(why) });
});

test("where the metrics do not tell, rates are of the traces alone, and it is said why", () => {
  const metrics = { kind: "unavailable", reason: "Prometheus has not answered yet." } as const;
  expect(scaleOf({ ...besideOf(50, 50), metrics })).toEqual({ kind: "traces-only", reason: metrics.reason });
});
