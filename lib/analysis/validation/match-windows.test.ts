import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { measureFixture } from "@/lib/analysis/comparisons/fixtures";
import { cutMeasuredWindow, dayMs, listMatchedWindows, matchWindows } from "./match-windows";
import { extendWindow, listDueWindows, maxExtensionMs, nextDueMs } from "./watch-hours";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const window = (startHour: number, endHour: number) => ({
  startMs: startHour * hourMs,
  endMs: endHour * hourMs,
});

describe("windows before and after a fix", () => {
  test("have the same hours, on the newest day that has all of them", () => {
    expect(matchWindows(window(10, 12), window(13, 24 + 24 + 11))).toEqual({
      before: window(10, 12),
      after: window(34, 36),
      hasSameHours: true,
    });
  });

  test("are listed for each day with all of the hours, the newest first", () => {
    const pairs = listMatchedWindows(window(10, 12), window(13, 24 * 3 + 11));
    expect(pairs.map(({ after }) => after)).toEqual([window(58, 60), window(34, 36)]);
    expect(pairs.map(({ before }) => before)).toEqual([window(10, 12), window(10, 12)]);
  });

  test("have the common hours only, if the fix or the present is within them", () => {
    expect(matchWindows(window(10, 12), window(24 + 10.75, 24 + 20))).toEqual({
      before: window(10.75, 12),
      after: window(34.75, 36),
      hasSameHours: true,
    });
  });

  test("are the newest parts of equal length, if the hours did not recur", () => {
    expect(matchWindows(window(8, 10), window(11, 12))).toEqual({
      before: window(9, 10),
      after: window(11, 12),
      hasSameHours: false,
    });
  });

  test("of a week before are cut to the hours after the fix", () => {
    const { before, after, hasSameHours } = matchWindows(window(0, 168), window(170, 171));
    expect([hasSameHours, after]).toEqual([true, window(170, 171)]);
    expect((after.startMs - before.startMs) % dayMs).toBe(0);
  });

  test("are of equal length, not longer than 19 h, and within their sources", () => {
    const anyMinutes = (max: number) => fc.integer({ min: 1, max });
    fc.assert(
      fc.property(anyMinutes(20_000), anyMinutes(20_000), anyMinutes(20_000), (length, pause, available) => {
        const given = { startMs: 0, endMs: length * minuteMs };
        const startMs = given.endMs + pause * minuteMs;
        const since = { startMs, endMs: startMs + available * minuteMs };
        const { before, after, hasSameHours } = matchWindows(given, since);
        expect(after.endMs - after.startMs).toBe(before.endMs - before.startMs);
        expect(after.endMs - after.startMs).toBeLessThanOrEqual(19 * hourMs);
        // A window of the watch can have a quarter more time.
        const [extensionMs, lengthMs] = [maxExtensionMs(after), after.endMs - after.startMs];
        expect(extensionMs).toBe(Math.floor(lengthMs / 4 / minuteMs) * minuteMs);
        expect(after.startMs >= since.startMs && after.endMs <= since.endMs).toBe(true);
        expect(before.startMs >= given.startMs && before.endMs <= given.endMs).toBe(true);
        expect(!hasSameHours || (after.startMs - before.startMs) % dayMs === 0).toBe(true);
      }),
    );
  });
});

test("a part of a measured window has its blocks and its load, and a part with too few blocks is refused", () => {
  const side = measureFixture({ blockCount: 60 });
  const { startMs } = side.window;
  const part = cutMeasuredWindow(side, { startMs: startMs + 30.5 * minuteMs, endMs: side.window.endMs });
  expect(part.measured).toMatchObject({ blockCount: 29, startMs: startMs + 31 * minuteMs });
  expect(part.measured.distributions.ttft?.blocks).toHaveLength(29);
  expect(part.load.requestsPerSecondPerInstance).toBeCloseTo(side.load.requestsPerSecondPerInstance ?? 0, 9);
  expect(cutMeasuredWindow(side, { startMs, endMs: startMs + 10 * minuteMs })).toBe(side);
});

describe("the hours of a watch", () => {
  const validated = window(10, 12);

  test("recur every day, and are due when their longest extension has passed", () => {
    expect(maxExtensionMs(validated)).toBe(30 * minuteMs);
    const hours = { validated, startedAtMs: 12 * hourMs };
    expect(listDueWindows(hours, 36.5 * hourMs - 1)).toEqual([]);
    expect(listDueWindows(hours, 36.5 * hourMs)).toEqual([window(34, 36)]);
    expect(listDueWindows(hours, 90 * hourMs)).toEqual([window(34, 36), window(58, 60), window(82, 84)]);
    expect(nextDueMs(hours, 1)).toBe(60.5 * hourMs);
  });

  test("begin with the first window that ends after the start of the watch", () => {
    const startedAtMs = 60 * hourMs;
    expect(listDueWindows({ validated, startedAtMs }, 90 * hourMs)).toEqual([window(82, 84)]);
    expect(nextDueMs({ validated, startedAtMs }, 0)).toBe(84.5 * hourMs);
    expect(listDueWindows({ validated, startedAtMs: startedAtMs - 1 }, 90 * hourMs)).toEqual([
      window(58, 60),
      window(82, 84),
    ]);
  });

  test("of a complete day are not extended, because the next window follows", () => {
    expect(maxExtensionMs(window(0, 24))).toBe(0);
    expect(maxExtensionMs(window(0, 23))).toBe(hourMs);
  });

  test("are extended until there are as many requests, at most by a quarter", () => {
    expect(extendWindow(validated, { count: 100, neededCount: 100, blockMs: minuteMs })).toEqual(validated);
    expect(extendWindow(validated, { count: 100, neededCount: 110, blockMs: minuteMs }).endMs).toBe(
      12 * hourMs + 13 * minuteMs,
    );
    expect(extendWindow(validated, { count: 1, neededCount: 100, blockMs: minuteMs }).endMs).toBe(
      12.5 * hourMs,
    );
    expect(extendWindow(validated, { count: 0, neededCount: 100, blockMs: minuteMs }).endMs).toBe(
      12.5 * hourMs,
    );
  });

  test("is extended by full blocks, because an incomplete block is not measured", () => {
    const blockMs = 5 * minuteMs;
    expect(extendWindow(validated, { count: 100, neededCount: 101, blockMs }).endMs).toBe(
      12 * hourMs + blockMs,
    );
    expect(extendWindow(validated, { count: 100, neededCount: 110, blockMs }).endMs).toBe(
      12 * hourMs + 3 * blockMs,
    );
    expect(extendWindow(validated, { count: 1, neededCount: 100, blockMs: 30 * minuteMs }).endMs).toBe(
      12.5 * hourMs,
    );
  });
});
