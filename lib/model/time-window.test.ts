import fc from "fast-check";
import { expect, test } from "vitest";
import { isLive, maxWindowMs, minWindowMs, resolveTime, resolveWindow, windowError } from "./time-window";

const nowMs = Date.UTC(2026, 10, 21, 12);

test("resolves now, relative and absolute expressions", () => {
  expect(resolveTime("now", nowMs)).toBe(nowMs);
  expect(resolveTime("now-6h", nowMs)).toBe(nowMs - 6 * 3_600_000);
  expect(resolveTime("now-2w", nowMs)).toBe(nowMs - 14 * 86_400_000);
  expect(resolveTime(String(nowMs), 0)).toBe(nowMs);
});

test.each(["", "now-", "now+1h", "6h", "now-1.5h", "now-6H", "yesterday", "1e12", "now-1h "])(
  "refuses %j",
  (text) => {
    expect(resolveTime(text, nowMs)).toBeUndefined();
  },
);

test("refuses reversed, too short and too long windows", () => {
  expect(resolveWindow({ from: "now", to: "now-1h" }, nowMs)).toBeUndefined();
  expect(resolveWindow({ from: "now-59s", to: "now" }, nowMs)).toBeUndefined();
  expect(resolveWindow({ from: "now-93d", to: "now" }, nowMs)).toBeUndefined();
  expect(resolveWindow({ from: "now-60s", to: "now" }, nowMs)).toEqual({
    startMs: nowMs - minWindowMs,
    endMs: nowMs,
  });
});

test.each([
  ["now", "now-1h", /reversed/],
  ["now-1h", "now-1h", /empty/],
  ["now", "now", /empty/],
  [String(nowMs), String(nowMs + 3_600_000), /future/],
  ["now-59s", "now", /shorter than a minute/],
  ["now-1825d", "now", /longer than the maximum of 92 days/],
  ["yesterday", "now", /not a valid time expression/],
])("explains what is wrong with %s to %s", (from, to, words) => {
  expect(windowError({ from, to }, nowMs)).toMatch(words);
});

test("accepts an end slightly after now, because a viewer's clock may be ahead", () => {
  expect(windowError({ from: "now-1h", to: String(nowMs + 60_000) }, nowMs)).toBeUndefined();
});

test("accepts only windows within the limits, for any text", () => {
  const text = fc.oneof(
    fc.string(),
    fc.stringMatching(/^now(-\d{1,6}[smhdw])?$/),
    fc.stringMatching(/^\d{12,14}$/),
  );
  fc.assert(
    fc.property(text, text, (from, to) => {
      const window = resolveWindow({ from, to }, nowMs);
      if (window === undefined) return;
      const lengthMs = window.endMs - window.startMs;
      expect(lengthMs).toBeGreaterThanOrEqual(minWindowMs);
      expect(lengthMs).toBeLessThanOrEqual(maxWindowMs);
    }),
  );
});

test("treats only windows that end now as live", () => {
  expect(isLive({ from: "now-1h", to: "now" })).toBe(true);
  expect(isLive({ from: "now-2h", to: "now-1h" })).toBe(false);
});
