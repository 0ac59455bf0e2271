import fc from "fast-check";
import { expect, test } from "vitest";
import {
  computeVisibleRanges,
  fitView,
  computeTickCandidates,
  computeViewTransform,
  panView,
  toX,
  toY,
  toAxisValues,
  clampView,
  pixelsPerDecadeBounds,
  zoomView,
  type RoofView,
} from "./roof-view";

const size = { width: 640, height: 480 };

const anyView: fc.Arbitrary<RoofView> = fc.record({
  logMinX: fc.double({ min: -3, max: 6, noNaN: true }),
  logMinY: fc.double({ min: -3, max: 6, noNaN: true }),
  pixelsPerDecade: fc.double({ min: pixelsPerDecadeBounds.min, max: pixelsPerDecadeBounds.max, noNaN: true }),
});
const anyPosition = fc.record({
  x: fc.double({ min: 0, max: 640, noNaN: true }),
  y: fc.double({ min: 0, max: 480, noNaN: true }),
});
const anyValue = fc.double({ min: 0.01, max: 1e5, noNaN: true });

test("converts between position and value in both directions", () => {
  fc.assert(
    fc.property(anyView, anyPosition, (view, position) => {
      const value = toAxisValues(view, size, position);
      expect(toX(view, value.x)).toBeCloseTo(position.x, 5);
      expect(toY(view, size, value.y)).toBeCloseTo(position.y, 5);
    }),
  );
});

test("keeps the position under the pointer when zooming, within the bounds", () => {
  fc.assert(
    fc.property(anyView, anyPosition, fc.double({ min: 0.1, max: 10, noNaN: true }), (view, at, factor) => {
      const next = zoomView(view, size, factor, at);
      const [before, after] = [toAxisValues(view, size, at), toAxisValues(next, size, at)];
      expect(Math.log10(after.x / before.x)).toBeCloseTo(0, 6);
      expect(Math.log10(after.y / before.y)).toBeCloseTo(0, 6);
      expect(next.pixelsPerDecade).toBeGreaterThanOrEqual(pixelsPerDecadeBounds.min);
      expect(next.pixelsPerDecade).toBeLessThanOrEqual(pixelsPerDecadeBounds.max);
    }),
  );
});

test("keeps the decades of the roof near, however far the view is panned", () => {
  const fitted = fitView({ min: 7, max: 4_200 }, { min: 24, max: 4_200 }, size);
  fc.assert(
    fc.property(anyView, (movedView) => {
      const view = clampView(movedView, fitted, size);
      const [domain, fittedDomain] = [computeVisibleRanges(view, size), computeVisibleRanges(fitted, size)];
      for (const axis of ["x", "y"] as const) {
        expect(Math.log10(domain[axis].min)).toBeGreaterThanOrEqual(
          Math.log10(fittedDomain[axis].min) - 1.501,
        );
        expect(Math.log10(domain[axis].max)).toBeLessThanOrEqual(Math.log10(fittedDomain[axis].max) + 1.501);
      }
    }),
  );
  expect(clampView(fitted, fitted, size)).toEqual(fitted);
  const near = { ...fitted, pixelsPerDecade: fitted.pixelsPerDecade * 2 };
  expect(clampView(near, fitted, size)).toEqual(near);
});

test("pans by a drag and returns by the reverse drag", () => {
  const view = { logMinX: 1, logMinY: 1, pixelsPerDecade: 200 };
  const movedView = panView(view, 100, 50);
  expect(toX(movedView, 100)).toBeCloseTo(toX(view, 100) + 100);
  expect(toY(movedView, size, 100)).toBeCloseTo(toY(view, size, 100) + 50);
  const back = panView(movedView, -100, -50);
  expect([back.logMinX, back.logMinY]).toEqual([expect.closeTo(1), expect.closeTo(1)]);
});

test("transforms a drawing to where another view would draw it", () => {
  fc.assert(
    fc.property(anyView, anyView, anyValue, anyValue, (drawn, now, x, y) => {
      const { scale, dx, dy } = computeViewTransform(drawn, now, size);
      const tolerance = 1e-6 * Math.max(1, scale) * 20_000;
      expect(Math.abs(scale * toX(drawn, x) + dx - toX(now, x))).toBeLessThan(tolerance);
      expect(Math.abs(scale * toY(drawn, size, y) + dy - toY(now, size, y))).toBeLessThan(tolerance);
    }),
  );
});

test("includes both ranges at one scale", () => {
  const view = fitView({ min: 10, max: 3_000 }, { min: 30, max: 2_000 }, size);
  const { x, y } = computeVisibleRanges(view, size);
  expect(x.min).toBeLessThanOrEqual(10.001);
  expect(x.max).toBeGreaterThanOrEqual(2_999);
  expect(y.min).toBeLessThanOrEqual(30.001);
  expect(y.max).toBeGreaterThanOrEqual(1_999);
});

test("labels powers of ten, and values between them where they fit", () => {
  expect(computeTickCandidates({ min: 5, max: 2_000 }, 60)).toEqual([10, 100, 1_000]);
  expect(computeTickCandidates({ min: 5, max: 2_000 }, 200)).toEqual([10, 30, 100, 300, 1_000]);
  expect(computeTickCandidates({ min: 0.02, max: 0.4 }, 200)).toEqual([0.03, 0.1, 0.3]);
  expect(computeTickCandidates({ min: 10, max: 20 }, 1_600)).toEqual([10, 15, 20]);
});
