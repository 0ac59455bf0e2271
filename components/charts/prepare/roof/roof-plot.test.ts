import { expect, test } from "vitest";
import { createPlotPoint } from "@/tests/support/sample-data/plot-point";
import { findNearest, findRegion, computeAxisRanges, type PlotRoof } from "./roof-plot";
import { toX, toY } from "./roof-view";

const roof: PlotRoof = {
  slope: 3.35,
  measuredSlope: null,
  ceilings: [
    { name: "FP16", peak: 989, measuredPeak: 794, isUsed: true },
    { name: "FP8", peak: 1979, measuredPeak: null, isUsed: false },
  ],
};

test("finds the region relative to the ceiling in use", () => {
  expect(findRegion(roof, 30, 80)).toBe("memory-bound");
  expect(findRegion(roof, 1_900, 500)).toBe("compute-bound");
  expect(findRegion(roof, 30, 110)).toBe("above");
  expect(findRegion(roof, 1_900, 1_200)).toBe("above");
});

test("includes every point, the ridge and the highest ceiling in the ranges", () => {
  const trail = {
    key: "t",
    name: "t",
    colour: "ink",
    x: [4, 50],
    y: [9, 40],
    isMixedByPoint: [false, false],
  };
  const { x, y } = computeAxisRanges(roof, [createPlotPoint("far", 9_000, 2)], [trail]);
  expect(x.min).toBeLessThan(4);
  expect(x.max).toBeGreaterThan(9_000);
  expect(y.min).toBeLessThan(2);
  expect(y.max).toBeGreaterThan(1_979);
});

test("uses the roof only when there are no points, and ignores values without a logarithm", () => {
  const { x, y } = computeAxisRanges(roof, [createPlotPoint("nothing", 0, 0)], []);
  expect(x.min).toBeGreaterThan(100);
  expect(y.min).toBeGreaterThan(100);
});

test("prefers a point to a trail point, and returns null for neither", () => {
  const view = { logMinX: 0, logMinY: 0, pixelsPerDecade: 200 };
  const size = { width: 800, height: 600 };
  const plot = {
    points: [createPlotPoint("decode", 30, 80)],
    trails: [
      { key: "t", name: "t", colour: "ink", x: [30, 300], y: [80, 80], isMixedByPoint: [false, false] },
    ],
  };
  const at = (x: number, y: number) => ({ x: toX(view, x) + 3, y: toY(view, size, y) - 3 });
  expect(findNearest(plot, { view, size }, at(30, 80))).toMatchObject({ point: { key: "decode" } });
  expect(findNearest(plot, { view, size }, at(300, 80))).toEqual({ trailPoint: { trailKey: "t", index: 1 } });
  expect(findNearest(plot, { view, size }, at(1_000, 9))).toBeNull();
});
