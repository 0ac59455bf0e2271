import { expect, test } from "vitest";
import { computeLinePoints } from "./fitted-line";

const points = [
  { x: 4, y: 1 },
  { x: 40, y: 3 },
];

test("extends the line from near 0 to beyond the last point", () => {
  const fittedPoints = computeLinePoints(points, { valueAt: (x) => 2 * x });
  expect(fittedPoints[0]!.x).toBeGreaterThan(0);
  expect(fittedPoints[0]!.x).toBeLessThan(1);
  expect(fittedPoints.at(-1)!.x).toBeCloseTo(46);
  expect(
    fittedPoints.every(
      ({ x, lineValue, confidenceBand }) => lineValue === 2 * x && confidenceBand === undefined,
    ),
  ).toBe(true);
});

test("returns a band if there is an interval", () => {
  const fittedPoints = computeLinePoints(points, {
    valueAt: (x) => x,
    lowerBoundAt: (x) => x - 1,
    upperBoundAt: (x) => x + 1,
  });
  expect(
    fittedPoints.every(
      ({ x, confidenceBand }) => confidenceBand?.[0] === x - 1 && confidenceBand[1] === x + 1,
    ),
  ).toBe(true);
});

test("returns an axis without points", () => {
  expect(computeLinePoints([], { valueAt: () => 1 }).at(-1)!.x).toBeCloseTo(1.15);
});
