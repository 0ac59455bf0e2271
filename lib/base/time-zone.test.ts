import { expect, test } from "vitest";
import { timeZoneOffsetMs, timeZoneError } from "./time-zone";

test.each(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Kathmandu", "Etc/GMT+5"])(
  "%s is a time zone",
  (zone) => {
    expect(timeZoneError(zone)).toBeNull();
  },
);

test.each(["", "Berlin", "+02:00", "Europe/Berlin ", "Mars/Base", "x".repeat(100)])("refuses %j", (zone) => {
  expect(timeZoneError(zone)).toMatch(/IANA/);
});

test.each([
  ["UTC", Date.UTC(2026, 6, 1), 0],
  ["Europe/Berlin", Date.UTC(2026, 6, 1), 2],
  ["Europe/Berlin", Date.UTC(2026, 9, 25, 0, 59), 2],
  ["Europe/Berlin", Date.UTC(2026, 9, 25, 1), 1],
  ["Asia/Kathmandu", Date.UTC(2026, 11, 31, 23), 5.75],
  ["Pacific/Apia", Date.UTC(2026, 0, 31, 12), 13],
  ["America/Adak", Date.UTC(2026, 2, 1, 3), -10],
  ["America/Adak", Date.UTC(2026, 6, 1, 3), -9],
] as const)(
  "the offset of %s is known at a month's end and at a change of the clocks",
  (zone, atMs, hours) => {
    expect(timeZoneOffsetMs(zone, atMs)).toBe(hours * 3_600_000);
  },
);
