import { expect, test } from "vitest";
import { metricsWindow, scaleOf, tooShort } from "./flow-scale";

const readOf = (count: number, seconds = 0.1) => ({
  requests: Array.from({ length: count }, () => ({ durationNs: seconds * 1e9 })),
  covered: { startMs: 0, endMs: 60_000 },
});

test("requests that run over the edges of a short window make no others of them", () => {
  expect(scaleOf(readOf(1_200, 10), { requests: 1_000 })).toMatchObject({ kind: "all-requests", share: 1 });
  expect(scaleOf(readOf(1_200, 0.1), { requests: 1_000 }).kind).toBe("traces-only");
});

test("rates stand for all requests where the metrics count those of the same time", () => {
  expect(scaleOf(readOf(50), { requests: 1_000 })).toEqual({
    kind: "all-requests",
    requests: 1_000,
    share: 0.05,
  });
  expect(scaleOf(readOf(1_000), { requests: 980 })).toEqual({
    kind: "all-requests",
    requests: 980,
    share: 1,
  });
});

test.each([
  [null, /did not tell/],
  [0, /no finished request/],
  [40, /not this deployment's alone/],
])("with %s requests in the metrics rates are of the traces alone, and it is said why", (requests, why) => {
  expect(scaleOf(readOf(50), { requests })).toEqual({ kind: "traces-only", why: expect.stringMatching(why) });
});

test("a part shorter than the metrics can be asked about has no scale", () => {
  expect(metricsWindow({ startMs: 1_790_000_000_000.4, endMs: 1_790_000_060_001 })).toEqual({
    from: "1790000000000",
    to: "1790000060001",
  });
  expect(metricsWindow({ startMs: 0, endMs: 59_999 })).toBeNull();
  expect(tooShort.kind).toBe("traces-only");
});
