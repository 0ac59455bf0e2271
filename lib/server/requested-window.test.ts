import { afterEach, expect, test } from "vitest";
import { resetServerClock, setServerClock } from "@/tests/support/server/server-clock";
import { resolveWindowOfArrivedSamples, resolveRequestedWindow } from "./requested-window";

const alignedMs = 1_780_000_000_000;
const hourMs = 3_600_000;

afterEach(resetServerClock);

test.each([
  ["just after a multiple of 5 s", 1_000, -5_000],
  ["when the samples of that time have arrived", 2_500, 0],
  ["just before the next multiple", 6_000, 0],
])("a moving window that is read %s ends when all samples have arrived", (_name, afterMs, endAfterMs) => {
  setServerClock(alignedMs + afterMs);
  const endMs = alignedMs + endAfterMs;
  expect(resolveWindowOfArrivedSamples({ from: "now-1h", to: "now" })).toEqual({
    startMs: endMs - hourMs,
    endMs,
  });
});

test("a fixed window does not depend on the clock", () => {
  const window = { startMs: alignedMs - hourMs, endMs: alignedMs };
  const fixed = { from: String(window.startMs), to: String(window.endMs) };
  for (const afterMs of [0, 1_000, hourMs]) {
    setServerClock(alignedMs + afterMs);
    expect(resolveWindowOfArrivedSamples(fixed)).toEqual(window);
    expect(resolveRequestedWindow(fixed)).toEqual(window);
  }
});

test("a moving window that starts a minute ago at a fixed time is not too short", () => {
  setServerClock(alignedMs + 1_000);
  const from = String(alignedMs - 60_000);
  expect(resolveWindowOfArrivedSamples({ from, to: "now" }).startMs).toBe(alignedMs - 60_000);
});

test("a reversed window is refused", () => {
  setServerClock(alignedMs);
  expect(() => resolveWindowOfArrivedSamples({ from: "now", to: "now-1h" })).toThrow(/reversed/);
});
