/** The way a point took: every slice of a window placed by itself. A slice that lacks an input or in which nothing ran leaves a gap. */
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import { counterPoints, type Placement } from "./counter-points";
import type { CounterReading } from "./counter-reading";
import type { Setting } from "./setting";
import { gapOf, usedIn, type UsedSlice } from "./used-slice";

export interface Slice {
  /** Its end. */
  readonly atMs: number;
  /** Null where its counters do not cover its time: their rates would be too low, and points too far left. */
  readonly reading: CounterReading | null;
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
  /** One for each slice. */
  readonly used: readonly UsedSlice[];
}

/** While busy, in the order of the slices. */
export function trailOf(slices: readonly Slice[], setting: Setting, roof: Roof): Trail {
  const [decode, prefill]: [TrailPoint[], TrailPoint[]] = [[], []];
  const used: UsedSlice[] = [];
  for (const { atMs, reading } of slices) {
    if (reading === null) {
      used.push(gapOf(atMs, { kind: "not-covered" }));
      continue;
    }
    const points = counterPoints(reading, setting, roof);
    decode.push(...pointOf(points.decode, atMs));
    prefill.push(...pointOf(points.prefill, atMs));
    used.push(usedIn(points, atMs));
  }
  return { decode, prefill, used };
}

function pointOf(placement: Placement, atMs: number): readonly TrailPoint[] {
  if (placement.kind !== "placed") return [];
  const { intensityFlopPerByte, flopsPerSecond, mixed } = placement.busy;
  return [{ atMs, intensityFlopPerByte, flopsPerSecond, isMixed: mixed !== null }];
}
