import { expect, test } from "vitest";
import { samplePool, sampleSweep } from "@/tests/support/sample-data/roofline-page";
import { toSweepPoints } from "./sweep-points";

const swept = [samplePool({ sweep: sampleSweep })];

test("each batch is a point linked to the previous one, and the first and last have names", () => {
  const points = toSweepPoints(swept).filter(({ shape }) => shape === "dot");
  expect(points.map(({ name }) => name)).toEqual([
    "batch 4.00",
    "batch 8.00",
    "batch 16.0",
    "batch 32.0",
    "batch 42.0",
  ]);
  expect(points.map(({ isNameShown }) => isNameShown)).toEqual([true, false, false, false, true]);
  expect(points.map(({ relatedPointKey }) => relatedPointKey)).toEqual([
    null,
    ...points.slice(0, -1).map(({ key }) => key),
  ]);
  expect(points[2]?.tooltipSentences.join(" ")).toMatch(
    /12\.0\sFLOP\/B, 32\.0\sTFLOP\/s.*6\.64\sms.*12 intervals/,
  );
});

test("the line shows the same work in the fitted step time", () => {
  const groups = sampleSweep.groups.map((group) => ({ ...group, itlSeconds: 2 * group.itlSeconds }));
  const points = toSweepPoints([samplePool({ sweep: { ...sampleSweep, groups } })]);
  const [line, dot] = [
    points.filter(({ shape }) => shape === "none"),
    points.filter(({ shape }) => shape === "dot"),
  ];
  expect(line).toHaveLength(dot.length);
  for (const [index, { x, y }] of line.entries()) {
    expect(x).toBe(dot[index]?.x);
    expect(y / (dot[index]?.y ?? 0)).toBeCloseTo(2, 9);
  }
});

test("without a fit there is no line, and without a position or sweep there is no point", () => {
  const fit = { kind: "cannot-fit", reason: "too-few-steps", sentence: [] } as const;
  const groups = sampleSweep.groups.map((group, at) => (at === 1 ? { ...group, point: null } : group));
  const points = toSweepPoints([
    samplePool({ sweep: { ...sampleSweep, groups, fit: { ...fit, sentence: [] } } }),
  ]);
  expect(points).toHaveLength(4);
  expect(points.every(({ shape }) => shape === "dot")).toBe(true);
  expect(toSweepPoints([samplePool()])).toEqual([]);
});
