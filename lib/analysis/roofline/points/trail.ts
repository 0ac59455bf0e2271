/** The way a point took: every slice of a window placed by itself. A slice that lacks an input or in which nothing ran leaves a gap. */
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import { counterPoints, type Placement } from "./counter-points";
import type { CounterReading } from "./counter-reading";
import type { Setting } from "./setting";

export interface Slice {
  /** Its end. */
  readonly atMs: number;
  readonly reading: CounterReading;
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

/** While busy, in the order of the slices. */
export function trailOf(slices: readonly Slice[], setting: Setting, roof: Roof): Trail {
  const [decode, prefill]: [TrailPoint[], TrailPoint[]] = [[], []];
  for (const { atMs, reading } of slices) {
    const points = counterPoints(reading, setting, roof);
    decode.push(...pointOf(points.decode, atMs));
    prefill.push(...pointOf(points.prefill, atMs));
  }
  return { decode, prefill };
}

function pointOf(placement: Placement, atMs: number): readonly TrailPoint[] {
  if (placement.kind !== "placed") return [];
  const { intensityFlopPerByte, flopsPerSecond, mixed } = placement.busy;
  return [{ atMs, intensityFlopPerByte, flopsPerSecond, isMixed: mixed !== null }];
}
