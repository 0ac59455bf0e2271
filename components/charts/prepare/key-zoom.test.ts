import fc from "fast-check";
import { expect, test } from "vitest";
import { maxWindowMs } from "@/lib/model/time-window";
import { keyZoom } from "./key-zoom";

const hourMs = 3_600_000;
const shown = { startMs: 10 * hourMs, endMs: 14 * hourMs };

test("plus shows half of the window around the cursor, and the newest half without one", () => {
  expect(keyZoom("+", shown, 12 * hourMs)).toEqual({ startMs: 11 * hourMs, endMs: 13 * hourMs });
  expect(keyZoom("+", shown, null)).toEqual({ startMs: 12 * hourMs, endMs: 14 * hourMs });
});

test("minus shows twice as much, back in time, and never more than can be asked for", () => {
  expect(keyZoom("-", shown, null)).toEqual({ startMs: 6 * hourMs, endMs: 14 * hourMs });
  const long = { startMs: 0, endMs: 60 * 24 * hourMs };
  expect(keyZoom("-", long, null)).toEqual({ startMs: long.endMs - maxWindowMs, endMs: long.endMs });
});

test("plus stays inside what is shown and holds the cursor; other keys do nothing", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
      const cursorMs = shown.startMs + share * (shown.endMs - shown.startMs);
      const zoomed = keyZoom("+", shown, cursorMs)!;
      expect(zoomed.startMs).toBeGreaterThanOrEqual(shown.startMs);
      expect(zoomed.endMs).toBeLessThanOrEqual(shown.endMs);
      expect(cursorMs).toBeGreaterThanOrEqual(zoomed.startMs - 1e-3);
      expect(cursorMs).toBeLessThanOrEqual(zoomed.endMs + 1e-3);
    }),
  );
  expect(keyZoom("a", shown, null)).toBeNull();
});
