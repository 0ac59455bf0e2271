/** Data of a roofline plot (roof, points and trails), and what a position on it refers to. */
import type { RoofView, PlotSize, AxisRange } from "./roof-view";
import { toX, toY } from "./roof-view";

/** Peak of the roof at one or more precisions. */
export interface RoofCeiling {
  /** "FP16", or several precisions with the same peak: "FP16, BF16". */
  readonly name: string;
  readonly peak: number;
  /** Null if it was not measured. */
  readonly measuredPeak: number | null;
  /** True for the ceiling that points are compared with. */
  readonly isUsed: boolean;
}

/** Roof in axis units: y = slope · x until the used peak. Null values were not measured. */
export interface PlotRoof {
  readonly slope: number;
  readonly measuredSlope: number | null;
  /** Ceilings of the roof, lowest first. */
  readonly ceilings: readonly RoofCeiling[];
}

/** Roof of another accelerator, drawn for comparison with the roof in use. */
export interface ComparedRoof {
  /** Name of the other accelerator. */
  readonly name: string;
  readonly roof: PlotRoof;
}

/** Returns the ceiling that points are compared with, or the highest ceiling if none is marked. */
export function findUsedCeiling({ ceilings }: PlotRoof): RoofCeiling | undefined {
  return ceilings.find(({ isUsed }) => isUsed) ?? ceilings.at(-1);
}

/** How an operating point is filled. */
export type PointStyle = "filled" | "hollow" | "dashed";
/**
 * Marker of an operating point. "dot" marks one of many points that a line connects. "none" is a point of such a
 * line without a marker.
 */
export type PointShape = "disc" | "square" | "diamond" | "dot" | "none";

/** Operating point as it is drawn, in axis units. */
export interface PlotPoint {
  readonly key: string;
  readonly name: string;
  /** Shown under the name, next to the point. */
  readonly labelLines: readonly string[];
  /** Description of the point, one sentence each. */
  readonly tooltipSentences: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly xErrorRange: AxisRange | null;
  readonly yErrorRange: AxisRange | null;
  readonly style: PointStyle;
  readonly shape: PointShape;
  /** Token of the theme for the colour of the point. */
  readonly colour: string;
  /** True if the sentences contain a warning. */
  readonly hasWarning: boolean;
  /** Whether the name is shown on the plot. */
  readonly isNameShown: boolean;
  /** Key of the related point, to which a line is drawn. Null if there is none. */
  readonly relatedPointKey: string | null;
}

/** Past operating points, oldest first. Columns have one element per point. */
export interface PlotTrail {
  readonly key: string;
  readonly name: string;
  readonly colour: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  /** True for points whose steps mixed prefill and decode. Drawn as a flat marker instead of a square. */
  readonly isMixedByPoint: readonly boolean[];
}

/** Point of a trail, by trail and index. */
export interface TrailPosition {
  readonly trailKey: string;
  readonly index: number;
}

const marginFactor = 1.6;

/** Axis ranges change in steps, so that small movements of a point do not move the axes. */
const stepsPerDecade = 8;

/** Computes the axis ranges that include every operating point, the roof above them, and the ridge of each roof. */
export function computeAxisRanges(
  roof: PlotRoof,
  points: readonly PlotPoint[],
  trails: readonly PlotTrail[],
  comparedRoof: ComparedRoof | null = null,
): { readonly x: AxisRange; readonly y: AxisRange } {
  const used = findUsedCeiling(roof);
  const peak = used?.peak ?? roof.slope;
  const highest = roof.ceilings.at(-1)?.peak ?? peak;
  const xs: number[] = [peak / roof.slope, (highest / roof.slope) * 1.5];
  const ys: number[] = [peak / 3, highest * marginFactor];
  const comparedPeak = comparedRoof === null ? undefined : findUsedCeiling(comparedRoof.roof)?.peak;
  if (comparedRoof !== null && comparedPeak !== undefined) {
    xs.push((comparedPeak / comparedRoof.roof.slope) * 1.5);
    ys.push(comparedPeak / 3, comparedPeak * marginFactor);
  }
  for (const { x, y } of points) {
    xs.push(x / marginFactor, x * marginFactor);
    ys.push(y / marginFactor, y * marginFactor);
  }
  for (const { x, y } of trails) {
    for (const value of x) xs.push(value / 1.2, value * 1.2);
    for (const value of y) ys.push(value / 1.2, value * 1.2);
  }
  return { x: rangeOf(xs), y: rangeOf(ys) };
}

/** Uses a loop, because a call cannot take ten thousand arguments. */
function rangeOf(values: readonly number[]): AxisRange {
  let [min, max] = [Infinity, 0];
  for (const value of values) {
    if (!(value > 0) || value === Infinity) continue;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return {
    min: 10 ** (Math.floor(Math.log10(min) * stepsPerDecade) / stepsPerDecade),
    max: 10 ** (Math.ceil(Math.log10(max) * stepsPerDecade) / stepsPerDecade),
  };
}

/** Region of the roofline plot: left or right of the ridge point, or above the roof, where no workload can be. */
export type RoofRegion = "memory-bound" | "compute-bound" | "above";

/** Returns the region of a position in axis values, relative to the peak in use. */
export function findRegion(roof: PlotRoof, x: number, y: number): RoofRegion {
  const peak = findUsedCeiling(roof)?.peak ?? Infinity;
  if (y > Math.min(peak, roof.slope * x)) return "above";
  return x < peak / roof.slope ? "memory-bound" : "compute-bound";
}

/** Maximum distance of the pointer, in pixels. */
const reach = 14;

/**
 * Finds the operating point nearest to a position in pixels, else the nearest past one. Null if none is near
 * enough.
 */
export function findNearest(
  plot: { readonly points: readonly PlotPoint[]; readonly trails: readonly PlotTrail[] },
  { view, size }: { readonly view: RoofView; readonly size: PlotSize },
  position: { readonly x: number; readonly y: number },
): { readonly point: PlotPoint } | { readonly trailPoint: TrailPosition } | null {
  const farness = (x: number, y: number): number =>
    Math.hypot(toX(view, x) - position.x, toY(view, size, y) - position.y);
  let nearest: { point: PlotPoint } | { trailPoint: TrailPosition } | null = null;
  let min: number = reach;
  for (const point of plot.points) {
    const far = farness(point.x, point.y);
    if (far < min) [nearest, min] = [{ point }, far];
  }
  if (nearest !== null) return nearest;
  for (const { key, x, y } of plot.trails)
    for (const [index, value] of x.entries()) {
      const far = farness(value, y[index] ?? 0);
      if (far < min) [nearest, min] = [{ trailPoint: { trailKey: key, index } }, far];
    }
  return nearest;
}
