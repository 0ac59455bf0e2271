import fc from "fast-check";
import { expect, test } from "vitest";
import { spacingOf } from "./sample-gaps";
import { withLabelMatchers } from "./selector";

/** Converts distances in seconds to times. */
const after = (...gaps: readonly number[]): readonly number[] =>
  gaps.reduce<number[]>((times, gap) => [...times, (times.at(-1) ?? 0) + gap * 1_000], [0]);

test("finds two successive intervals and ignores a gap between them", () => {
  expect(spacingOf(after(120, 120, 120, 30, 30, 95, 30, 5, 5, 5))).toEqual({
    coarsestMs: 120_000,
    finestMs: 5_000,
  });
});

test("does not report twice the interval when every second scrape is missed for a while", () => {
  expect(spacingOf(after(30, 30, 60, 60, 30, 30))).toEqual({ coarsestMs: 30_000, finestMs: 30_000 });
  expect(spacingOf(after(30, 30, 30, 60, 60, 30))).toEqual({ coarsestMs: 30_000, finestMs: 30_000 });
  expect(spacingOf(after(60, 60, 30, 30, 30))).toEqual({ coarsestMs: 30_000, finestMs: 30_000 });
  expect(spacingOf(after(30, 30, 60, 60, 60, 60, 60, 30, 30))?.coarsestMs).toBe(60_000);
});

test("takes a single distance as the interval, and returns undefined for a single sample", () => {
  expect(spacingOf(after(15))).toEqual({ coarsestMs: 15_000, finestMs: 15_000 });
  expect(spacingOf(after())).toBeUndefined();
});

test("returns undefined for irregular times without two similar distances", () => {
  expect(spacingOf(after(1, 10, 100))).toBeUndefined();
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
        const spacing = spacingOf(times);
        expect(Math.abs((spacing?.finestMs ?? 0) - everyMs)).toBeLessThanOrEqual(100);
      },
    ),
  );
});

test("adds labels to any selector", () => {
  expect(withLabelMatchers("up", { job: 'a"b' })).toBe('up{job="a\\"b"}');
  expect(withLabelMatchers('up{job="a"}', { __name__: "up", pod: "p" })).toBe('up{job="a",pod="p"}');
  expect(withLabelMatchers("up{}", { "service.name": "x" })).toBe('up{"service.name"="x"}');
  expect(withLabelMatchers('up{job="a"}', {})).toBe('up{job="a"}');
});
