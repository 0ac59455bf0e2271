import fc from "fast-check";
import { expect, test } from "vitest";
import { findSampleSpacing } from "./sample-spacing";
import { addLabelMatchers } from "./label-matchers";

/** Converts distances in seconds to times. */
const after = (...gaps: readonly number[]): readonly number[] =>
  gaps.reduce<number[]>((times, gap) => [...times, (times.at(-1) ?? 0) + gap * 1_000], [0]);

test("finds two successive intervals and ignores a gap between them", () => {
  expect(findSampleSpacing(after(120, 120, 120, 30, 30, 95, 30, 5, 5, 5))).toEqual({
    longestMs: 120_000,
    shortestMs: 5_000,
  });
});

test("does not report twice the interval when every second scrape is missed for a while", () => {
  expect(findSampleSpacing(after(30, 30, 60, 60, 30, 30))).toEqual({ longestMs: 30_000, shortestMs: 30_000 });
  expect(findSampleSpacing(after(30, 30, 30, 60, 60, 30))).toEqual({ longestMs: 30_000, shortestMs: 30_000 });
  expect(findSampleSpacing(after(60, 60, 30, 30, 30))).toEqual({ longestMs: 30_000, shortestMs: 30_000 });
  expect(findSampleSpacing(after(30, 30, 60, 60, 60, 60, 60, 30, 30))?.longestMs).toBe(60_000);
});

test("takes a single distance as the interval, and returns undefined for a single sample", () => {
  expect(findSampleSpacing(after(15))).toEqual({ longestMs: 15_000, shortestMs: 15_000 });
  expect(findSampleSpacing(after())).toBeUndefined();
});

test("returns undefined for irregular times without two similar distances", () => {
  expect(findSampleSpacing(after(1, 10, 100))).toBeUndefined();
});

test("tolerates jitter and missed scrapes", () => {
  const scrape = fc.record({ jitterMs: fc.integer({ min: -20, max: 20 }), isMissed: fc.nat(19) });
  fc.assert(
    fc.property(
      fc.constantFrom(1_000, 5_000, 30_000),
      fc.array(scrape, { minLength: 30 }),
      (everyMs, scrapes) => {
        const times = scrapes.flatMap(({ jitterMs, isMissed }, index) =>
          // Never misses two scrapes in a row, which would leave too little data.
          isMissed === 0 && index % 2 === 1 ? [] : [index * everyMs + jitterMs],
        );
        const spacing = findSampleSpacing(times);
        expect(Math.abs((spacing?.shortestMs ?? 0) - everyMs)).toBeLessThanOrEqual(100);
      },
    ),
  );
});

test("adds labels to any selector", () => {
  expect(addLabelMatchers("up", { job: 'a"b' })).toBe('up{job="a\\"b"}');
  expect(addLabelMatchers('up{job="a"}', { __name__: "up", pod: "p" })).toBe('up{job="a",pod="p"}');
  expect(addLabelMatchers("up{}", { "service.name": "x" })).toBe('up{"service.name"="x"}');
  expect(addLabelMatchers('up{job="a"}', {})).toBe('up{job="a"}');
});
