import { expect, test } from "vitest";
import {
  samplePoint,
  samplePool,
  sampleRooflinePage,
  samplePeriod,
} from "@/tests/support/sample-data/roofline-page";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";
import { createMultiPrecisionRoof } from "@/lib/analysis/roofline/bounds/describe-roof";
import { toPlotPoints, toPlotTrails } from "./plot-points";
import { toPlotRoof } from "./plot-roof";
import { marginText, positionDetails, pointDetails } from "@/lib/sentences/roofline/point-text";
import { collectPoints } from "./plotted-points";

const data = sampleRooflinePage();
const roof = data.roof!;

test("precisions with the same peak share a line, the used one is marked, slopes are TB/s", () => {
  const drawn = toPlotRoof(roof);
  expect(drawn.slope).toBeCloseTo(3.35);
  expect(drawn.measuredSlope).toBeCloseTo(2.95);
  expect(drawn.ceilings.map(({ name, isUsed }) => [name, isUsed])).toEqual([
    ["FP16, BF16", true],
    ["FP8, INT8", false],
  ]);
});

test("busy points are filled and cover the last minutes, average points are hollow, cover the window, and are straight below", () => {
  const points = toPlotPoints(collectPoints(data), roof);
  const [decode, average] = points;
  expect(points.map(({ name, style, shape }) => [name, style, shape])).toEqual([
    ["decode while busy", "filled", "disc"],
    ["decode on average", "hollow", "disc"],
    ["prefill while busy", "filled", "disc"],
    ["prefill on average", "hollow", "disc"],
    ["GPU counters, on average", "hollow", "diamond"],
  ]);
  expect(average!.relatedPointKey).toBe(decode!.key);
  expect(average!.x).toBe(decode!.x);
  expect(average!.y).toBeLessThan(decode!.y);
  expect(decode!.xErrorRange).not.toBeNull();
});

test("a phase without a placement gives no point, and zero values are not drawn", () => {
  const sentence = [{ kind: "text" as const, text: "Nothing decodes." }];
  const now = samplePeriod({
    decode: { kind: "idle", sentence },
    prefill: { kind: "other-role", sentence },
    hardware: { kind: "none", sentence, missing: [] },
  });
  expect(collectPoints({ pools: [samplePool({ now, fullWindow: now })] })).toEqual([]);
  const [first] = collectPoints(data);
  expect(toPlotPoints([{ ...first!, point: samplePoint({ flopsPerSecond: 0 }) }], roof)).toEqual([]);
});

test("a range that reaches zero has no whisker", () => {
  const [first] = collectPoints(data);
  const point = samplePoint({ flopsPerSecondRange: { lower: 0, upper: 9e13 } });
  expect(toPlotPoints([{ ...first!, point }], roof)[0]!.yErrorRange).toBeNull();
});

test("points carry a warning when methods disagree or inputs are wrong", () => {
  const agreement = { ...samplePeriod().agreement!, agrees: false };
  const pools = [samplePool({ now: samplePeriod({ agreement }) })];
  const warned = collectPoints({ pools }).filter(({ hasWarning }) => hasWarning);
  expect(warned.map(({ key }) => key)).toEqual([
    "0 counters decode busy",
    "0 counters prefill busy",
    "0 hardware all average",
  ]);
});

test("points of several pools carry the pool name", () => {
  const pools = [samplePool({ role: "prefill" }), samplePool({ role: "decode" })];
  expect(collectPoints({ pools }).map(({ pool }) => pool)).toContain("prefill pool");
  expect(new Set(collectPoints({ pools }).map(({ key }) => key)).size).toBe(10);
  expect(toPlotTrails(pools).map(({ key }) => key)).toEqual([
    "0 decode",
    "0 prefill",
    "1 decode",
    "1 prefill",
  ]);
});

test("the tooltip states the position, the number of steps and the expected error of a point", () => {
  const [decode, average] = collectPoints(data);
  const details = pointDetails(decode!, roof).join(" ");
  expect(details).toContain("31.8\u202fFLOP/B, 83.6\u202fTFLOP/s");
  expect(details).toContain(
    "At this arithmetic intensity, the roof allows 107\u202fTFLOP/s. The point reaches 78.5\u202f% of it.",
  );
  expect(details).toContain("MFU 0.08 of the dense BF16 peak, MBU 0.78");
  expect(details).toContain("memory-bound: reading GPU memory takes most of the step");
  expect(details).toContain(
    "In the last 5\u202fmin: 31,920 steps that only decode, 7.80\u202fms each at batch 42.0 on average. These steps take 83.0\u202f% of the time",
  );
  expect(details).toContain("FLOPs ± 5\u202f%, bytes −8\u202f% +12\u202f%");
  const onAverage = pointDetails(average!, roof).join(" ");
  expect(onAverage).toMatch(
    /In the 1\u202fh of the window with samples: .*These steps take 83\.0\u202f% of the time/,
  );
  const halfCovered = pointDetails({ ...average!, coveredMs: 1_800_000 }, roof).join(" ");
  expect(halfCovered).toContain("In the 30\u202fmin of the window with samples");
  const hardware = collectPoints(data).find(({ method }) => method === "hardware")!;
  expect(pointDetails(hardware, roof).join(" ")).toMatch(
    /In the last 5\u202fmin: mean over (the time with activity|all time, including idle time)/,
  );
});

test("a margin is one number, or two percentages when it is a large part of the value", () => {
  expect(marginText(100, { lower: 92, upper: 112 })).toBe("±\u202f12.0");
  expect(marginText(368, { lower: 184, upper: 736 })).toBe("−50\u202f% +100\u202f%");
});

test("tooltips state mixed steps and warnings", () => {
  const [decode] = collectPoints(data);
  const point = samplePoint({
    mixedStep: { prefillTokens: 512, decodeTokens: 40, decodeFlopsRatio: 0.25 },
    judgement: { kind: "impossible", warnings: [[{ kind: "text", text: "Above the roof." }]] },
  });
  const details = pointDetails({ ...decode!, point }, roof).join(" ");
  expect(details).toContain("512 prompt tokens and 40.0 decode tokens. Decode is 25.0\u202f% of its FLOPs");
  expect(details).toContain("Above the roof.");
});

test("the tooltip of an empty position explains its region", () => {
  expect(
    positionDetails(
      roof,
      { intensityFlopPerByte: 30, flopsPerSecond: 50e12 },
      { region: "memory-bound", name: "one H100", other: null },
    ).join(" "),
  ).toMatch(/memory-bound.*Fewer bytes/);
  expect(
    positionDetails(
      roof,
      { intensityFlopPerByte: 3_000, flopsPerSecond: 50e12 },
      { region: "compute-bound", name: "one H100", other: null },
    ).join(" "),
  ).toMatch(/compute-bound.*Fewer FLOPs/);
  expect(
    positionDetails(
      roof,
      { intensityFlopPerByte: 30, flopsPerSecond: 500e12 },
      { region: "above", name: "one H100", other: null },
    ).join(" "),
  ).toMatch(/above the roof.*an input is wrong/);
  const h200 = createMultiPrecisionRoof(findAccelerator("h200-sxm")!, "bf16")!;
  const other = positionDetails(
    roof,
    { intensityFlopPerByte: 30, flopsPerSecond: 140e12 },
    { region: "above", name: "one H100", other: { name: "H200", roof: h200 } },
  ).join(" ");
  expect(other).toMatch(/above the roof of one H100\. No workload can reach this performance on one H100\./);
  expect(other).toMatch(/The roof of one H200 allows 144\sTFLOP\/s at this intensity\./);
  expect(other).not.toContain("wrong");
});

test("a step with two bounds of equal weight names both in the table and in the tooltip", () => {
  const shares = samplePeriod().decodeShares!;
  const now = samplePeriod({ decodeShares: { ...shares, boundBy: "overhead", secondBound: "memory" } });
  const [decode] = collectPoints({ pools: [samplePool({ now })] });
  expect(decode?.bounds).toEqual({
    boundBy: "overhead",
    secondBound: "memory",
    otherSeconds: shares.otherSeconds,
  });
  expect(pointDetails(decode!, roof)).toContain("The step is bound about equally by memory and overhead.");
});

test("a step with much communication and another bound names both", () => {
  const shares = samplePeriod().decodeShares!;
  const now = samplePeriod({
    decodeShares: { ...shares, boundBy: "communication", secondBound: "compute" },
  });
  const [decode] = collectPoints({ pools: [samplePool({ now })] });
  expect(pointDetails(decode!, roof)).toContain(
    "The step is bound by compute and communication (communication takes more than a quarter of the step).",
  );
});
