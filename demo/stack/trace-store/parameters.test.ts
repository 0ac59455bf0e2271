import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDurationNs, parseInteger, parseTimeNs, parseTraceId } from "./parameters";

test.each([
  ["0", 0n],
  ["150ms", 150_000_000n],
  ["1.5s", 1_500_000_000n],
  ["1h2m3.5s", 3_723_500_000_000n],
  ["10us", 10_000n],
  ["10µs", 10_000n],
  ["7ns", 7n],
])("the duration %s", (text, expectedNs) => {
  expect(parseDurationNs(text)).toBe(expectedNs);
});

test.each(["", "x", "150", "ms", "1 s", "-1s", "1s x"])("%j is not a duration", (text) => {
  expect(parseDurationNs(text)).toBeUndefined();
});

test("a time preserves every nanosecond, in any zone", () => {
  expect(parseTimeNs("2026-11-21T10:00:00.123456789Z")).toBe(
    BigInt(Date.UTC(2026, 10, 21, 10)) * 1_000_000n + 123_456_789n,
  );
  expect(parseTimeNs("2026-11-21T12:00:00+02:00")).toBe(parseTimeNs("2026-11-21T10:00:00Z"));
  expect(parseTimeNs("yesterday")).toBeUndefined();
  expect(parseTimeNs("2026-13-45T10:00:00Z")).toBeUndefined();
});

test("parses a time that JavaScript wrote", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true }), (date) => {
      expect(parseTimeNs(date.toISOString())).toBe(BigInt(date.getTime()) * 1_000_000n);
    }),
  );
});

test("trace ids may omit leading zeros", () => {
  expect(parseTraceId("A1")).toBe(`${"0".repeat(30)}a1`);
  expect(parseTraceId("f".repeat(32))).toBe("f".repeat(32));
  expect(parseTraceId("f".repeat(33))).toBeUndefined();
  expect(parseTraceId("zz")).toBeUndefined();
});

test("integers consist of digits only", () => {
  expect(parseInteger("-3")).toBe(-3);
  expect(parseInteger("3.0")).toBeUndefined();
  expect(parseInteger("1e3")).toBeUndefined();
});
