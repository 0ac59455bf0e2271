import { expect, test } from "vitest";
import { samplePoint, samplePool, sampleRooflinePage, sampleStretch } from "@/tests/support/roofline-page";
import { plotPoints, plotTrails } from "./plot-points";
import { plotRoof } from "./plot-roof";
import { marginText, positionDetails, pointDetails } from "./point-text";
import { shownPoints } from "./shown-points";

const room = sampleRooflinePage();
const roof = room.roof!;

test("precisions of one peak share a line, the one in use is marked, slopes are TB/s", () => {
  const drawn = plotRoof(roof);
  expect(drawn.slope).toBeCloseTo(3.35);
  expect(drawn.measuredSlope).toBeCloseTo(2.95);
  expect(drawn.ceilings.map(({ name, isUsed }) => [name, isUsed])).toEqual([
    ["FP16, BF16", true],
    ["FP8, INT8", false],
  ]);
});

test("busy points are of the last minutes and filled, average ones of the window, hollow and straight below", () => {
  const points = plotPoints(shownPoints(room), roof);
  const [decode, average] = points;
  expect(points.map(({ name, style, shape }) => [name, style, shape])).toEqual([
    ["decode while busy", "filled", "disc"],
    ["decode on average", "hollow", "disc"],
    ["prefill while busy", "filled", "disc"],
    ["prefill on average", "hollow", "disc"],
    ["GPU counters, on average", "hollow", "diamond"],
  ]);
  expect(average!.from).toBe(decode!.key);
  expect(average!.x).toBe(decode!.x);
  expect(average!.y).toBeLessThan(decode!.y);
  expect(decode!.xRange).not.toBeNull();
});

test("what cannot be placed is no point, and what no logarithm takes is not drawn", () => {
  const sentence = [{ kind: "text" as const, text: "Nothing decodes." }];
  const now = sampleStretch({
    decode: { kind: "idle", sentence },
    prefill: { kind: "other-role", sentence },
    hardware: { kind: "none", sentence, missing: [] },
  });
  expect(shownPoints({ pools: [samplePool({ now, fullWindow: now })] })).toEqual([]);
  const [first] = shownPoints(room);
  expect(plotPoints([{ ...first!, point: samplePoint({ flopsPerSecond: 0 }) }], roof)).toEqual([]);
});

test("a range that reaches nothing has no whisker", () => {
  const [first] = shownPoints(room);
  const point = samplePoint({ flopsPerSecondRange: { lower: 0, upper: 9e13 } });
  expect(plotPoints([{ ...first!, point }], roof)[0]!.yRange).toBeNull();
});

test("where ways disagree or inputs are wrong, the points say so", () => {
  const agreement = { ...sampleStretch().agreement!, agrees: false };
  const pools = [samplePool({ now: sampleStretch({ agreement }) })];
  const doubted = shownPoints({ pools }).filter(({ hasWarning }) => hasWarning);
  expect(doubted.map(({ key }) => key)).toEqual([
    "0 counters decode busy",
    "0 counters prefill busy",
    "0 hardware all average",
  ]);
});

test("pools are told apart where there are several", () => {
  const pools = [samplePool({ role: "prefill" }), samplePool({ role: "decode" })];
  expect(shownPoints({ pools }).map(({ pool }) => pool)).toContain("prefill pool");
  expect(new Set(shownPoints({ pools }).map(({ key }) => key)).size).toBe(10);
  expect(plotTrails(pools).map(({ key }) => key)).toEqual(["0 decode", "0 prefill", "1 decode", "1 prefill"]);
});

test("a point says in words where it stands, of how many steps, and how far it may be off", () => {
  const [decode, average] = shownPoints(room);
  const words = pointDetails(decode!, roof).join(" ");
  expect(words).toContain("31.8\u202fFLOP/B, 83.6\u202fTFLOP/s");
  expect(words).toContain(
    "The roof allows 107\u202fTFLOP/s at this intensity: 78.5\u202f% of it is reached.",
  );
  expect(words).toContain("MFU 0.08 of the dense BF16 peak, MBU 0.78");
  expect(words).toContain("memory-bound: bytes set the pace");
  expect(words).toContain(
    "In the last 5\u202fmin: 31,920 steps that only decode, 7.80\u202fms each at batch 42.0 on average; the point is of the time in them alone",
  );
  expect(words).toContain("FLOPs ± 5\u202f%, bytes −8\u202f% +12\u202f%");
  const onAverage = pointDetails(average!, roof).join(" ");
  expect(onAverage).toMatch(/Over 1\u202fh of the window: .*They run 83\.0\u202f% of the time/);
  const halfCovered = pointDetails({ ...average!, coveredMs: 1_800_000 }, roof).join(" ");
  expect(halfCovered).toContain("Over 30\u202fmin of the window");
  const hardware = shownPoints(room).find(({ method }) => method === "hardware")!;
  expect(pointDetails(hardware, roof).join(" ")).toMatch(/In the last 5\u202fmin: (activity|idle)/);
});

test("what a value may be off is one number, and sides of their own where it is no small part of the value", () => {
  expect(marginText(100, { lower: 92, upper: 112 })).toBe("±\u202f12.0");
  expect(marginText(368, { lower: 184, upper: 736 })).toBe("−50\u202f% +100\u202f%");
});

test("mixed steps and doubts are told", () => {
  const [decode] = shownPoints(room);
  const point = samplePoint({
    mixed: { prefillTokens: 512, decodeTokens: 40, decodeFlopsRatio: 0.25 },
    judgement: { kind: "impossible", warnings: [[{ kind: "text", text: "Above the roof." }]] },
  });
  const words = pointDetails({ ...decode!, point }, roof).join(" ");
  expect(words).toContain("512 prompt tokens and 40.0 of decode, which is 25.0\u202f% of its FLOPs");
  expect(words).toContain("Above the roof.");
});

test("a bare place says what it would mean", () => {
  expect(positionDetails(roof, 30, 50, { region: "memory-bound", otherName: null }).join(" ")).toMatch(
    /memory-bound.*Fewer bytes/,
  );
  expect(positionDetails(roof, 3_000, 50, { region: "compute-bound", otherName: null }).join(" ")).toMatch(
    /compute-bound.*Fewer FLOPs/,
  );
  expect(positionDetails(roof, 30, 500, { region: "above", otherName: null }).join(" ")).toMatch(
    /above the roof.*an input is wrong/,
  );
  const other = positionDetails(roof, 30, 500, { region: "above", otherName: "T4" }).join(" ");
  expect(other).toMatch(/above the roof of one T4\. More than it can do/);
  expect(other).not.toContain("wrong");
});

test("a step that is about as much bound by two things names both, in the list and in words", () => {
  const shares = sampleStretch().decodeShares!;
  const now = sampleStretch({ decodeShares: { ...shares, boundBy: "overhead", nearTo: "memory" } });
  const [decode] = shownPoints({ pools: [samplePool({ now })] });
  expect(decode?.bounds).toEqual(["memory", "overhead"]);
  expect(pointDetails(decode!, roof)).toContain("It is bound by memory and overhead alike.");
});

test("communication and what takes more of a step are both named, and not as alike", () => {
  const shares = sampleStretch().decodeShares!;
  const now = sampleStretch({ decodeShares: { ...shares, boundBy: "communication", nearTo: "compute" } });
  const [decode] = shownPoints({ pools: [samplePool({ now })] });
  expect(pointDetails(decode!, roof)).toContain("It is bound by compute and communication.");
});
