import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type uPlot from "uplot";
import type { Marker } from "@/components/charts/prepare/markers";
import { drawMarkerBands, drawMarkers, type MarkerSettings } from "./time-markers";

/** A plot from second 0 to 100 on 1,000 pixels, starting at pixel 50. It records what is drawn. */
function plotOf(): { readonly plot: uPlot; readonly calls: readonly string[] } {
  const calls: string[] = [];
  const note =
    (name: string) =>
    (...values: readonly unknown[]): void => {
      calls.push(
        [name, ...values.map((value) => (typeof value === "number" ? Math.round(value) : value))].join(" "),
      );
    };
  const names = ["save", "restore", "beginPath", "clip", "stroke", "translate", "scale", "fill"] as const;
  const silent = Object.fromEntries(names.map((name) => [name, () => undefined]));
  const ctx = {
    ...silent,
    rect: note("rect"),
    moveTo: note("from"),
    lineTo: note("to"),
    fillText: note("text"),
    translate: note("glyph"),
    measureText: (text: string) => ({ width: text.length * 6 }),
  };
  const plot = {
    ctx,
    bbox: { left: 50, top: 20, width: 1_000, height: 100 },
    scales: { x: { min: 0, max: 100 } },
    valToPos: (seconds: number) => 50 + seconds * 10,
  };
  return { plot: plot as unknown as uPlot, calls };
}

const theme = { ink2: "ink", ink3: "ink", fontSans: "Inter" } as MarkerSettings["theme"];
const settings = (markers: readonly Marker[], hasMarkerNames = false): MarkerSettings => ({
  getMarkers: () => markers,
  hasMarkerNames,
  theme,
});
const deploy = (startMs: number): Marker => ({
  id: String(startMs),
  startMs,
  endMs: null,
  glyph: "triangle",
  kindLabel: "Deploy",
  description: "2.4.1",
});
const exclusion = (startMs: number, endMs: number): Marker => ({
  ...deploy(startMs),
  endMs,
  glyph: "brackets",
});

beforeEach(() => {
  vi.stubGlobal("devicePixelRatio", 1);
  vi.stubGlobal("Path2D", vi.fn());
});
afterEach(() => vi.unstubAllGlobals());

test("draws a moment as a line at its time with its icon in the lane", () => {
  const { plot, calls } = plotOf();
  drawMarkers(plot, settings([deploy(40_000)]));
  expect(calls).toEqual(["from 451 13", "to 451 120", "glyph 446 4"]);
});

test("draws a lane bar from its start to the end of the axis, without a band or a line through the data", () => {
  const { plot, calls } = plotOf();
  const bars = [{ ...exclusion(40_000, Number.POSITIVE_INFINITY), isLaneBar: true }];
  drawMarkerBands(plot, settings(bars));
  drawMarkers(plot, settings(bars));
  expect(calls).toEqual(["from 450 16", "to 1050 16", "glyph 446 4"]);
});

test("draws nothing outside the axis", () => {
  const { plot, calls } = plotOf();
  const outside = [deploy(-1_000), deploy(101_000), exclusion(-5_000, -1_000)];
  drawMarkers(plot, settings(outside));
  drawMarkerBands(plot, settings(outside));
  expect(calls).toEqual([]);
});

test("draws a window as a band clipped at the axis; an open window has no line at its end", () => {
  const { plot, calls } = plotOf();
  drawMarkerBands(plot, settings([exclusion(-10_000, 20_000), exclusion(90_000, Number.POSITIVE_INFINITY)]));
  expect(calls.filter((call) => call.startsWith("rect"))).toEqual([
    "rect 50 20 200 100",
    "rect 950 20 100 100",
  ]);
  expect(calls.some((call) => call.startsWith("to"))).toBe(true);
  const lines = plotOf();
  drawMarkers(lines.plot, settings([exclusion(90_000, Number.POSITIVE_INFINITY)]));
  expect(lines.calls.filter((call) => call.startsWith("from"))).toEqual(["from 951 13"]);
});

test("combines close moments into one icon with a count, and shows names where they fit", () => {
  const { plot, calls } = plotOf();
  drawMarkers(plot, settings([deploy(10_000), deploy(10_100), deploy(50_000)], true));
  expect(calls.filter((call) => call.startsWith("glyph"))).toHaveLength(2);
  expect(calls.filter((call) => call.startsWith("text"))).toEqual([
    "text +1 2.4.1 158 8",
    "text 2.4.1 558 8",
  ]);
});
