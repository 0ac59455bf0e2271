import { expect, test } from "vitest";
import type { LinesFigure } from "@/lib/model/investigation/reports/report";
import { layOutLines, linesFrames } from "./lines-geometry";

const linesFrame = linesFrames.wide;
const figure = (values: readonly (number | null)[]): LinesFigure => ({
  kind: "lines",
  unit: "seconds",
  displayUnit: "ms",
  startMs: Date.UTC(2026, 10, 20, 8),
  stepMs: 60_000,
  series: [{ name: "TTFT p95", values: [...values] }],
});

test("the path has a gap at a missing value, and a lone value is a point", () => {
  const geometry = layOutLines(figure([0.1, 0.2, null, 0.1, null, 0.2, 0.2]), "UTC");
  const [line] = geometry?.lines ?? [];
  expect(line?.path.match(/M/g)).toHaveLength(2);
  expect(line?.points).toHaveLength(1);
});

test("the axis starts at 0 in the display unit, and the highest tick is at the top", () => {
  const geometry = layOutLines(figure([0.1, 0.2]), "UTC");
  expect(geometry?.yTicks.at(0)).toEqual({ position: linesFrame.bottom, text: "0" });
  expect(geometry?.yTicks.at(-1)).toEqual({ position: linesFrame.top, text: "200" });
  expect(geometry?.lines[0]?.path).toBe(
    `M${linesFrame.left} ${(linesFrame.top + linesFrame.bottom) / 2}L${linesFrame.right} ${linesFrame.top}`,
  );
  expect(geometry?.xTicks.at(0)?.text).toMatch(/^08:00/);
});

test("the drawing for phones has fewer labels of time, within its width", () => {
  const values = Array.from({ length: 9 }, () => 0.1);
  const geometry = layOutLines(figure(values), "UTC", linesFrames.narrow);
  const { left, right } = linesFrames.narrow;
  expect(geometry?.xTicks.map(({ position }) => position)).toEqual([left, (left + right) / 2, right]);
});

test("a series without values has no chart", () => {
  expect(layOutLines(figure([null, null]), "UTC")).toBeNull();
  expect(layOutLines(figure([]), "UTC")).toBeNull();
});
