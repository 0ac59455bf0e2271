import { describe, expect, test } from "vitest";
import { resolveLimits } from "@/lib/model/deployment/limits";
import type { StatusColumns } from "@/lib/status/status-rule";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import {
  chooseEarliestStart,
  reachesFurtherBack,
  findAffectedShare,
  findProblemStart,
} from "./problem-history";

const minuteMs = 60_000;
const minutes = 360;
const grid = { startMs: 1_000 * minuteMs, stepMs: minuteMs, pointCount: minutes };
const none: readonly null[] = Array.from({ length: minutes }, () => null);

function historyOf(parts: Partial<StatusColumns>) {
  const columns: StatusColumns = {
    ttftP95: none,
    tpotMean: none,
    errorRatio: none,
    abortRatio: none,
    waiting: none,
    kvUsage: none,
    running: none,
    preemptions: none,
    outputTokenRate: none,
    ...parts,
  };
  return { grid, columns, limits: resolveLimits({}) };
}

/** Returns a column whose value is `high` from the point `start` on, except in the points of `recovery`. */
const from = (start: number, high: number, recovery: readonly number[] = []): readonly number[] =>
  Array.from({ length: minutes }, (_, index) => (index >= start && !recovery.includes(index) ? high : 0));

test("an incident of 57 minutes with a recovery of two minutes began 57 minutes ago", () => {
  const history = historyOf({ waiting: from(303, 40, [355, 356]), kvUsage: from(303, 0.99, [355, 356]) });
  expect(findProblemStart(["kv-pressure"], history)).toEqual({
    kind: "since",
    atMs: 1_302 * minuteMs,
    withinMs: minuteMs,
  });
});

test("a problem that turned into another one began with the first", () => {
  const history = historyOf({
    ttftP95: from(280, 4),
    waiting: from(320, 40),
    kvUsage: from(320, 0.99),
  });
  expect(findProblemStart(["kv-pressure", "slow-ttft"], history)).toMatchObject({ atMs: 1_279 * minuteMs });
});

test("a problem that existed at the start of the history began before it", () => {
  expect(findProblemStart(["slow-ttft"], historyOf({ ttftP95: from(0, 4) }))).toEqual({
    kind: "at-least",
    fromMs: grid.startMs,
  });
  expect(findProblemStart(["slow-ttft"], historyOf({ ttftP95: from(0, 0.1) }))).toEqual({ kind: "unknown" });
});

const counts = [
  [40, 10, 10, null],
  [62, 20, 30, null],
  [90, 30, 90, null],
  [100, 100, 100, 100],
];
const answer = {
  ...createEmptyAnswer({ startMs: 0, stepMs: minuteMs, pointCount: 4 }),
  rateWindowMs: minuteMs,
  distributions: [{ signal: "ttft" as const, unit: "seconds" as const, edges: [0.5, 1, 2.5, null], counts }],
};

test("counts the requests above the limit since the start, without incomplete points", () => {
  // The points 1 and 2 count 200 requests after minute 0, of which 80 and 70 took longer than 1 s.
  expect(findAffectedShare(answer, 0, 1)).toEqual({ lowerRatio: 0.75, upperRatio: 0.75 });
  // The requests of point 1 are from before minute 1.
  expect(findAffectedShare(answer, minuteMs, 1)).toEqual({ lowerRatio: 0.7, upperRatio: 0.7 });
});

test("counts no request twice when the rate windows of the points overlap", () => {
  const overlapping = { ...answer, rateWindowMs: 2 * minuteMs };
  // Only point 2 ends a rate window that begins at minute 0.
  expect(findAffectedShare(overlapping, 0, 1)).toEqual({ lowerRatio: 0.7, upperRatio: 0.7 });
});

test("uses the newest complete point until the first rate window after the start is complete", () => {
  const overlapping = { ...answer, rateWindowMs: 2 * minuteMs };
  expect(findAffectedShare(overlapping, minuteMs, 1)).toEqual({ lowerRatio: 0.7, upperRatio: 0.7 });
});

test("the share since a fixed start changes slowly while the reading time moves", () => {
  // Five minutes per rate window. Before the incident at minute 20, no request is slow, and then 80 to 100 %.
  const [rateMinutes, incidentMinute, length] = [5, 20, 80];
  const slowIn = (minute: number): number => (minute <= incidentMinute ? 0 : 80 + ((minute * 7) % 21));
  const windowSum = (of: (minute: number) => number, end: number): number =>
    Array.from({ length: rateMinutes }, (_, back) => of(end - back)).reduce((sum, value) => sum + value, 0);
  const shareAt = (nowMinute: number): number => {
    // The history has 60 points that end at the reading time.
    const points = Array.from({ length: 60 }, (_, index) => nowMinute - 59 + index);
    const fast = points.map((end) => windowSum((minute) => 100 - slowIn(minute), end));
    const total = points.map((end) => windowSum(() => 100, end));
    const share = findAffectedShare(
      {
        ...createEmptyAnswer({ startMs: (nowMinute - 59) * minuteMs, stepMs: minuteMs, pointCount: 60 }),
        rateWindowMs: rateMinutes * minuteMs,
        distributions: [
          { signal: "ttft" as const, unit: "seconds" as const, edges: [1, null], counts: [fast, total] },
        ],
      },
      incidentMinute * minuteMs,
      1,
    );
    return share?.lowerRatio ?? NaN;
  };
  for (let minute = incidentMinute + 3 * rateMinutes; minute < length - 2; minute += 1)
    expect(Math.abs(shareAt(minute + 1) - shareAt(minute))).toBeLessThan(0.01);
});

test("returns no share without buckets", () => {
  expect(findAffectedShare({ ...answer, distributions: [] }, 0, 1)).toBeUndefined();
});

test.each([
  ["has no point since the start of a new deployment", { kind: "unknown" } as const, false],
  ["starts later", { kind: "at-least", fromMs: 200 } as const, false],
  ["starts earlier", { kind: "at-least", fromMs: 50 } as const, true],
  ["contains the start", { kind: "since", atMs: 40, withinMs: 10 } as const, true],
])("a longer history that %s", (_case, earlier, expected) => {
  expect(reachesFurtherBack({ kind: "at-least", fromMs: 100 }, earlier)).toBe(expected);
});

describe("the start of a problem in several instances", () => {
  const since = { start: { kind: "since", atMs: 600, withinMs: 60 } } as const;

  test("is that of the first instance", () => {
    const later = { start: { kind: "since", atMs: 900, withinMs: 60 } } as const;
    expect(chooseEarliestStart([later, since])).toBe(since);
    const before = { start: { kind: "at-least", fromMs: 0 } } as const;
    expect(chooseEarliestStart([since, before])).toBe(before);
  });

  test("may be earlier than the known start if that of another instance is unknown", () => {
    const unknown = { start: { kind: "unknown" } } as const;
    expect(chooseEarliestStart([since, unknown])).toEqual({ start: { kind: "at-least", fromMs: 660 } });
    expect(chooseEarliestStart([unknown])).toBe(unknown);
  });
});
