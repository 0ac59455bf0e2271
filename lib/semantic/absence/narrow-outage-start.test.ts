import fc from "fast-check";
import { expect, test } from "vitest";
import { narrowOutageStart } from "./narrow-outage-start";

const stepMs = 15_000;
const [hourMs, atMs] = [3_600_000, 1_800_000_000_000];
const since = { kind: "since", atMs, withinMs: hourMs, elapsedMs: 2 * hourMs } as const;
const none = Number.NaN;

function closer(answered: readonly number[], coarsestMs: number | null = stepMs) {
  const grid = { startMs: atMs, stepMs, pointCount: answered.length };
  const {
    atMs: fromMs,
    withinMs,
    elapsedMs,
  } = narrowOutageStart(since, answered, { grid, sampleSpacingMs: coarsestMs });
  expect(fromMs + elapsedMs).toBe(since.atMs + since.elapsedMs);
  return [(fromMs - atMs) / stepMs, (fromMs + withinMs - atMs) / stepMs];
}

test("dates the outage between the last successful and the first failed scrape", () => {
  expect(closer([1, 1, 1, 0, 0, 0])).toEqual([1, 3]);
  // Scraped less often than the points.
  expect(closer([1, none, none, 0, none, none, 0])).toEqual([0, 3]);
  // The target responded once in between.
  expect(closer([1, 0, 0, 1, 0, 0])).toEqual([2, 4]);
});

test("dates the removal of a target before its next scrape was due", () => {
  expect(closer([1, 1, none, none, none])).toEqual([0, 2]);
  expect(closer([1, 1, none, none, none], 60_000)).toEqual([0, 5]);
  expect(closer([1, 1, none, none, none], null)).toEqual([0, 5]);
});

test("uses the first failed scrape as the upper bound when no scrape succeeded, and changes nothing without scrapes", () => {
  expect(closer([none, 0, 0])).toEqual([0, 1]);
  expect(closer([none, none, none])).toEqual([0, 240]);
});

test("property: stays within the known range and never makes the outage longer", () => {
  const value = fc.constantFrom(0, 1, none);
  fc.assert(
    fc.property(fc.array(value, { maxLength: 241 }), (answered) => {
      const [from = 0, to = 0] = closer(answered);
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeGreaterThanOrEqual(from);
      expect(to).toBeLessThanOrEqual(240);
    }),
  );
});
