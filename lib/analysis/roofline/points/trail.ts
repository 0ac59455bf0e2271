/**
 * Trail of an operating point: each interval of a window gives one point. An interval with a missing input or without
 * activity is a gap.
 */
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import { counterPoints, type PhasePoints } from "./counter-points";
import type { CounterSample } from "./counter-sample";
import type { PoolSetting } from "./setting";
import { createGapInterval, intervalUtilisation, type IntervalUtilisation } from "./interval-utilisation";

/** Counters of one interval, from which a point of the trail is computed. */
export interface TrailInterval {
  /** End of the interval. */
  readonly atMs: number;
  /** Null if the counters do not cover the interval. Their rates would be too low and the points too far left. */
  readonly sample: CounterSample | null;
}

/** Position on the roofline at the end of one interval. */
export interface TrailPoint {
  /** End of the interval. */
  readonly atMs: number;
  readonly intensityFlopPerByte: number;
  readonly flopsPerSecond: number;
  /** True if the steps computed prompts and also decoded. */
  readonly isMixed: boolean;
}

/**
 * Operating points of each phase over the intervals of a window, in time order, while steps of the phase
 * ran.
 */
export interface Trail {
  readonly decode: readonly TrailPoint[];
  readonly prefill: readonly TrailPoint[];
  /** One value for each interval. */
  readonly utilisation: readonly IntervalUtilisation[];
}

/** Computes the operating points and the utilisation of each interval, in time order. */
export function computeTrail(intervals: readonly TrailInterval[], setting: PoolSetting, roof: Roof): Trail {
  const [decode, prefill]: [TrailPoint[], TrailPoint[]] = [[], []];
  const utilisation: IntervalUtilisation[] = [];
  for (const { atMs, sample } of intervals) {
    if (sample === null) {
      utilisation.push(createGapInterval(atMs, { kind: "not-covered" }));
      continue;
    }
    const points = counterPoints(sample, setting, roof);
    decode.push(...pointOf(points.decode, atMs));
    prefill.push(...pointOf(points.prefill, atMs));
    utilisation.push(intervalUtilisation(points, atMs));
  }
  return { decode, prefill, utilisation };
}

function pointOf(placement: PhasePoints, atMs: number): readonly TrailPoint[] {
  if (placement.kind !== "available") return [];
  const { intensityFlopPerByte, flopsPerSecond, mixed } = placement.busy;
  return [{ atMs, intensityFlopPerByte, flopsPerSecond, isMixed: mixed !== null }];
}
