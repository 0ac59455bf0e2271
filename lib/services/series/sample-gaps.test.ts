import fc from "fast-check";
import { expect, test } from "vitest";
import { spacingOf } from "./sample-gaps";
import { withLabels } from "./selector";

/** Times from distances in seconds. */
const after = (...gaps: readonly number[]): readonly number[] =>
  gaps.reduce<number[]>((times, gap) => [...times, (times.at(-1) ?? 0) + gap * 1_000], [0]);

test("two spacings in a row are both seen, a gap between them is not one", () => {
  expect(spacingOf(after(120, 120, 120, 30, 30, 95, 30, 5, 5, 5))).toEqual({
    coarsestMs: 120_000,
    finestMs: 5_000,
  });
});

test("every second scrape missed for a moment is no spacing of twice the length", () => {
  expect(spacingOf(after(30, 30, 60, 60, 30, 30))).toEqual({ coarsestMs: 30_000, finestMs: 30_000 });
  expect(spacingOf(after(30, 30, 30, 60, 60, 30))).toEqual({ coarsestMs: 30_000, finestMs: 30_000 });
  expect(spacingOf(after(60, 60, 30, 30, 30))).toEqual({ coarsestMs: 30_000, finestMs: 30_000 });
  expect(spacingOf(after(30, 30, 60, 60, 60, 60, 60, 30, 30))?.coarsestMs).toBe(60_000);
});

test("a single distance is taken as the spacing, a single sample has none", () => {
  expect(spacingOf(after(15))).toEqual({ coarsestMs: 15_000, finestMs: 15_000 });
  expect(spacingOf(after())).toBeUndefined();
});

test("irregular times without two alike distances tell nothing", () => {
  expect(spacingOf(after(1, 10, 100))).toBeUndefined();
});

test("jitter and missed scrapes do not change the spacing", () => {
  const scrape = fc.record({ jitterMs: fc.integer({ min: -20, max: 20 }), isMissed: fc.nat(19) });
  fc.assert(
    fc.property(
      fc.constantFrom(1_000, 5_000, 30_000),
      fc.array(scrape, { minLength: 30 }),
      (everyMs, scrapes) => {
        const times = scrapes.flatMap(({ jitterMs, isMissed }, index) =>
          // Never two missed in a row: what is left would be too little to tell.
          isMissed === 0 && index % 2 === 1 ? [] : [index * everyMs + jitterMs],
        );
        const spacing = spacingOf(times);
        expect(Math.abs((spacing?.finestMs ?? 0) - everyMs)).toBeLessThanOrEqual(100);
      },
    ),
  );
});

test("labels are added to any selector", () => {
  expect(withLabels("up", { job: 'a"b' })).toBe('up{job="a\\"b"}');
  expect(withLabels('up{job="a"}', { __name__: "up", pod: "p" })).toBe('up{job="a",pod="p"}');
  expect(withLabels("up{}", { "service.name": "x" })).toBe('up{"service.name"="x"}');
  expect(withLabels('up{job="a"}', {})).toBe('up{job="a"}');
});
