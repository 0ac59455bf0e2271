import { expect, test } from "vitest";
import { usualRanges } from "@/lib/analysis/statistics/usual-range";
import { createHourOfWeek } from "./hour-of-week";
import { hourMs } from "./history-chunks";

const at = (text: string): number => Date.parse(text);
const nineOnMonday = 9;

test("the hour follows the zone over daylight saving time", () => {
  const berlin = createHourOfWeek("Europe/Berlin");
  // CET, then CEST: the clocks were set forward on Sunday 29 March 2026 at 01:00 UTC.
  expect(berlin(at("2026-03-23T08:00:00Z"))).toBe(nineOnMonday);
  expect(berlin(at("2026-03-30T07:00:00Z"))).toBe(nineOnMonday);
  expect(berlin(at("2026-03-29T00:00:00Z"))).toBe(6 * 24 + 1);
  expect(berlin(at("2026-03-29T01:00:00Z"))).toBe(6 * 24 + 3);
  expect(createHourOfWeek("UTC")(at("2026-03-30T07:00:00Z"))).toBe(7);
});

test("a zone with a half hour uses the hour in which the UTC hour starts", () => {
  expect(createHourOfWeek("Asia/Kolkata")(at("2026-03-23T00:00:00Z"))).toBe(5);
  expect(createHourOfWeek("Pacific/Auckland")(at("2026-03-22T11:00:00Z"))).toBe(0);
});

test("usual ranges compare office hours with office hours after the clocks changed", () => {
  const startMs = at("2026-02-16T00:00:00Z");
  const requestedMs = at("2026-03-30T07:00:00Z");
  const berlin = createHourOfWeek("Europe/Berlin");
  // Busy from 08:00 to 11:00 Berlin time on working days.
  const valueAt = (hour: number): number => (hour < 120 && hour % 24 >= 8 && hour % 24 < 11 ? 100 : 10);
  const history = Array.from({ length: Math.round((requestedMs - startMs) / hourMs) }, (_, index) => {
    const hourStartMs = startMs + index * hourMs;
    return { startMs: hourStartMs, value: valueAt(berlin(hourStartMs)) + (index % 7) };
  });
  const rangeIn = (zone: string) =>
    usualRanges({
      history,
      requestedHours: [{ startMs: requestedMs }],
      hourOfWeek: createHourOfWeek(zone),
      exclusions: [],
    }).ranges[0];
  const local = rangeIn("Europe/Berlin");
  expect(local).toMatchObject({ kind: "usual" });
  expect(local?.kind === "usual" && local.lower).toBeGreaterThan(90);
  // In UTC, the hour of the request was quiet before the clocks changed.
  const fixed = rangeIn("UTC");
  expect(fixed?.kind === "usual" && fixed.lower).toBeLessThan(90);
});
