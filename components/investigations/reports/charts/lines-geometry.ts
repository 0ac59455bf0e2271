/** Positions of a time series chart, as paths of SVG. Missing values are gaps. */
import { displayFactor } from "@/lib/format/number";
import type { LinesFigure } from "@/lib/model/investigation/reports/report";
import { roundTicks, tickText, timeTickText } from "@/components/charts/prepare/axes";

/** Size of a drawing in its coordinates, and the area of the plot. */
export interface LinesFrame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Labels of the X axis. */
  readonly timeTickCount: number;
}

/**
 * Sizes of the wide and of the narrow drawing. The narrow drawing is for phones, on which the texts of the wide one
 * would be too small.
 */
export const linesFrames = {
  wide: { width: 640, height: 220, left: 56, right: 632, top: 10, bottom: 192, timeTickCount: 5 },
  narrow: { width: 350, height: 200, left: 48, right: 344, top: 10, bottom: 172, timeTickCount: 3 },
} as const satisfies Readonly<Record<string, LinesFrame>>;

/** Position of an axis tick in pixels, and its label. */
export interface ReportAxisTick {
  readonly position: number;
  readonly text: string;
}

/** SVG path of one line. */
export interface DrawnLine {
  readonly name: string;
  readonly path: string;
  /** Values without a neighbour, which a path does not show. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Pixel positions of a line chart in a report. */
export interface LinesGeometry {
  readonly lines: readonly DrawnLine[];
  readonly xTicks: readonly ReportAxisTick[];
  readonly yTicks: readonly ReportAxisTick[];
}

/** Returns the lines and ticks; null if no series has a value. The Y axis contains 0, so that heights are comparable. */
export function layOutLines(
  figure: LinesFigure,
  timeZone: string,
  { left, right, top, bottom, timeTickCount }: LinesFrame = linesFrames.wide,
): LinesGeometry | null {
  const factor = displayFactor(figure.unit, figure.displayUnit);
  const values = figure.series.flatMap((one) => one.values.filter((value) => value !== null));
  const pointCount = Math.max(0, ...figure.series.map((one) => one.values.length));
  if (values.length === 0 || pointCount === 0) return null;
  const ticks = roundTicks(
    Math.min(0, ...findExtremes(values)) * factor,
    Math.max(0, ...findExtremes(values)) * factor,
  );
  const [low = 0, high = 1] = [ticks.at(0), ticks.at(-1)];
  const toX = (index: number): number =>
    pointCount === 1 ? (left + right) / 2 : left + (index / (pointCount - 1)) * (right - left);
  const toY = (value: number): number => bottom - ((value - low) / (high - low || 1)) * (bottom - top);
  const lengthSec = ((pointCount - 1) * figure.stepMs) / 1_000;
  return {
    lines: figure.series.map(({ name, values: own }) => ({
      name,
      ...toPath(
        own.map((value, index) => (value === null ? null : { x: toX(index), y: toY(value * factor) })),
      ),
    })),
    yTicks: ticks.map((value) => ({ position: roundPosition(toY(value)), text: tickText(value) })),
    xTicks: spreadIndices(pointCount, timeTickCount).map((index) => ({
      position: roundPosition(toX(index)),
      text: timeTickText((figure.startMs + index * figure.stepMs) / 1_000, lengthSec, timeZone),
    })),
  };
}

function findExtremes(values: readonly number[]): readonly [number, number] {
  return values.reduce<[number, number]>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

function spreadIndices(count: number, timeTickCount: number): readonly number[] {
  const indices = Array.from({ length: timeTickCount }, (_, tick) =>
    Math.round((tick / (timeTickCount - 1)) * (count - 1)),
  );
  return [...new Set(indices)];
}

type Point = { readonly x: number; readonly y: number };

function toPath(points: readonly (Point | null)[]): Pick<DrawnLine, "path" | "points"> {
  const parts: string[] = [];
  const single: Point[] = [];
  for (const [index, point] of points.entries()) {
    if (point === null) continue;
    const startsLine = (points[index - 1] ?? null) === null;
    const endsLine = (points[index + 1] ?? null) === null;
    if (startsLine && endsLine) single.push({ x: roundPosition(point.x), y: roundPosition(point.y) });
    else parts.push(`${startsLine ? "M" : "L"}${roundPosition(point.x)} ${roundPosition(point.y)}`);
  }
  return { path: parts.join(""), points: single };
}

/** Tenths of a pixel are enough, and shorten the document. */
function roundPosition(value: number): number {
  return Math.round(value * 10) / 10;
}
