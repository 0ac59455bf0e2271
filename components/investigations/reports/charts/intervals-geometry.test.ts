import { expect, test } from "vitest";
import type { IntervalsFigure } from "@/lib/model/investigation/reports/report";
import { intervalsFrames, layOutIntervals } from "./intervals-geometry";

const figure: IntervalsFigure = {
  kind: "intervals",
  unit: "seconds",
  displayUnit: "s",
  limit: { name: "Target", value: 0.5 },
  rows: [
    { name: "Baseline", value: 0.8, lower: 0.6, upper: null },
    { name: "After the fix", value: 0.4, lower: 0.3, upper: 1 },
  ],
};

test("values, ends and the limit have positions on one axis that contains 0", () => {
  const geometry = layOutIntervals(figure);
  const { left, right } = intervalsFrames.wide;
  const at = (value: number): number => Math.round((left + value * (right - left)) * 10) / 10;
  expect(geometry?.rows.map(({ x, fromX, toX }) => [x, fromX, toX])).toEqual([
    [at(0.8), at(0.6), right],
    [at(0.4), at(0.3), at(1)],
  ]);
  expect(geometry?.limit).toEqual({ name: "Target", x: at(0.5) });
  expect(geometry?.ticks.at(0)?.text).toBe("0");
  expect(geometry?.ticks.at(-1)?.text).toBe("1");
});

test("an interval without an end continues to the edge of the plot", () => {
  const [row] = layOutIntervals(figure)?.rows ?? [];
  expect(row).toMatchObject({ isOpenBelow: false, isOpenAbove: true });
});

test("a chart without rows is not drawn", () => {
  expect(layOutIntervals({ ...figure, rows: [] })).toBeNull();
});
