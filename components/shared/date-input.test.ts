import { expect, test } from "vitest";
import { formatDateInput, isDateInput, parseDateInputMs, validatedDateTimeInput } from "./date-input";

const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Apia",
];

test.each(zones)("converts times of two years to field texts in %s and back, to the second", (zone) => {
  const wrong: string[] = [];
  for (let atMs = Date.UTC(2026, 0, 1, 0, 30, 7, 345); atMs < Date.UTC(2028, 0, 1); atMs += 31 * 3_661_000) {
    const text = formatDateInput(atMs, zone);
    const parsedMs = parseDateInputMs(text, zone) ?? Number.NaN;
    // In autumn the clocks show some times twice, and the text means the first.
    const isSame = parsedMs === Math.floor(atMs / 1_000) * 1_000;
    if (!isSame && !(parsedMs < atMs && formatDateInput(parsedMs, zone) === text)) wrong.push(text);
  }
  expect(wrong).toEqual([]);
});

test.each([
  ["in summer", "2026-07-01T12:00", "Europe/Berlin", "2026-07-01T10:00:00.000Z"],
  ["in winter", "2026-12-01T12:00:30", "America/New_York", "2026-12-01T17:00:30.000Z"],
  [
    "that the clocks show twice, as the first",
    "2026-10-25T02:30",
    "Europe/Berlin",
    "2026-10-25T00:30:00.000Z",
  ],
  ["that the clocks skip, as a later one", "2026-03-29T02:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
  ["that the clocks skip in the west", "2026-03-08T02:30", "America/New_York", "2026-03-08T07:30:00.000Z"],
])("parses a time %s", (_name, text, zone, expected) => {
  expect(new Date(parseDateInputMs(text, zone) ?? 0).toISOString()).toBe(expected);
});

test.each(["", "2026-11-", "2026-13-01T00:00", "2026-11-19", "2026-11-19T15:42Z", "19 Nov 2026"])(
  "does not accept “%s”",
  (text) => {
    expect(parseDateInputMs(text, "UTC")).toBeUndefined();
  },
);

test("the text of a field has the format of its placeholder, and is parsed with a space or a T", () => {
  const atMs = Date.UTC(2026, 10, 19, 15, 42, 7);
  expect(formatDateInput(atMs, "UTC")).toBe("2026-11-19 15:42:07");
  for (const text of ["2026-11-19 15:42:07", " 2026-11-19T15:42:07 "])
    expect(parseDateInputMs(text, "UTC")).toBe(atMs);
  const pattern = new RegExp(`^(?:${validatedDateTimeInput.pattern})$`, "v");
  for (const text of [formatDateInput(atMs, "UTC"), validatedDateTimeInput.placeholder, "2026-11-19T15:42"])
    expect(text).toMatch(pattern);
  expect("11/19/2026 15:42").not.toMatch(pattern);
});

test.each([
  ["2026-11-19", true],
  ["2026-02-30", false],
  ["11/19/2026", false],
  ["2026-11-19 15:42", false],
  ["", false],
])("%j is a date: %s", (text, isDate) => {
  expect(isDateInput(text)).toBe(isDate);
});
