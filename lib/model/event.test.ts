import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eventTimeLimits, maxEventTitleLength, eventTimesError, titleError } from "./event";

const nowMs = Date.UTC(2026, 10, 21, 12);
const hourMs = 3_600_000;

describe("titles", () => {
  test.each([
    "chat 2.4.1",
    "größer – 東京 👩‍💻",
    "<script>alert(1)</script>",
    "'; drop table events;--",
    "x".repeat(300),
  ])("accepts %j", (title) => expect(titleError(title)).toBeNull());
  test.each([
    "",
    "   ",
    "\u200b",
    "\u3164\u2800\u00ad",
    "two\nlines",
    "nul\u0000",
    "\u202egnp.exe",
    "lone \ud800",
    "x".repeat(maxEventTitleLength + 1),
  ])("refuses %j", (title) => expect(titleError(title)).not.toBeNull());
});

describe("times", () => {
  test("accepts an open, a closed and a planned exclusion", () => {
    for (const [atMs, endMs] of [
      [nowMs, null],
      [nowMs - 2 * hourMs, nowMs - hourMs],
      [nowMs + 24 * hourMs, nowMs + 25 * hourMs],
    ] as const)
      expect(eventTimesError({ kind: "exclusion", atMs, endMs }, nowMs)).toBeNull();
  });
  test.each([
    ["a reversed window", { kind: "exclusion", atMs: nowMs, endMs: nowMs - 1 }, /after the start/],
    ["an empty window", { kind: "exclusion", atMs: nowMs, endMs: nowMs }, /after the start/],
    [
      "a window of five years",
      { kind: "exclusion", atMs: nowMs - 5 * 365 * 24 * hourMs, endMs: nowMs },
      /31 days/,
    ],
    ["a deploy of tomorrow", { kind: "deploy", atMs: nowMs + 24 * hourMs, endMs: null }, /future/],
    [
      "an exclusion of next year",
      { kind: "exclusion", atMs: nowMs + 400 * 24 * hourMs, endMs: null },
      /92 days/,
    ],
    ["a comment of 1970", { kind: "comment", atMs: 0, endMs: null }, /five years/],
    ["a deploy with an end", { kind: "deploy", atMs: nowMs, endMs: nowMs + 1 }, /Only an exclusion/],
  ] as const)("refuses %s", (_name, times, message) => {
    expect(eventTimesError(times, nowMs)).toMatch(message);
  });
  test("accepts a pipeline clock that is slightly ahead", () => {
    expect(
      eventTimesError({ kind: "deploy", atMs: nowMs + eventTimeLimits.aheadMs, endMs: null }, nowMs),
    ).toBeNull();
  });
  test("accepts no exclusion that is reversed or longer than its limit", () => {
    const ms = fc.integer({ min: nowMs - 400 * 24 * hourMs, max: nowMs + 400 * 24 * hourMs });
    fc.assert(
      fc.property(ms, ms, (atMs, endMs) => {
        if (eventTimesError({ kind: "exclusion", atMs, endMs }, nowMs) !== null) return;
        expect(endMs).toBeGreaterThan(atMs);
        expect(endMs - atMs).toBeLessThanOrEqual(eventTimeLimits.maxExclusionMs);
      }),
    );
  });
});
