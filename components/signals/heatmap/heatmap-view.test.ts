import { expect, test } from "vitest";
import type { Answer, Distribution } from "@/lib/model/answer";
import {
  bucketName,
  cellText,
  bucketEdgeText,
  heatLevel,
  heatLevelCount,
  heatmapSummary,
} from "@/components/charts/prepare/heatmap";
import { canBeHeatmap } from "./can-be-heatmap";
import { heatmapView } from "./heatmap-view";
import { panels } from "@/components/signals/panels/panels";

const ttft = panels.find(({ id }) => id === "ttft")!;
const startMs = Date.UTC(2026, 10, 19, 12);

function answerOf(distributions: readonly Distribution[] | undefined, isSplit = false): Answer {
  return {
    startMs,
    stepMs: 60_000,
    pointCount: 3,
    rateWindowMs: 60_000,
    series: [],
    ...(distributions === undefined ? {} : { distributions }),
    ...(isSplit ? { split: { label: "instance", namedCount: 2, totalCount: 2, rule: "most" } } : {}),
  } as unknown as Answer;
}

const edges = [0.05, 0.1, 0.25, 0.5, null];
const one: Distribution = {
  signal: "ttft",
  unit: "seconds",
  edges,
  counts: [
    [0, 0, null],
    [20, 0, null],
    [80, 0, null],
    [95, 0, null],
    [100, 0, null],
  ],
};

test("fills cells with the counts between two boundaries and trims empty bands at both ends", () => {
  const view = heatmapView(ttft, answerOf([one]));
  if (view?.kind !== "heatmap") throw new Error("no heatmap");
  const { data } = view;
  expect(data.buckets.map(({ lower, upper, counts }) => [lower, upper, counts[0]])).toEqual([
    [0.05, 0.1, 20],
    [0.1, 0.25, 60],
    [0.25, 0.5, 15],
    [0.5, Infinity, 5],
  ]);
  expect(data.highestShare).toBeCloseTo(0.6, 12);
  expect(bucketName(data.buckets[1]!, data)).toBe("0.1–0.25\u202fs");
  expect(bucketName(data.buckets[3]!, data)).toBe("≥\u202f0.5\u202fs");
  expect([0, 3, 4].map((index) => bucketEdgeText(data, index))).toEqual(["0.05", "0.5", ""]);
  expect(cellText(data, 0, 1, "UTC")).toEqual({
    interval: "11:59–12:00",
    countText: "n\u202f=\u202f100",
    bucketText: "0.1–0.25\u202fs: 60, 60\u202f%",
  });
  expect(cellText(data, 1, 1, "UTC").bucketText).toBe("0.1–0.25\u202fs: 0");
  expect(cellText(data, 2, 1, "UTC")).toMatchObject({
    countText: "no sample",
    bucketText: "0.1–0.25\u202fs: no sample",
  });
  expect(heatmapSummary(data)).toBe(
    "Over 2\u202fmin: 60\u202f% of the observations are in 0.1–0.25\u202fs. The smallest are in 0.05–0.1\u202fs, the largest in ≥\u202f0.5\u202fs.",
  );
});

test("adds the parts of a split with equal boundaries and names the difference otherwise", () => {
  const part = (value: string, parts: Partial<Distribution> = {}): Distribution => ({
    ...one,
    group: { kind: "value", value },
    ...parts,
  });
  const same = heatmapView(ttft, answerOf([part("a"), part("b")], true));
  if (same?.kind !== "heatmap") throw new Error("no heatmap");
  expect(same.data.buckets[1]!.counts[0]).toBe(120);
  const other = part("b", { edges: [0.1, 0.3, null], counts: one.counts.slice(2) });
  expect(heatmapView(ttft, answerOf([part("a"), other], true))).toEqual({
    kind: "none",
    reason:
      "The histograms use different bucket boundaries (1 with 5 boundaries, 1 with 3 boundaries), so their counts cannot be added.",
  });
});

test("reports instances that were added over different boundaries", () => {
  const counts = [[10], [25], [20], [70], [70]];
  const view = heatmapView(ttft, { ...answerOf([{ ...one, counts }]), pointCount: 1 });
  expect(view).toMatchObject({
    kind: "none",
    reason: expect.stringContaining("different bucket boundaries"),
  });
});

test("gives a reason when there are no buckets, and none while they are loading", () => {
  expect(heatmapView(ttft, answerOf(undefined))).toBeUndefined();
  expect(heatmapView(ttft, answerOf([{ ...one, edges: [], counts: [] }]))).toMatchObject({
    kind: "none",
    reason: expect.stringContaining("No histogram"),
  });
});

test("offers a distribution for percentile panels only", () => {
  expect(panels.filter(canBeHeatmap).every(({ statistics }) => statistics.includes("p95"))).toBe(true);
  expect(canBeHeatmap(panels.find(({ id }) => id === "phases")!)).toBe(false);
});

test("uses a monotone colour scale with the highest share as the darkest step", () => {
  const levels = Array.from({ length: 101 }, (_, index) => heatLevel(index / 200, 0.5));
  expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  expect([levels[0], levels[1], levels[100]]).toEqual([0, 1, heatLevelCount]);
  expect(heatLevel(Number.NaN, 0.5)).toBe(0);
  expect(heatLevel(0.3, 0)).toBe(0);
});
