import { expect, test } from "vitest";
import { columnsOf } from "@/tests/support/columns";
import { evaluatePlan } from "./evaluate";
import type { SignalPlan } from "./plan";
import { toReading } from "./readings";

const share: SignalPlan = {
  kind: "ratio",
  signal: "prefix-hit",
  statistic: "value",
  part: "hits",
  total: "lookups",
  scale: 1,
  complement: false,
  countsRequests: false,
  flag: "Turn it on.",
};
const busy = { up: new Float64Array([1]), activity: new Float64Array([3]), arrivals: new Float64Array([2]) };
const windowMs = 300_000;

function readingOf(rows: Readonly<Record<string, readonly number[]>>) {
  const columns = columnsOf(
    Object.fromEntries(Object.entries(rows).map(([promql, values]) => [promql, [{ values }]])),
  );
  return toReading(share, evaluatePlan(share, columns, windowMs), busy, {
    atMs: 0,
    windowMs,
    isCovered: true,
  });
}

test("a share whose part nobody sends is an absent metric, however much there is of the whole", () => {
  expect(readingOf({ lookups: [40] })).toMatchObject({
    kind: "absent",
    reason: "metric-absent",
    flag: "Turn it on.",
  });
});

test("a share of nothing says that nothing happened, not that requests were few", () => {
  expect(readingOf({ hits: [0], lookups: [0] })).toMatchObject({
    kind: "absent",
    reason: "too-few-samples",
    detail: "Nothing happened that a share could be taken of.",
  });
});

const silent = { ...busy, up: new Float64Array([0]), wasUpBefore: true };
const none = columnsOf({ hits: [{ values: [Number.NaN] }] });
const time = { atMs: 0, windowMs, isCovered: true };

test("what is still in the window while no target answers is not told as now, whatever kind of number it is", () => {
  const plans: readonly SignalPlan[] = [
    { kind: "plain", signal: "running", statistic: "value", value: "running", scale: 1 },
    { kind: "plain", signal: "requests", statistic: "rate", value: "running", scale: 1 },
    {
      kind: "mean",
      signal: "ttft",
      statistic: "mean",
      mean: { kind: "sum-over-count", sum: "running", count: "running", scale: 1 },
      count: "running",
    },
  ];
  const columns = columnsOf({ running: [{ values: [5.9] }] });
  for (const plan of plans) {
    const evaluated = evaluatePlan(plan, columns, windowMs);
    expect(toReading(plan, evaluated, busy, time)).toMatchObject({ kind: "present" });
    expect(toReading(plan, evaluated, silent, time)).toEqual({
      kind: "absent",
      reason: "target-down",
      detail: "The deployment's targets do not answer their scrapes.",
    });
  }
});

test("what was never there says so with its flag; while its targets are down that comes first", () => {
  const never = { ...share, isNeverSeen: true as const };
  const evaluated = evaluatePlan(never, none, windowMs);
  expect(toReading(never, evaluated, busy, time)).toEqual({
    kind: "absent",
    reason: "metric-absent",
    detail: "The source has no such metric for this deployment.",
    flag: "Turn it on.",
  });
  expect(toReading(never, evaluated, silent, time)).toEqual({
    kind: "absent",
    reason: "target-down",
    detail:
      "The deployment's targets do not answer their scrapes. It was missing already while they did. The source had no such metric for this deployment.",
    flag: "Turn it on.",
  });
  const known = evaluatePlan(share, none, windowMs);
  expect(toReading(share, known, silent, time)).toEqual({
    kind: "absent",
    reason: "target-down",
    detail: "The deployment's targets do not answer their scrapes.",
  });
});

test("a metric that was there before says which one is gone", () => {
  const whyAbsent = "x_total was there before and is gone. The engine was upgraded, or its flags changed.";
  const disappeared = { ...share, whyAbsent };
  const evaluated = evaluatePlan(disappeared, none, windowMs);
  expect(toReading(disappeared, evaluated, busy, time)).toMatchObject({
    reason: "metric-absent",
    detail: whyAbsent,
  });
});
