import { expect, test } from "vitest";
import {
  formatAge,
  formatClock,
  formatDateTime,
  formatDateTimeWithOptionalYear,
  formatDuration,
  formatInstantNs,
  formatTickNs,
  formatNanoseconds,
  formatRelativeWindow,
  formatWindow,
  formatCoarseDuration,
  formatLongDuration,
  formatTimeZoneName,
} from "./time";

const plain = (text: string | undefined): string | undefined => text?.replaceAll("\u202f", " ");
const atMs = Date.UTC(2026, 10, 19, 15, 42, 7);

test("formats ages and durations in their largest unit", () => {
  expect(plain(formatAge(400))).toBe("now");
  expect(plain(formatAge(4_000))).toBe("4 s ago");
  expect(plain(formatCoarseDuration(83 * 60_000))).toBe("1 h 23 min");
  expect(plain(formatCoarseDuration(6.5 * 86_400_000))).toBe("6 d");
  expect(plain(formatLongDuration(26 * 3_600_000 + 300_000))).toBe("1 d 2 h 5 min");
  expect(plain(formatLongDuration(86_400_000))).toBe("1 d");
  expect(plain(formatLongDuration(90 * 60_000))).toBe("1 h 30 min");
  expect(plain(formatDuration(30_000))).toBe("30 s");
  expect(plain(formatDuration(480_000))).toBe("8 min");
  expect(plain(formatDuration(1_500))).toBe("1.5 s");
});

test("formats nearby instants with just enough digits to distinguish them", () => {
  expect([303_100_040, 303_100_060].map((ns) => plain(formatInstantNs(ns, 20)))).toEqual([
    "303.10004 ms",
    "303.10006 ms",
  ]);
  expect(plain(formatInstantNs(2_170_000_004.4, 0.5))).toBe("2.170000004 s");
  expect(plain(formatInstantNs(812_345_678, 100e6))).toBe("812 ms");
  expect(plain(formatInstantNs(0, 20e6))).toBe("0 ns");
  // On a ruler all have the same number of digits, and no more than usual when these suffice.
  expect([1_427_996_090, 1_427_996_100].map((ns) => plain(formatTickNs(ns, 10)))).toEqual([
    "1.42799609 s",
    "1.42799610 s",
  ]);
  expect([0, 1e9, 1.5e9].map((ns) => plain(formatTickNs(ns, 5e8)))).toEqual(["0 ns", "1 s", "1.5 s"]);
});

test("formats clock times and dates in the given time zone", () => {
  expect(formatClock(atMs, "UTC")).toBe("15:42");
  expect(formatClock(atMs, "Europe/Berlin", true)).toBe("16:42:07");
  expect(formatDateTime(atMs, "UTC")).toBe("Thu 19 Nov, 15:42");
  expect(formatDateTime(atMs, "UTC", true)).toBe("Thu 19 Nov, 15:42:07");
  expect(formatTimeZoneName(atMs, "UTC")).toBe("UTC");
});

test("adds the year to a date of another year in the given time zone", () => {
  const asOf = (at: number, timeZone = "UTC") =>
    formatDateTimeWithOptionalYear(at, { timeZone, referenceMs: atMs });
  expect(asOf(atMs - 60_000)).toBe("Thu 19 Nov, 15:41");
  expect(asOf(Date.UTC(2025, 10, 22, 8, 26))).toBe("Sat 22 Nov 2025, 08:26");
  expect(asOf(Date.UTC(2025, 11, 31, 23, 30), "Europe/Berlin")).toBe("Thu 1 Jan, 00:30");
  expect(formatDateTimeWithOptionalYear(0, { timeZone: "UTC", referenceMs: atMs, withSeconds: true })).toBe(
    "Thu 1 Jan 1970, 00:00:00",
  );
});

test("formats nanoseconds in a suitable unit", () => {
  expect(plain(formatNanoseconds(1_840_000_000))).toBe("1.84 s");
  expect(plain(formatNanoseconds(438_000_000))).toBe("438 ms");
  expect(plain(formatNanoseconds(72_400))).toBe("72.4 µs");
  expect(plain(formatNanoseconds(0))).toBe("0 ns");
  expect(plain(formatNanoseconds(-50_200_000))).toBe("−50.2 ms");
});

test("formats a relative window as text and returns undefined for any other window", () => {
  expect(plain(formatRelativeWindow("now-6h", "now"))).toBe("Last 6 h");
  expect(plain(formatRelativeWindow("now-30m", "now"))).toBe("Last 30 min");
  expect(plain(formatRelativeWindow("now-123m", "now"))).toBe("Last 2 h 3 min");
  expect(plain(formatRelativeWindow("now-24h", "now"))).toBe("Last 24 h");
  expect(plain(formatRelativeWindow("now-100h", "now"))).toBe("Last 4 d 4 h");
  expect(plain(formatRelativeWindow("now-1w", "now"))).toBe("Last 1 week");
  expect(plain(formatRelativeWindow("now-12h", "now-6h"))).toBe("12 h to 6 h ago");
  expect(formatRelativeWindow("now", "now")).toBeUndefined();
  expect(formatRelativeWindow("1700000000000", "1700000600000")).toBeUndefined();
});

test("includes the date of a window's end when it differs from the start date", () => {
  const hour = 3_600_000;
  expect(formatWindow(atMs - hour, atMs, "UTC")).toBe("Thu 19 Nov, 14:42 – 15:42 UTC");
  const minuteStartMs = Math.floor(atMs / 60_000) * 60_000;
  expect(formatWindow(minuteStartMs + 3_000, minuteStartMs + 9_000, "UTC")).toBe(
    "Thu 19 Nov, 15:42:03 – 15:42:09 UTC",
  );
  expect(formatWindow(atMs - 24 * hour, atMs, "UTC")).toBe("Wed 18 Nov, 15:42 – Thu 19 Nov, 15:42 UTC");
  expect(formatWindow(atMs, atMs + 10 * hour, "UTC")).toBe("Thu 19 Nov, 15:42 – Fri 20 Nov, 01:42 UTC");
  // The days are those of the time zone.
  expect(formatWindow(atMs, atMs + 8 * hour, "Asia/Tokyo")).toMatch(/^Fri 20 Nov, 00:42 – 08:42/);
  // The same day of another year is a different date.
  expect(formatWindow(atMs - 366 * 24 * hour, atMs, "UTC")).toContain(" – Thu 19 Nov, 15:42 UTC");
});
