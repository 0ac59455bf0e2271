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

const hoursPerWeek = 168;
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
];
/** Days on which some of the zones set their clocks forward or back. */
const switchDays = ["2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01"];

/** Offset of the zone from UTC in minutes, by the zone's own calendar. */
function offsetMinutes(zone: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" });
  const name = parts.formatToParts(atMs).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign = "+", hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

test.each(zones.flatMap((zone) => switchDays.map((day) => [zone, day] as const)))(
  "in %s around %s, every hour is the hour of the local week, also on days of 23 and 25 hours",
  (zone, day) => {
    const hourOf = createHourOfWeek(zone);
    // 1970-01-05 was a Monday.
    const mondayMs = 4 * 24 * hourMs;
    for (let hour = -36; hour < 60; hour += 1) {
      const atMs = at(`${day}T00:00:00Z`) + hour * hourMs;
      const localMs = atMs + offsetMinutes(zone, atMs) * 60_000 - mondayMs;
      expect(hourOf(atMs)).toBe(Math.floor(localMs / hourMs) % hoursPerWeek);
    }
  },
);

test.each([
  ["Europe/Berlin", "2026-03-28T23:00:00Z", 23],
  ["Europe/Berlin", "2026-10-24T22:00:00Z", 25],
  ["America/New_York", "2026-03-08T05:00:00Z", 23],
  ["America/New_York", "2026-11-01T04:00:00Z", 25],
  ["Asia/Kolkata", "2026-03-28T19:00:00Z", 24],
  ["UTC", "2028-02-29T00:00:00Z", 24],
])("in %s, the day that starts at %s has %i hours", (zone, start, hourCount) => {
  const hourOf = createHourOfWeek(zone);
  const dayOf = (atMs: number): number => Math.floor(hourOf(atMs) / 24);
  const hours = Array.from({ length: 30 }, (_, hour) => at(start) + hour * hourMs);
  expect(hours.filter((atMs) => dayOf(atMs) === dayOf(at(start)))).toHaveLength(hourCount);
});
