import fc from "fast-check";
import { expect, test } from "vitest";
import { findLevelChange } from "./level-change";

const secondMs = 1_000;
const stretch = { startMs: 0, endMs: 300 * secondMs };
/** Returns bytes per second in one-minute intervals, each the mean of its time. */
function intervals(
  rateAt: (atMs: number) => number,
  { intervalMs = 60_000, stepMs = 15_000, fromMs = 0 } = {},
) {
  const points = [];
  for (let atMs = fromMs + intervalMs; atMs <= stretch.endMs; atMs += stepMs) {
    const within = Array.from({ length: 60 }, (_, at) => rateAt(atMs - ((at + 0.5) * intervalMs) / 60));
    points.push({ atMs, value: within.reduce((sum, one) => sum + one, 0) / within.length });
  }
  return { points, intervalMs };
}
const stepAt =
  (changeMs: number, before: number, after: number) =>
  (atMs: number): number =>
    atMs < changeMs ? before : after;

test.each([75, 120, 150, 200, 235])(
  "bandwidth that falls %s s into five minutes: reports when, from what and to what",
  (at) => {
    const { points, intervalMs } = intervals(stepAt(at * secondMs, 2, 0.8));
    const change = findLevelChange(points, { ...stretch, intervalMs });
    expect(Math.abs((change?.atMs ?? 0) - at * secondMs)).toBeLessThanOrEqual(30 * secondMs);
    expect(change?.meanBefore).toBeGreaterThan(1.7);
    expect(change?.meanAfter).toBeLessThan(1);
  },
);

test("detects a recovery as a change", () => {
  const { points, intervalMs } = intervals(stepAt(140 * secondMs, 0.8, 2));
  const change = findLevelChange(points, { ...stretch, intervalMs });
  expect(change?.meanAfter).toBeGreaterThan(change?.meanBefore ?? Infinity);
});

test("intervals of two minutes detect a change; an interval longer than the stretch does not", () => {
  const falls = stepAt(150 * secondMs, 2, 0.8);
  const long = intervals(falls, { intervalMs: 120_000, stepMs: 60_000, fromMs: -60_000 });
  expect(findLevelChange(long.points, { ...stretch, intervalMs: long.intervalMs })).not.toBeNull();
  const fullStretch = intervals(falls, { intervalMs: 300_000, stepMs: 300_000 });
  expect(findLevelChange(fullStretch.points, { ...stretch, intervalMs: fullStretch.intervalMs })).toBeNull();
});

test("ignores changes before the stretch and values that rise and fall again", () => {
  const earlier = intervals(stepAt(-90 * secondMs, 2, 0.8), { fromMs: -300_000 });
  expect(findLevelChange(earlier.points, { ...stretch, intervalMs: earlier.intervalMs })).toBeNull();
  const wave = intervals((atMs) => 2 + Math.sin(atMs / 20_000));
  expect(findLevelChange(wave.points, { ...stretch, intervalMs: wave.intervalMs })).toBeNull();
});

test("property: values that vary by less than a tenth in either direction have not changed", () => {
  const wander = fc.array(fc.double({ min: 0.91, max: 1.09, noNaN: true }), { minLength: 0, maxLength: 30 });
  fc.assert(
    fc.property(wander, (values) => {
      const points = values.map((value, at) => ({ atMs: 60_000 + at * 15_000, value }));
      expect(findLevelChange(points, { ...stretch, intervalMs: 60_000 })).toBeNull();
    }),
  );
});
