import fc from "fast-check";
import { expect, test } from "vitest";
import { parseUtcTime } from "./parse-utc-time";

test("equals the parser of JavaScript for every time of four-digit years", () => {
  const range = { min: Date.parse("0000-01-01T00:00:00.000Z"), max: Date.parse("9999-12-31T23:59:59.999Z") };
  fc.assert(
    fc.property(fc.integer(range), (ms) => {
      expect(parseUtcTime(new Date(ms).toISOString())).toBe(ms);
    }),
  );
});

test("a leap day is part of its year", () => {
  expect(parseUtcTime("2000-02-29T00:00:00.000Z")).toBe(951_782_400_000);
  expect(parseUtcTime("2000-03-01T00:00:00.000Z")).toBe(951_868_800_000);
});

test.each(["2026-11-29", "2026-11-29T18:05:00Z", "TTFT p95", ""])("%o is no stored time", (text) => {
  expect(parseUtcTime(text)).toBeNull();
});
