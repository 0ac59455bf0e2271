import { expect, test } from "vitest";
import type uPlot from "uplot";
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import { refreshTooltip } from "@/components/charts/draw/position-tooltip";
import { showCursorValues } from "./cursor-values";
import { formatLineValues } from "./time-tooltip";

const row = (label: string, values: readonly (number | null)[]) => ({
  key: label,
  label,
  colour: "q50",
  isHeadline: false,
  values,
  n: null,
  bucketLower: null,
  series: { unit: "seconds" },
});

const data = {
  timesSec: [0, 60, 120],
  rateWindowMs: 60_000,
  stepMs: 60_000,
  displayUnit: "s",
  gaps: [{ fromIndex: 2, toIndex: 2, reason: "not-scraped" }],
  rows: [row("p50", [0.4, 0.5, null]), row("p95", [1.2, 3.5, null])],
} as unknown as PreparedSeries;

/** A chart of 400 pixels in a page, with the cursor at `left` in its plot. */
function chartAt(left: number) {
  const frame = document.createElement("div");
  frame.tabIndex = 0;
  const wrap = document.createElement("div");
  const over = document.createElement("div");
  wrap.append(over);
  frame.append(wrap);
  document.body.append(frame);
  const cursor = { left };
  const plot = { over, root: frame, width: 400, cursor, bbox: { left: 44 } } as unknown as uPlot;
  const label = (kind: string) => wrap.querySelector<HTMLElement>(`[data-cursor=${kind}]`)!;
  const show = (pointIndex: number | null): void =>
    showCursorValues({
      frame,
      plot,
      data,
      pointIndex,
      timeZone: "UTC",
      formatPoint: (index) => formatLineValues(data, index, "UTC"),
    });
  return { frame, plot, cursor, label, show };
}

test("shows the value of each line and the time on the axis of a chart that is not hovered", () => {
  const { label, show } = chartAt(50);
  show(1);
  expect(label("values")).not.toHaveClass("hidden");
  expect(label("values").textContent).toBe("p50 0.500\u202fs · p95 3.50\u202fs");
  expect(label("time").textContent).toBe("00:01");
  expect(label("time").style.left).toBe("94px");
});

test("states why a point has no value", () => {
  const { label, show } = chartAt(50);
  show(2);
  expect(label("values").textContent).toMatch(/^\S.*\.$/);
});

test("leaves the values to the tooltip of the focused chart, but shows the time", () => {
  const { frame, label, show } = chartAt(50);
  frame.focus();
  show(1);
  expect(label("values")).toHaveClass("hidden");
  expect(label("time")).not.toHaveClass("hidden");
});

test("hides both when the cursor leaves", () => {
  const { cursor, label, show } = chartAt(50);
  show(1);
  cursor.left = -10;
  show(null);
  expect(label("values")).toHaveClass("hidden");
  expect(label("time")).toHaveClass("hidden");
});

test.each([50, 330])("a tooltip at %d is not wider than the space next to its point", (left) => {
  const { frame, plot } = chartAt(left);
  Object.defineProperty(frame, "clientWidth", { value: 400 });
  const tooltip = document.createElement("div");
  frame.focus();
  refreshTooltip({ frame, tooltip, plot }, () => []);
  const at = 44 / devicePixelRatio + left;
  const space = Math.max(at, 400 - at) - 12;
  expect(Number.parseFloat(tooltip.style.maxWidth)).toBeLessThanOrEqual(Math.min(320, space));
});
