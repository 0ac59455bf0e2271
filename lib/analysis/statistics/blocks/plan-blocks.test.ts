import fc from "fast-check";
import { expect, test } from "vitest";
import { minuteMs, planBlocks } from "./plan-blocks";

const plan = (minutes: number, spacingSeconds: number) =>
  planBlocks({ startMs: 0, endMs: minutes * minuteMs }, spacingSeconds * 1_000);
const minutesPerBlock = (minutes: number, spacingSeconds: number): number | string => {
  const planned = plan(minutes, spacingSeconds);
  return planned.kind === "blocks" ? planned.grid.lengthMs / minuteMs : planned.reason.kind;
};

test.each([
  ["20 minutes at 15 s", 20, 15, 1],
  ["a day at 15 s", 1_440, 15, 1],
  ["25 hours at 15 s", 1_500, 15, 1],
  ["25 hours and a minute", 1_501, 15, 2],
  ["two weeks at 15 s", 20_160, 15, 30],
  ["two months at 15 s", 87_840, 15, 60],
  ["30 s between samples", 60, 30, 1],
  ["31 s between samples", 60, 31, 2],
  ["2 min between samples", 100, 120, 5],
  ["30 min between samples", 1_200, 1_800, 60],
])("%s", (_name, minutes, spacingSeconds, length) => {
  expect(minutesPerBlock(minutes, spacingSeconds)).toBe(length);
});

test("a window with fewer than 20 blocks gives no blocks, and the window that is needed", () => {
  expect(plan(99, 120)).toEqual({
    kind: "cannot-tell",
    reason: { kind: "few-blocks", blockCount: 19, neededWindowMs: 100 * minuteMs },
  });
});

test("samples more than 30 min apart give no blocks", () => {
  expect(minutesPerBlock(100_000, 1_801)).toBe("sparse-samples");
});

test("a window longer than 1,500 hours gives no blocks", () => {
  expect(minutesPerBlock(90_000, 15)).toBe(60);
  expect(plan(90_060, 15)).toEqual({
    kind: "cannot-tell",
    reason: { kind: "long-window", maxWindowMs: 90_000 * minuteMs },
  });
});

test("planned blocks are 20 to 1,500, inside the window, and the shortest that are allowed", () => {
  const lengths = [1, 2, 5, 10, 30, 60].map((minutes) => minutes * minuteMs);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 200_000_000 }),
      fc.integer({ min: 0, max: 6_000_000_000 }),
      fc.integer({ min: 1, max: 2_000_000 }),
      (startMs, windowMs, spacingMs) => {
        const planned = planBlocks({ startMs, endMs: startMs + windowMs }, spacingMs);
        if (planned.kind === "cannot-tell") return;
        const { lengthMs, blockCount } = planned.grid;
        expect(planned.grid.startMs).toBe(startMs);
        expect(blockCount * lengthMs).toBeLessThanOrEqual(windowMs);
        expect((blockCount + 1) * lengthMs).toBeGreaterThan(windowMs);
        expect([blockCount >= 20, blockCount <= 1_500, lengthMs >= 2 * spacingMs]).toEqual([
          true,
          true,
          true,
        ]);
        const shorter = lengths.filter((length) => length < lengthMs && length >= 2 * spacingMs);
        expect(shorter.every((length) => Math.floor(windowMs / length) > 1_500)).toBe(true);
      },
    ),
  );
});
