import fc from "fast-check";
import { expect, test } from "vitest";
import { resolveLimits } from "@/lib/model/deployment/limits";
import type { StatusColumns, StatusPoint } from "../status-rule";
import { computeStatusByPoint } from "./status-since";
import { statuses } from "../statuses";

const limits = resolveLimits({});
const columnsOf = (points: readonly StatusPoint[]): StatusColumns => {
  const column = (field: keyof StatusPoint): readonly (number | null)[] => points.map((one) => one[field]);
  return {
    ttftP95: column("ttftP95"),
    tpotMean: column("tpotMean"),
    errorRatio: column("errorRatio"),
    abortRatio: column("abortRatio"),
    waiting: column("waiting"),
    kvUsage: column("kvUsage"),
    running: column("running"),
    preemptions: column("preemptions"),
    outputTokenRate: column("outputTokenRate"),
  };
};
const seriesOf = (points: readonly StatusPoint[]) => ({
  grid: { startMs: 0, stepMs: 60_000, pointCount: points.length },
  columns: columnsOf(points),
  limits,
});
const quiet: StatusPoint = {
  ttftP95: 0,
  tpotMean: 0,
  errorRatio: 0,
  abortRatio: 0,
  waiting: 0,
  kvUsage: 0,
  running: 0,
  preemptions: 0,
  outputTokenRate: 0,
};
const nothing: StatusPoint = {
  ttftP95: null,
  tpotMean: null,
  errorRatio: null,
  abortRatio: null,
  waiting: null,
  kvUsage: null,
  running: null,
  preemptions: null,
  outputTokenRate: null,
};
const value = fc.oneof(
  fc.constant(null),
  fc.constantFrom(0, 0.04, 0.97, 3),
  fc.double({ min: 0, max: 4, noNaN: true }),
);
const point: fc.Arbitrary<StatusPoint> = fc.record({
  ttftP95: value,
  tpotMean: value,
  errorRatio: value,
  abortRatio: value,
  waiting: value,
  kvUsage: value,
  running: value,
  preemptions: value,
  outputTokenRate: value,
});

test("a problem that follows another one is one problem", () => {
  const base = quiet;
  const slow = { ...base, ttftP95: 2 };
  const failing = { ...base, errorRatio: 0.1 };
  expect(computeStatusByPoint(["errors", "slow-ttft"], seriesOf([base, slow, failing]))).toEqual([
    false,
    true,
    true,
  ]);
  expect(computeStatusByPoint(["errors"], seriesOf([base, slow, failing]))).toEqual([false, false, true]);
});

test("a point without the values of every problem is unknown, unless one of them held", () => {
  const base = quiet;
  const missing = { ...base, ttftP95: null };
  expect(
    computeStatusByPoint(["errors", "slow-ttft"], seriesOf([missing, { ...missing, errorRatio: 1 }])),
  ).toEqual([null, true]);
});

test("a stall is a point with requests in flight and without tokens", () => {
  const base = quiet;
  const stalled = { ...base, running: 4 };
  expect(
    computeStatusByPoint(["stalled"], seriesOf([base, stalled, { ...stalled, outputTokenRate: 9 }])),
  ).toEqual([false, true, false]);
});

test("property: a status reads only the fields that it declares, which its history queries", () => {
  fc.assert(
    fc.property(point, fc.constantFrom(...statuses), (values, { id, pointFields = [] }) => {
      const declared = pointFields.reduce<StatusPoint>(
        (built, field) => ({ ...built, [field]: values[field] }),
        nothing,
      );
      fc.pre(statuses.find((one) => one.id === id)?.tone !== "ok");
      expect(computeStatusByPoint([id], seriesOf([declared]))).toEqual(
        computeStatusByPoint([id], seriesOf([values])),
      );
    }),
  );
});
