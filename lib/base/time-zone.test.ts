import { expect, test } from "vitest";
import { timeZoneError } from "./time-zone";

test.each(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Asia/Kathmandu", "Etc/GMT+5"])(
  "%s is a time zone",
  (zone) => {
    expect(timeZoneError(zone)).toBeNull();
  },
);

test.each(["", "Berlin", "+02:00", "Europe/Berlin ", "Mars/Base", "x".repeat(100)])("refuses %j", (zone) => {
  expect(timeZoneError(zone)).toMatch(/IANA/);
});
