import { expect, test } from "vitest";
import { findExcludedTime } from "./excluded-time";

const grid = { startMs: 600_000, stepMs: 60_000, pointCount: 5 };

test("excludes a point when any part of its rate window is marked", () => {
  const { isExcluded, excludedTime } = findExcludedTime(
    [{ startMs: 660_001, endMs: 690_000, reason: "load-test" }],
    grid,
    120_000,
  );
  // 660,000 ends before the marked window; 720,000 and 780,000 overlap it; 840,000 begins after it.
  expect([0, 1, 2, 3, 4].map(isExcluded)).toEqual([false, false, true, true, false]);
  expect(excludedTime).toEqual({
    kind: "known",
    durationMs: 120_000,
    markedMs: 29_999,
    reasons: ["load-test"],
  });
});

test("counts overlapping windows once and ignores windows outside the grid", () => {
  const { excludedTime } = findExcludedTime(
    [
      { startMs: 700_000, endMs: 720_000, reason: "incident" },
      { startMs: 710_000, endMs: 720_000, reason: "maintenance" },
      { startMs: 0, endMs: 480_000, reason: "load-test" },
    ],
    grid,
    60_000,
  );
  expect(excludedTime).toEqual({
    kind: "known",
    durationMs: 60_000,
    markedMs: 20_000,
    reasons: ["incident", "maintenance"],
  });
  expect(findExcludedTime([], grid, 60_000).excludedTime).toEqual({
    kind: "known",
    durationMs: 0,
    markedMs: 0,
    reasons: [],
  });
});
