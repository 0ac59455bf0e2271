import { expect, test } from "vitest";
import { downSinceText } from "./down-since";

const minuteMs = 60_000;
const atMs = Date.UTC(2026, 10, 19, 14, 32, 20);

test.each([
  ["to the minute", { atMs, withinMs: minuteMs, elapsedMs: 5 * minuteMs }, "since 14:32 UTC"],
  [
    "with the precision of a coarse grid",
    { atMs, withinMs: 30 * minuteMs, elapsedMs: 120 * minuteMs },
    "since some time between 14:32 and 15:02 UTC",
  ],
  [
    "with its date when it is long ago",
    { atMs, withinMs: minuteMs, elapsedMs: 3 * 1_440 * minuteMs },
    "since Thu 19 Nov, 14:32 UTC",
  ],
])("formats a known start %s", (_how, since, text) => {
  expect(downSinceText({ kind: "since", ...since }, "UTC")).toBe(text);
});

test("formats the start in the viewer's time zone and names the zone", () => {
  const since = { kind: "since", atMs, withinMs: minuteMs, elapsedMs: minuteMs } as const;
  expect(downSinceText(since, "Asia/Kolkata")).toMatch(/^since 20:02 (?:GMT\+5:30|IST)$/);
});

test("formats an unknown start as a minimum duration", () => {
  expect(downSinceText({ kind: "at-least", elapsedMs: 360 * minuteMs }, "UTC")).toBe("for at least 6\u202fh");
});
