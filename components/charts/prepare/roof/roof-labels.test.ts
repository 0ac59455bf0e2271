import { expect, test } from "vitest";
import { createPlotPoint } from "@/tests/support/sample-data/plot-point";
import { boxAround, overlaps, type Box } from "@/components/charts/prepare/plot-boxes";
import { layOutRooflineNames } from "./roof-all-names";
import { lineSpacingPx, layOutPointLabels, type PointLabel } from "./roof-labels";
import type { RoofName } from "./roof-name";
import { distanceToBox } from "./roof-nearness";
import { findObstacles } from "./roof-obstacles";
import type { PlotPoint, PlotRoof, PlotTrail } from "./roof-plot";
import { fitView, toX, toY } from "./roof-view";

const on = { view: { logMinX: 1, logMinY: 1, pixelsPerDecade: 200 }, size: { width: 640, height: 480 } };
const roof: PlotRoof = {
  slope: 3.35,
  measuredSlope: 2.95,
  ceilings: [
    { name: "FP16, BF16", peak: 989, measuredPeak: 795, isUsed: true },
    { name: "FP8, INT8", peak: 1979, measuredPeak: 1403, isUsed: false },
  ],
};
const texts = {
  xUnit: "FLOP/B",
  yUnit: "TFLOP/s",
  slopeUnit: "TB/s",
  aboveRoofText: "a point here means wrong inputs",
};
const point = (key: string, x: number, y: number, part: Partial<PlotPoint> = {}): PlotPoint =>
  createPlotPoint(key, x, y, {
    name: `${key} while busy`,
    labelLines: ["31.8 FLOP/B, 83.6 TFLOP/s", "MBU 0.78, MFU 0.08"],
    ...part,
  });
/** Like the GPU counters: unnamed, with a large error. */
const counters = point("counters", 51, 33.8, {
  style: "hollow",
  shape: "diamond",
  isNameShown: false,
  xErrorRange: { min: 12.6, max: 103 },
  yErrorRange: { min: 8.5, max: 67 },
});
const layOut = (points: readonly PlotPoint[], taken: readonly Box[] = []) =>
  layOutPointLabels(points, { drawnBoxes: taken, nameBoxes: [], avoidableBoxes: [] }, on);

test("labels the region above the roof with its meaning", () => {
  const above = "more than one T4 can do";
  const { roofNames } = layOutRooflineNames(
    { roof, points: [], trails: [], texts: { ...texts, aboveRoofText: above } },
    on,
  );
  expect(roofNames.find(({ key }) => key === "above the roof")?.details).toBe(above);
});

test("omits the meaning of a region if it does not fit, and keeps the region's name", () => {
  const { roofNames } = layOutRooflineNames(
    { roof, points: [], trails: [], texts: { ...texts, aboveRoofText: "x".repeat(200) } },
    on,
  );
  expect(roofNames.find(({ key }) => key === "above the roof")).toMatchObject({
    name: "above the roof",
    details: "",
  });
});

test("places a name to the right or below its point, away from the roof, without a leader line", () => {
  const points = [point("decode", 32, 84)];
  const [label] = layOut(points, findObstacles(roof, { points, trails: [] }, on));
  expect(label).toMatchObject({ key: "decode", anchor: "start", leaderLine: null });
  expect(label!.dy).toBeGreaterThanOrEqual(0);
});

test("places a name to the left near the right edge", () => {
  const [label] = layOut([point("prefill", 9_000, 84)]);
  expect(label!.anchor).toBe("end");
});

test("adds a leader line to a distant name, and leaves related points to the legend", () => {
  const at = [toX(on.view, 180), toY(on.view, on.size, 63)] as const;
  const aside = { left: at[0] - 34, right: at[0] + 34, top: at[1] - 30, bottom: at[1] + 30 };
  const [far] = layOut([point("decode", 180, 63)], [aside]);
  expect(far!.leaderLine).not.toBeNull();
  expect(layOut([point("decode", 180, 63, { style: "hollow" })], [aside])).toEqual([]);
});

test("omits the lines under a name when there is no space", () => {
  const at = [toX(on.view, 180), toY(on.view, on.size, 63)] as const;
  const above = { left: 0, right: 640, top: 0, bottom: at[1] - 9 };
  const below = { left: 0, right: 640, top: at[1] + 9, bottom: 480 };
  const [label] = layOut([point("decode", 180, 63)], [above, below]);
  expect(label!.detailLines).toEqual([]);
});

const boxOf = (of: PlotPoint, { dx, dy, anchor, detailLines }: PointLabel, size = on): Box => {
  const width = Math.max(of.name.length * 6.4, ...detailLines.map((line) => line.length * 5.6));
  const share = { start: 0, middle: 0.5, end: 1 }[anchor];
  const left = toX(size.view, of.x) + dx - width * share;
  const top = toY(size.view, size.size, of.y) + dy - lineSpacingPx / 2;
  return { left, right: left + width, top, bottom: top + (1 + detailLines.length) * lineSpacingPx };
};

test("never overlaps names, and omits a name without a free position", () => {
  const crowd = Array.from({ length: 40 }, (_, index) => point(`p${index}`, 300 + index, 100));
  const labels = layOut(crowd);
  expect(labels.length).toBeGreaterThan(1);
  expect(labels.length).toBeLessThan(40);
  const boxes = labels.map((label) =>
    boxOf(
      crowd.find(({ key }) => key === label.key)!,
      label,
    ),
  );
  for (const [index, box] of boxes.entries())
    expect(boxes.slice(index + 1).some((other) => overlaps(other, box))).toBe(false);
});

const trail = (key: string, x0: number, y0: number): PlotTrail => ({
  key,
  name: key,
  colour: "ink",
  x: Array.from({ length: 60 }, (_, index) => x0 * (1 + index / 60)),
  y: Array.from({ length: 60 }, (_, index) => y0 * (1 + index / 60)),
  isMixedByPoint: Array.from({ length: 60 }, () => false),
});
const points = [
  point("decode", 31.8, 83.6, { xErrorRange: { min: 29, max: 34.7 }, yErrorRange: { min: 78, max: 89.5 } }),
  point("average", 31.8, 69.4, { style: "hollow", relatedPointKey: "decode", labelLines: [] }),
  point("prefill", 1_943, 514, { colour: "ph-prefill" }),
  point("counters", 48, 120, { shape: "diamond", isNameShown: false }),
];
const trails = [trail("decode", 16, 42), trail("prefill", 970, 257)];

test.each([
  ["as wide as a desk's", { width: 694, height: 552 }],
  ["as narrow as a phone's", { width: 300, height: 300 }],
])("on a plot %s, names the current points without overlapping the drawing", (_, size) => {
  const view = fitView({ min: 7, max: 4_200 }, { min: 24, max: 4_200 }, size);
  const { roofNames, pointLabels } = layOutRooflineNames({ roof, points, trails, texts }, { view, size });
  expect(pointLabels.map(({ key }) => key)).toEqual(expect.arrayContaining(["decode", "prefill"]));
  expect(roofNames.map(({ key }) => key)).toEqual(
    expect.arrayContaining(["ridge", "ceiling FP16, BF16", "ceiling FP8, INT8", "slope", "memory-bound"]),
  );
  const drawn = findObstacles(roof, { points, trails }, { view, size });
  for (const label of pointLabels) {
    const box = boxOf(
      points.find(({ key }) => key === label.key)!,
      label,
      { view, size },
    );
    expect(drawn.filter((other) => overlaps(other, box))).toEqual([]);
    expect(box.left >= 0 && box.right <= size.width && box.top >= 0 && box.bottom <= size.height).toBe(true);
  }
});

test("shortens the name of a ceiling with a short line, and places it above", () => {
  const size = { width: 300, height: 300 };
  const view = fitView({ min: 7, max: 4_200 }, { min: 24, max: 4_200 }, size);
  const { roofNames } = layOutRooflineNames({ roof, points: [], trails: [], texts }, { view, size });
  const ceiling = roofNames.find(({ key }) => key === "ceiling FP8, INT8")!;
  expect(`${ceiling.name}${ceiling.details}`).toBe("FP8 1,979");
  expect(ceiling.y).toBeLessThan(toY(view, size, 1_979));
});

const spotOf = ({ x, y }: PlotPoint, at = on) => ({ x: toX(at.view, x), y: toY(at.view, at.size, y) });

/** Names as close to another point as to theirs, without a leader line. */
const misread = (
  allPoints: readonly PlotPoint[],
  labels: readonly PointLabel[],
  at = on,
): readonly string[] =>
  labels.flatMap((label) => {
    const own = allPoints.find(({ key }) => key === label.key)!;
    const box = boxOf(own, label, at);
    const otherPoints = allPoints.filter((other) => other !== own && other.shape !== "none");
    const isNear = otherPoints.some(
      (other) => distanceToBox(box, spotOf(other, at)) <= distanceToBox(box, spotOf(own, at)),
    );
    return isNear && label.leaderLine === null ? [own.name] : [];
  });

test.each([4, 8, 15, 24])(
  "with its average %i px below, places a name closer to its point or adds a leader line",
  (apart) => {
    const busy = point("decode", 32, 84);
    const average = point("average", 32, 84 / 10 ** (apart / 200), {
      name: "decode on average",
      style: "hollow",
      labelLines: [],
    });
    const points = [busy, average];
    const labels = layOut(points, findObstacles(roof, { points, trails: [] }, on));
    expect(labels.map(({ key }) => key)).toContain("decode");
    expect(misread(points, labels)).toEqual([]);
  },
);

test("keeps the names of points among the batches of a sweep", () => {
  const dots = [20, 26, 31, 32].map((x, index) =>
    point(`sweep ${index}`, x, 84 * (x / 32), {
      name: `batch ${index}`,
      style: "hollow",
      shape: "dot",
      labelLines: [],
      isNameShown: index === 0 || index === 3,
      relatedPointKey: index === 0 ? null : `sweep ${index - 1}`,
    }),
  );
  const allPoints = [point("decode", 32.5, 83), ...dots];
  const { pointLabels } = layOutRooflineNames({ roof, points: allPoints, trails: [], texts }, on);
  expect(pointLabels.map(({ key }) => key)).toContain("decode");
  expect(misread(allPoints, pointLabels)).toEqual([]);
});

/** Midpoints of the letters of rotated text. */
const lettersOf = ({ x, y, slopeOffsetPx, name, details }: RoofName): readonly Box[] =>
  Array.from({ length: 21 }, (_, index) => {
    const at = ((index - 10) / 10) * ((name.length + details.length) * 3);
    const letterOffset = (slopeOffsetPx ?? 0) - 4;
    return boxAround(x + (at + letterOffset) * Math.SQRT1_2, y + (letterOffset - at) * Math.SQRT1_2, 1);
  });

test.each([
  ["as wide as a desk's", { width: 694, height: 552 }],
  ["as narrow as a phone's", { width: 308, height: 300 }],
])("on a plot %s, no whisker or link crosses a name", (_, size) => {
  const view = fitView({ min: 2.7, max: 4_200 }, { min: 4, max: 1_400 }, size);
  const at = { view, size };
  const l40s: PlotRoof = {
    slope: 0.864,
    measuredSlope: null,
    ceilings: [{ name: "FP16, BF16", peak: 362, measuredPeak: null, isUsed: true }],
  };
  const allPoints = [
    point("decode", 15.2, 9.24),
    point("average", 15.1, 7.95, {
      name: "decode on average",
      style: "hollow",
      relatedPointKey: "decode",
      labelLines: [],
    }),
    point("what if", 60, 30, { style: "dashed", relatedPointKey: "decode" }),
    counters,
  ];
  const { roofNames, pointLabels } = layOutRooflineNames(
    { roof: l40s, points: allPoints, trails: [], texts },
    at,
  );
  const [x, y] = [(value: number) => toX(view, value), (value: number) => toY(view, size, value)];
  const struck = [
    { left: x(12.6), right: x(103), top: y(33.8) - 1, bottom: y(33.8) + 1 },
    { left: x(51) - 1, right: x(51) + 1, top: y(67), bottom: y(8.5) },
    ...Array.from({ length: 40 }, (__, step) =>
      boxAround(x(15.2 * (60 / 15.2) ** (step / 40)), y(9.24 * (30 / 9.24) ** (step / 40)), 1),
    ),
  ];
  const drawn = [
    ...pointLabels.map((label) =>
      boxOf(
        allPoints.find(({ key }) => key === label.key)!,
        label,
        at,
      ),
    ),
    ...roofNames.filter(({ slopeOffsetPx }) => slopeOffsetPx !== null).flatMap(lettersOf),
  ];
  expect(pointLabels.map(({ key }) => key)).toContain("decode");
  expect(roofNames.map(({ key }) => key)).toContain("slope");
  expect(drawn.filter((box) => struck.some((line) => overlaps(line, box)))).toEqual([]);
});

const phone = { width: 308, height: 300 };
const crowded: PlotRoof = {
  slope: 0.864,
  measuredSlope: null,
  ceilings: [
    { name: "TF32", peak: 183, measuredPeak: null, isUsed: false },
    { name: "FP16, BF16", peak: 362, measuredPeak: null, isUsed: true },
    { name: "FP8, INT8", peak: 733, measuredPeak: null, isUsed: false },
  ],
};

test("names points before regions and bandwidth when space is limited", () => {
  const at = { view: fitView({ min: 7, max: 1_300 }, { min: 4.2, max: 1_300 }, phone), size: phone };
  const allPoints = [
    point("decode", 15.2, 9.24, { xErrorRange: { min: 14.3, max: 16.1 } }),
    point("prefill", 346, 161, { xErrorRange: { min: 306, max: 386 } }),
    point("decode on average", 15.3, 8.07, { style: "hollow", relatedPointKey: "decode", labelLines: [] }),
    point("prefill on average", 351, 21.4, { style: "hollow", relatedPointKey: "prefill", labelLines: [] }),
    counters,
  ];
  const { roofNames, pointLabels } = layOutRooflineNames(
    { roof: crowded, points: allPoints, trails: [], texts },
    at,
  );
  expect(pointLabels.map(({ key }) => key)).toEqual(expect.arrayContaining(["decode", "prefill"]));
  expect(roofNames.map(({ key }) => key)).toEqual(expect.arrayContaining(["ridge", "ceiling FP16, BF16"]));
});
