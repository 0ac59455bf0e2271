import { expect, test } from "vitest";
import { maxWindowMs } from "@/lib/model/time-window";
import { searchedWindow } from "./change-events";

const hourMs = 3_600_000;
const endMs = Date.UTC(2026, 9, 1, 12);

test.each([
  ["one hour before the symptom", 2, 2, 3],
  ["one hour before a symptom that is older than the window of metrics", 6, 30, 31],
])("the events are read from %s", (_name, lengthHours, sinceHours, expectedHours) => {
  const window = { startMs: endMs - lengthHours * hourMs, endMs };
  expect(searchedWindow({ window, sinceMs: endMs - sinceHours * hourMs })).toEqual({
    startMs: endMs - expectedHours * hourMs,
    endMs,
  });
});

test("the events of the longest window are read for an older symptom", () => {
  const window = { startMs: endMs - 6 * hourMs, endMs };
  expect(searchedWindow({ window, sinceMs: 0 })).toEqual({ startMs: endMs - maxWindowMs, endMs });
});
