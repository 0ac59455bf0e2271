import { expect, test } from "vitest";
import { createQueryColumns } from "@/tests/support/sample-data/query-columns";
import { evaluatePlan } from "./evaluate";
import type { SignalPlan } from "@/lib/semantic/compile/plan";
import { toReading } from "./readings";

const share: SignalPlan = {
  kind: "ratio",
  signal: "prefix-hit",
  statistic: "value",
  numeratorQuery: "hits",
  denominatorQuery: "lookups",
  scale: 1,
  isComplement: false,
  isRatioToRequests: false,
  howToEnable: "Enable it.",
};
const busy = {
  up: new Float64Array([1]),
  requestsInFlight: new Float64Array([3]),
  activityPerSecond: new Float64Array([2]),
};
const windowMs = 300_000;

function readingOf(rows: Readonly<Record<string, readonly number[]>>) {
  const columns = createQueryColumns(
    Object.fromEntries(Object.entries(rows).map(([promql, values]) => [promql, [{ values }]])),
  );
  return toReading(share, evaluatePlan(share, columns, windowMs), busy, {
    atMs: 0,
    windowMs,
    isCovered: true,
  });
}

test("reports a share as an absent metric when its numerator is missing, for any total", () => {
  expect(readingOf({ lookups: [40] })).toMatchObject({
    kind: "absent",
    reason: "metric-absent",
    howToEnable: "Enable it.",
  });
});

test("states that nothing happened for a share of zero events", () => {
  expect(readingOf({ hits: [0], lookups: [0] })).toMatchObject({
    kind: "absent",
    reason: "too-few-samples",
    detail: "No event occurred, so the share is undefined.",
  });
});

const silent = { ...busy, up: new Float64Array([0]), wasUpBefore: true };
const none = createQueryColumns({ hits: [{ values: [Number.NaN] }] });
const time = { atMs: 0, windowMs, isCovered: true };

test("does not report values from before an outage as current, for any kind of value", () => {
  const plans: readonly SignalPlan[] = [
    { kind: "plain", signal: "running", statistic: "value", valueQuery: "running", scale: 1 },
    { kind: "plain", signal: "requests", statistic: "rate", valueQuery: "running", scale: 1 },
    {
      kind: "mean",
      signal: "ttft",
      statistic: "mean",
      mean: { kind: "sum-over-count", sumQuery: "running", countQuery: "running", scale: 1 },
      countQuery: "running",
    },
  ];
  const columns = createQueryColumns({ running: [{ values: [5.9] }] });
  for (const plan of plans) {
    const evaluated = evaluatePlan(plan, columns, windowMs);
    expect(toReading(plan, evaluated, busy, time)).toMatchObject({ kind: "present" });
    expect(toReading(plan, evaluated, silent, time)).toEqual({
      kind: "absent",
      reason: "target-down",
      detail: "The deployment's targets do not respond to scrapes.",
    });
  }
});

test("suggests the flag of a metric that never existed, after the targets being down", () => {
  const never = { ...share, isNeverObserved: true as const };
  const evaluated = evaluatePlan(never, none, windowMs);
  expect(toReading(never, evaluated, busy, time)).toEqual({
    kind: "absent",
    reason: "metric-absent",
    detail: "The source has no such metric for this deployment.",
    howToEnable: "Enable it.",
  });
  expect(toReading(never, evaluated, silent, time)).toEqual({
    kind: "absent",
    reason: "target-down",
    detail:
      "The deployment's targets do not respond to scrapes. The metric was already missing before. The source had no such metric for this deployment.",
    howToEnable: "Enable it.",
  });
  const known = evaluatePlan(share, none, windowMs);
  expect(toReading(share, known, silent, time)).toEqual({
    kind: "absent",
    reason: "target-down",
    detail: "The deployment's targets do not respond to scrapes.",
  });
});

test("names the metric that existed before and is missing now", () => {
  const whyAbsent =
    "x_total existed before but is missing now. Either the engine was upgraded, or its flags changed.";
  const disappeared = { ...share, whyAbsent };
  const evaluated = evaluatePlan(disappeared, none, windowMs);
  expect(toReading(disappeared, evaluated, busy, time)).toMatchObject({
    reason: "metric-absent",
    detail: whyAbsent,
  });
});

test("reports a missing counter of a mean as an absent metric, and requests without observation as such", () => {
  const mean: SignalPlan = {
    kind: "mean",
    signal: "e2e",
    statistic: "mean",
    mean: { kind: "sum-over-count", sumQuery: "sum", countQuery: "count", scale: 1 },
    countQuery: "count",
  };
  const of = (rows: Readonly<Record<string, number>>) => {
    const columns = createQueryColumns(
      Object.fromEntries(Object.entries(rows).map(([promql, value]) => [promql, [{ values: [value] }]])),
    );
    return toReading(mean, evaluatePlan(mean, columns, windowMs), busy, time);
  };
  expect(of({ count: 4 })).toMatchObject({ kind: "absent", reason: "metric-absent" });
  expect(of({ count: 0 })).toMatchObject({ kind: "absent", reason: "too-few-samples" });
  expect(of({ count: 4, sum: 2 })).toMatchObject({ kind: "present", value: 0.5 });
});

test("reports no traffic, not an absent metric, for a summary without observations", () => {
  const quantile: SignalPlan = {
    kind: "plain",
    signal: "ttft",
    statistic: "p95",
    valueQuery: "quantile",
    countQuery: "count",
    scale: 1,
  };
  const of = (count: number, support: typeof busy) => {
    const columns = createQueryColumns({
      quantile: [{ values: [Number.NaN] }],
      count: [{ values: [count] }],
    });
    return toReading(quantile, evaluatePlan(quantile, columns, windowMs), support, time);
  };
  expect(
    of(0, { ...busy, requestsInFlight: new Float64Array([0]), activityPerSecond: new Float64Array([0]) }),
  ).toMatchObject({ reason: "no-traffic" });
  expect(of(0, busy)).toMatchObject({ reason: "too-few-samples" });
  // The summary observes requests, but does not expose this quantile.
  expect(of(3, busy)).toMatchObject({ reason: "metric-absent" });
});

test.each([
  [0, 0, "No request finished, ran or waited."],
  [0, Number.NaN, "No request finished or ran. How many are waiting is unknown."],
  [Number.NaN, 0, "No request finished or waited. How many are running is unknown."],
  [Number.NaN, Number.NaN, "No request finished. How many are running is unknown."],
])("states for %d running and %d waiting requests only what the gauges show", (running, waiting, detail) => {
  const rate: SignalPlan = {
    ...share,
    isRatioToRequests: true,
    signal: "errors",
    statistic: "ratio-to-requests",
  };
  const evidence = {
    up: new Float64Array([1]),
    requestsInFlight: new Float64Array([0]),
    activityPerSecond: new Float64Array([0]),
    gauges: { running: new Float64Array([running]), waiting: new Float64Array([waiting]) },
  };
  const columns = createQueryColumns({ hits: [{ values: [0] }], lookups: [{ values: [0] }] });
  expect(toReading(rate, evaluatePlan(rate, columns, windowMs), evidence, time)).toMatchObject({
    reason: "no-traffic",
    detail,
  });
});

test("explains a mean of several counters by these counters if its histogram is missing", () => {
  const mean: SignalPlan = {
    kind: "mean",
    signal: "tpot",
    statistic: "mean",
    mean: {
      kind: "sum-over-difference",
      numeratorQuery: "seconds",
      minuendQuery: "tokens",
      subtrahendQuery: "requests",
    },
    countQuery: "count",
  };
  const of = (rows: Readonly<Record<string, number>>) => {
    const columns = createQueryColumns(
      Object.fromEntries(Object.entries(rows).map(([promql, value]) => [promql, [{ values: [value] }]])),
    );
    return toReading(mean, evaluatePlan(mean, columns, windowMs), busy, time);
  };
  expect(of({ seconds: 0, tokens: 0, requests: 0 })).toMatchObject({ reason: "too-few-samples" });
  expect(of({ seconds: 2, tokens: 11, requests: 1 })).toMatchObject({ kind: "present", value: 0.2 });
  expect(of({ seconds: 2, tokens: 11 })).toMatchObject({ reason: "metric-absent" });
  expect(of({ count: 4, seconds: 2, tokens: 11 })).toMatchObject({ reason: "metric-absent" });
});
