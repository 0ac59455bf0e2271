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
  whole: "lookups",
  scale: 1,
  complement: false,
  counts: false,
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
