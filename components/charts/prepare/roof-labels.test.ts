import { expect, test } from "vitest";
import { obstaclesOf, placeLabels } from "./roof-labels";
import type { PlotPoint, PlotRoof } from "./roof-plot";
import { toX, toY } from "./roof-view";

const on = { view: { left: 1, foot: 1, pixelsPerDecade: 200 }, size: { width: 640, height: 480 } };
const roof: PlotRoof = {
  slope: 3.35,
  measuredSlope: 2.95,
  ceilings: [{ name: "FP16", peak: 989, measured: 795, isUsed: true }],
};
const point = (key: string, x: number, y: number): PlotPoint => ({
  key,
  name: `${key} while busy`,
  lines: ["31.8 FLOP/B, 83.6 TFLOP/s"],
  words: [],
  x,
  y,
  xRange: null,
  yRange: null,
  look: "filled",
  shape: "disc",
  colour: "ph-decode",
  isDoubted: false,
  isNamed: true,
  from: null,
});

test("a name stands below and to the right of its point, away from the roof", () => {
  const [label] = placeLabels([point("decode", 32, 84)], obstaclesOf(roof, [], on), on);
  expect(label).toMatchObject({ key: "decode", anchor: "start" });
  expect(label!.dy).toBeGreaterThan(0);
});

test("near the right edge it stands to the left", () => {
  const [label] = placeLabels([point("prefill", 9_000, 84)], [], on);
  expect(label!.anchor).toBe("end");
});

test("names do not lie on each other, and one without a place is left out", () => {
  const crowd = Array.from({ length: 40 }, (_, index) => point(`p${index}`, 300 + index, 100));
  const labels = placeLabels(crowd, [], on);
  expect(labels.length).toBeGreaterThan(1);
  expect(labels.length).toBeLessThan(40);
  const tops = labels.map(({ anchor, dy }) => `${anchor} ${dy}`);
  expect(new Set(tops).size).toBe(labels.length);
});

test("the roof's lines and the trails are in the way", () => {
  const trail = { key: "t", name: "t", colour: "ink", x: [50], y: [50], isMixed: [false] };
  const places = obstaclesOf(roof, [trail], on);
  expect(places).toContainEqual([toX(on.view, 50), toY(on.view, on.size, 50)]);
  expect(places.some(([, y]) => Math.abs(y - toY(on.view, on.size, 989)) < 0.01)).toBe(true);
});

test("at the foot beside the ridge stand the regions' names: a point there has its own above them", () => {
  const atFoot = [point("decode", 200, 13.3)];
  const [free] = placeLabels(atFoot, [], on);
  const [label] = placeLabels(atFoot, obstaclesOf(roof, [], on), on);
  expect(free!.dy).toBeGreaterThan(-20);
  expect(label!.dy).toBeLessThan(-20);
});
