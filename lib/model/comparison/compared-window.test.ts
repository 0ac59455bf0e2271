import fc from "fast-check";
import { expect, test } from "vitest";
import {
  resolveAlignedComparisonWindow,
  comparisonPattern,
  resolveComparisonWindow,
  oneDayEarlier,
} from "./compared-window";

const minuteMs = 60_000;
const weekMs = 7 * 86_400_000;
// A window of two minutes that does not begin on a full minute.
const currentWindow = { startMs: 1_795_376_990_145, endMs: 1_795_377_110_145 };

test("returns the preceding window of equal length, also when it does not begin on a full minute", () => {
  expect(resolveComparisonWindow(currentWindow, "previous")).toEqual({
    window: { startMs: 1_795_376_870_145, endMs: currentWindow.startMs },
    shiftMs: 2 * minuteMs,
  });
});

test("shifts by exactly one week for the same days a week earlier", () => {
  expect(resolveComparisonWindow(currentWindow, "weekday")!.window).toEqual({
    startMs: currentWindow.startMs - weekMs,
    endMs: currentWindow.endMs - weekMs,
  });
});

test("shifts by the given time for a comparison that moves with the window", () => {
  const shiftMs = 26 * 3_600_000;
  expect(resolveComparisonWindow(currentWindow, "earlier:93600")).toEqual({
    window: { startMs: currentWindow.startMs - shiftMs, endMs: currentWindow.endMs - shiftMs },
    shiftMs,
  });
  expect(resolveComparisonWindow(currentWindow, oneDayEarlier)!.shiftMs).toBe(86_400_000);
  // Would overlap the window of two minutes.
  expect(resolveComparisonWindow(currentWindow, "earlier:119")).toBeNull();
  expect(
    ["earlier:0", "earlier:", "earlier:-5", "earlier:1e3"].some((text) => comparisonPattern.test(text)),
  ).toBe(false);
});

test("uses a chosen start as given, and refuses a window that overlaps the current one", () => {
  const startMs = currentWindow.startMs - 2 * minuteMs;
  for (const of of [resolveComparisonWindow, resolveAlignedComparisonWindow]) {
    expect(of(currentWindow, String(startMs))!.window).toEqual({ startMs, endMs: currentWindow.startMs });
    expect(of(currentWindow, String(startMs + 1))).toBeNull();
    expect(of({ startMs: 0, endMs: weekMs + 1 }, "weekday")).toBeNull();
  }
});

test("property: the aligned window is as long, never later, and at most one alignment step earlier", () => {
  const start = fc.integer({ min: 1_700_000_000_000, max: 1_800_000_000_000 });
  const length = fc.integer({ min: minuteMs, max: weekMs });
  const comparison = fc.constantFrom("previous", "weekday", "earlier:1209600");
  fc.assert(
    fc.property(start, length, comparison, (startMs, lengthMs, cmp) => {
      const window = { startMs, endMs: startMs + lengthMs };
      const [exact, steady] = [
        resolveComparisonWindow(window, cmp)!,
        resolveAlignedComparisonWindow(window, cmp)!,
      ];
      expect(steady.window.endMs - steady.window.startMs).toBe(lengthMs);
      const earlierMs = exact.window.startMs - steady.window.startMs;
      expect(earlierMs).toBeGreaterThanOrEqual(0);
      expect(earlierMs).toBeLessThan(Math.max(minuteMs, lengthMs / 100 + minuteMs / 2));
      expect(steady.shiftMs).toBe(exact.shiftMs);
    }),
  );
});
