import fc from "fast-check";
import { expect, test } from "vitest";
import { maxWindowMs } from "@/lib/model/time-window";
import { zoomByKey } from "./key-zoom";

const hourMs = 3_600_000;
const window = { startMs: 10 * hourMs, endMs: 14 * hourMs };

test("halves the window around the cursor on plus, or to its newest half without a cursor", () => {
  expect(zoomByKey("+", window, 12 * hourMs)).toEqual({ startMs: 11 * hourMs, endMs: 13 * hourMs });
  expect(zoomByKey("+", window, null)).toEqual({ startMs: 12 * hourMs, endMs: 14 * hourMs });
});

test("doubles the window into the past on minus, up to the maximum", () => {
  expect(zoomByKey("-", window, null)).toEqual({ startMs: 6 * hourMs, endMs: 14 * hourMs });
  const long = { startMs: 0, endMs: 60 * 24 * hourMs };
  expect(zoomByKey("-", long, null)).toEqual({ startMs: long.endMs - maxWindowMs, endMs: long.endMs });
});

test("keeps the zoomed window inside the old one and around the cursor, and ignores other keys", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
      const cursorMs = window.startMs + share * (window.endMs - window.startMs);
      const zoomed = zoomByKey("+", window, cursorMs)!;
      expect(zoomed.startMs).toBeGreaterThanOrEqual(window.startMs);
      expect(zoomed.endMs).toBeLessThanOrEqual(window.endMs);
      expect(cursorMs).toBeGreaterThanOrEqual(zoomed.startMs - 1e-3);
      expect(cursorMs).toBeLessThanOrEqual(zoomed.endMs + 1e-3);
    }),
  );
  expect(zoomByKey("a", window, null)).toBeNull();
});
