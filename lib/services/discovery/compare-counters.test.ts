import fc from "fast-check";
import { expect, test } from "vitest";
import { compareCounters, combineCounterMatches, type ScrapedCounter } from "./compare-counters";

const scrapeMs = 15_000;

/** Samples of a counter as read by a scraper that starts at `offsetMs`. */
function read(counter: (atMs: number) => number, offsetMs: number, count = 20): ScrapedCounter {
  const timesMs = Array.from({ length: count }, (_, index) => offsetMs + index * scrapeMs);
  return { timesMs, values: timesMs.map(counter) };
}

const steady = (atMs: number): number => Math.floor(atMs / 700);

test("matches one counter that two scrapers read at different times", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 50 }), { minLength: 40, maxLength: 40 }),
      fc.nat({ max: scrapeMs }),
      fc.nat({ max: 10_000 }),
      (steps, offsetMs, lateMs) => {
        const counter = (atMs: number): number =>
          steps.slice(0, Math.floor(atMs / 10_000)).reduce((sum, step) => sum + step, 1);
        const late = read((atMs) => counter(atMs + lateMs), offsetMs);
        expect(compareCounters(read(counter, 0), late)).toBe("same");
      },
    ),
  );
});

test("distinguishes two counters, even with similar increases", () => {
  expect(
    compareCounters(
      read(steady, 0),
      read((atMs) => steady(atMs) + 100, 4_000),
    ),
  ).toBe("different");
  expect(
    compareCounters(
      read(steady, 0),
      read((atMs) => 3 * steady(atMs), 4_000),
    ),
  ).toBe("different");
  expect(
    compareCounters(
      read(() => 1_700_000_000.12, 0),
      read(() => 1_700_000_000.87, 5_000),
    ),
  ).toBe("different");
});

test("ignores a counter reset that both scrapers observed", () => {
  const restarted = (atMs: number): number =>
    atMs < 100_000 ? 5_000 + steady(atMs) : steady(atMs - 100_000) + 1;
  expect(compareCounters(read(restarted, 0), read(restarted, 7_000))).toBe("same");
});

test("returns unknown for empty counters or too few overlapping samples", () => {
  expect(
    compareCounters(
      read(() => 0, 0),
      read(() => 0, 1_000),
    ),
  ).toBe("unknown");
  expect(compareCounters(read(steady, 0, 1), read(steady, 1_000))).toBe("unknown");
  expect(compareCounters(read(steady, 0), { timesMs: [], values: [] })).toBe("unknown");
});

test("returns different if one series differs", () => {
  expect(combineCounterMatches(["same", "unknown", "different"])).toBe("different");
  expect(combineCounterMatches(["unknown", "same"])).toBe("same");
  expect(combineCounterMatches([])).toBe("unknown");
});
