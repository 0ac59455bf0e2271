/** Positions of values with their intervals on one horizontal axis. */
import { displayFactor } from "@/lib/format/number";
import type { IntervalsFigure } from "@/lib/model/investigation/reports/report";
import { roundTicks, tickText } from "@/components/charts/prepare/axes";
import type { ReportAxisTick } from "./lines-geometry";

const axisHeight = 34;

/** Size of a drawing in its coordinates. */
export interface IntervalsFrame {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly rowHeight: number;
  /** True if names are above the intervals, not to the left of the plot. */
  readonly hasNamesAbove: boolean;
}

/**
 * Sizes of the wide and of the narrow drawing. The narrow drawing is for phones, on which the texts of the wide one
 * would be too small.
 */
export const intervalsFrames = {
  wide: { width: 640, left: 190, right: 628, top: 8, rowHeight: 26, hasNamesAbove: false },
  narrow: { width: 350, left: 14, right: 336, top: 14, rowHeight: 40, hasNamesAbove: true },
} as const satisfies Readonly<Record<string, IntervalsFrame>>;

/** Pixel positions of one row: the estimate at `x`, and its interval. */
export interface DrawnInterval {
  readonly name: string;
  readonly y: number;
  readonly x: number;
  readonly fromX: number;
  readonly toX: number;
  /** True if the interval has no lower end, and continues beyond the plot. */
  readonly isOpenBelow: boolean;
  readonly isOpenAbove: boolean;
}

/** Pixel positions of a chart that compares estimates with their intervals, one per row. */
export interface IntervalsGeometry {
  readonly height: number;
  /** Y position of the axis. */
  readonly bottom: number;
  readonly rows: readonly DrawnInterval[];
  readonly ticks: readonly ReportAxisTick[];
  readonly limit: { readonly name: string; readonly x: number } | null;
}

/** Returns the rows and ticks; null without rows. The axis contains all values, finite ends and the limit. */
export function layOutIntervals(
  { unit, displayUnit, rows, limit }: IntervalsFigure,
  { left, right, top, rowHeight }: IntervalsFrame = intervalsFrames.wide,
): IntervalsGeometry | null {
  if (rows.length === 0) return null;
  const factor = displayFactor(unit, displayUnit);
  const numbers = [
    ...rows.flatMap(({ value, lower, upper }) => [value, lower ?? value, upper ?? value]),
    ...(limit === null ? [] : [limit.value]),
    0,
  ].map((value) => value * factor);
  const ticks = roundTicks(Math.min(...numbers), Math.max(...numbers));
  const [low = 0, high = 1] = [ticks.at(0), ticks.at(-1)];
  const toX = (value: number): number =>
    Math.round((left + ((value * factor - low) / (high - low || 1)) * (right - left)) * 10) / 10;
  const bottom = top + rows.length * rowHeight;
  return {
    height: bottom + axisHeight,
    bottom,
    rows: rows.map(({ name, value, lower, upper }, index) => ({
      name,
      y: top + (index + 0.5) * rowHeight,
      x: toX(value),
      fromX: lower === null ? left : toX(lower),
      toX: upper === null ? right : toX(upper),
      isOpenBelow: lower === null,
      isOpenAbove: upper === null,
    })),
    ticks: ticks.map((value) => ({ position: toX(value / factor), text: tickText(value) })),
    limit: limit === null ? null : { name: limit.name, x: toX(limit.value) },
  };
}
