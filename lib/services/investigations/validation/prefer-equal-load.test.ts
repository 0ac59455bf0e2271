import { expect, test } from "vitest";
import { dayMs, type MatchedWindows } from "@/lib/analysis/validation/match-windows";
import type { TimeWindow } from "@/lib/model/time-window";
import { findEqualLoad } from "./prefer-equal-load";

const before = { startMs: 0, endMs: 3_600_000 };
const pairOf = (day: number): MatchedWindows => ({
  before: { ...before },
  after: { startMs: day * dayMs, endMs: day * dayMs + 3_600_000 },
  hasSameHours: true,
});
const [newest, ...older] = Array.from({ length: 20 }, (_, index) => pairOf(20 - index));
const pairs = [newest ?? pairOf(20), ...older] as const;

async function search(rateAfter: (day: number) => number) {
  const read: TimeWindow[] = [];
  const found = await findEqualLoad(pairs, {
    before: async (window) => {
      read.push(window);
      return Promise.resolve(100);
    },
    after: async (window) => {
      read.push(window);
      return Promise.resolve(rateAfter(window.startMs / dayMs));
    },
  });
  const beforeCount = read.filter(({ startMs }) => startMs === before.startMs).length;
  return { ...found, beforeCount, afterCount: read.length - beforeCount };
}

test("reads the window before the fix once for all 14 days", async () => {
  expect(await search((day) => (day === 9 ? 150 : 200))).toMatchObject({
    dayReason: "most-similar-load",
    windows: pairOf(9),
    beforeCount: 1,
    afterCount: 14,
  });
});

test("reads no older day than the newest one with equal load", async () => {
  expect(await search((day) => (day <= 18 ? 105 : 200))).toMatchObject({
    dayReason: "equal-load",
    windows: pairOf(18),
    beforeCount: 1,
    afterCount: 3,
  });
});
