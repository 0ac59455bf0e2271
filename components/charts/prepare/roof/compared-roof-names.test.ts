import { expect, test } from "vitest";
import { overlaps } from "@/components/charts/prepare/plot-boxes";
import { layOutRooflineNames } from "./roof-all-names";
import { findObstacles } from "./roof-obstacles";
import { computeAxisRanges, type ComparedRoof, type PlotRoof } from "./roof-plot";
import { fitView, toX, toY } from "./roof-view";

const roof: PlotRoof = {
  slope: 3.35,
  measuredSlope: 2.95,
  ceilings: [{ name: "FP16, BF16", peak: 989, measuredPeak: 795, isUsed: true }],
};
const comparedRoof = (slope: number, peak: number): ComparedRoof => ({
  name: "H200 SXM",
  roof: {
    slope,
    measuredSlope: null,
    ceilings: [{ name: "FP16, BF16", peak, measuredPeak: null, isUsed: true }],
  },
});
const texts = { xUnit: "FLOP/B", yUnit: "TFLOP/s", slopeUnit: "TB/s", aboveRoofText: "above" };
const size = { width: 640, height: 480 };

test("names both roofs, also where their peaks are equal", () => {
  const other = comparedRoof(4.8, 989);
  const { x, y } = computeAxisRanges(roof, [], [], other);
  const { roofNames } = layOutRooflineNames(
    { roof, points: [], trails: [], texts, comparedRoof: other },
    { view: fitView(x, y, size), size },
  );
  expect(roofNames.find(({ key }) => key === "ghost")).toMatchObject({
    name: "H200 SXM",
    details: " 4.80\u202fTB/s",
    style: "ghost",
  });
  expect(roofNames.find(({ key }) => key === "ceiling FP16, BF16")?.name).toBe("FP16, BF16");
  expect(roofNames.find(({ key }) => key === "ridge")).toBeDefined();
});

test("the ranges include a higher roof, and names avoid its lines", () => {
  const other = comparedRoof(8, 2_250);
  const { x, y } = computeAxisRanges(roof, [], [], other);
  expect(y.max).toBeGreaterThan(2_250);
  expect(x.max).toBeGreaterThan(2_250 / 8);
  const view = fitView(x, y, size);
  const on = { view, size };
  const alone = findObstacles(roof, { points: [], trails: [] }, on);
  const at = { left: toX(view, 100) - 1, right: toX(view, 100) + 1 };
  const box = { ...at, top: toY(view, size, 800) - 1, bottom: toY(view, size, 800) + 1 };
  expect(alone.some((one) => overlaps(one, box))).toBe(false);
  const both = findObstacles(roof, { points: [], trails: [], comparedRoof: other }, on);
  expect(both.some((one) => overlaps(one, box))).toBe(true);
});
