/** The way a point took: every slice of a window placed by itself. A slice that lacks an input or in which nothing ran leaves a gap. */
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import { counterPoints, type Placement } from "./counter-points";
import type { CounterSample } from "./counter-sample";
import type { Setting } from "./setting";
import { gapInterval, intervalUtilisation, type IntervalUtilisation } from "./interval-utilisation";

export interface TrailInterval {
  /** Its end. */
  readonly atMs: number;
  /** Null where its counters do not cover its time: their rates would be too low, and points too far left. */
  readonly sample: CounterSample | null;
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
  readonly utilisation: readonly IntervalUtilisation[];
}

/** While busy, in the order of the slices. */
export function trailOf(intervals: readonly TrailInterval[], setting: Setting, roof: Roof): Trail {
  const [decode, prefill]: [TrailPoint[], TrailPoint[]] = [[], []];
  const utilisation: IntervalUtilisation[] = [];
  for (const { atMs, sample } of intervals) {
    if (sample === null) {
      utilisation.push(gapInterval(atMs, { kind: "not-covered" }));
      continue;
    }
    const points = counterPoints(sample, setting, roof);
    decode.push(...pointOf(points.decode, atMs));
    prefill.push(...pointOf(points.prefill, atMs));
    utilisation.push(intervalUtilisation(points, atMs));
  }
  return { decode, prefill, utilisation };
}

function pointOf(placement: Placement, atMs: number): readonly TrailPoint[] {
  if (placement.kind !== "available") return [];
  const { intensityFlopPerByte, flopsPerSecond, mixed } = placement.busy;
  return [{ atMs, intensityFlopPerByte, flopsPerSecond, isMixed: mixed !== null }];
}
