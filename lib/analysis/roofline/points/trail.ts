/** The way a point took: every slice of a window placed by itself. A slice that lacks an input or in which nothing ran leaves a gap. */
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import { counterPoints, type Placement } from "./counter-points";
import type { CounterInput, CounterReading } from "./counter-reading";
import type { Setting } from "./setting";

/** Columns of one length; a number that is not finite is absent. */
export interface CounterSeries {
  readonly timesMs: Float64Array;
  readonly columns: Readonly<Partial<Record<CounterInput, Float64Array>>>;
}

export interface TrailPoint {
  /** End of the slice. */
  readonly atMs: number;
  readonly intensityFlopPerByte: number;
  readonly flopsPerSecond: number;
  readonly isMixed: boolean;
}

export interface Trail {
  readonly decode: readonly TrailPoint[];
  readonly prefill: readonly TrailPoint[];
}

/** While busy, oldest first. */
export function trailOf(series: CounterSeries, setting: Setting, roof: Roof): Trail {
  const [decode, prefill]: [TrailPoint[], TrailPoint[]] = [[], []];
  for (const [index, atMs] of series.timesMs.entries()) {
    const points = counterPoints(readingAt(series, index), setting, roof);
    decode.push(...pointOf(points.decode, atMs));
    prefill.push(...pointOf(points.prefill, atMs));
  }
  return { decode, prefill };
}

/** One slice of the columns. */
export function readingAt({ columns }: CounterSeries, index: number): CounterReading {
  const reading: { -readonly [I in CounterInput]?: number } = {};
  for (const [name, column] of Object.entries(columns) as [CounterInput, Float64Array | undefined][]) {
    const value = column?.[index];
    if (value !== undefined && Number.isFinite(value)) reading[name] = value;
  }
  return reading;
}

function pointOf(placement: Placement, atMs: number): readonly TrailPoint[] {
  if (placement.kind !== "placed") return [];
  const { intensityFlopPerByte, flopsPerSecond, mixed } = placement.busy;
  return [{ atMs, intensityFlopPerByte, flopsPerSecond, isMixed: mixed !== null }];
}
