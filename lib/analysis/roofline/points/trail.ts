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

/** Shares of peak and bandwidth over the whole of a slice, all phases together; null where an input is missing. */
export interface UsedSlice {
  readonly atMs: number;
  readonly mfu: number | null;
  readonly mbu: number | null;
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
    const points = counterPoints(reading, setting, roof);
    decode.push(...pointOf(points.decode, atMs));
    prefill.push(...pointOf(points.prefill, atMs));
    used.push(usedIn([points.decode, points.prefill], atMs));
  }
  return { decode, prefill, used };
}

/** What averages add up to; what did not run adds nothing, what cannot be told leaves the whole untold. */
function usedIn(placements: readonly Placement[], atMs: number): UsedSlice {
  if (placements.some(({ kind }) => kind === "cannot-tell")) return { atMs, mfu: null, mbu: null };
  let [mfu, mbu] = [0, 0];
  for (const one of placements) {
    if (one.kind !== "placed") continue;
    mfu += one.average.mfu;
    mbu += one.average.mbu;
  }
  return { atMs, mfu, mbu };
}

function pointOf(placement: Placement, atMs: number): readonly TrailPoint[] {
  if (placement.kind !== "placed") return [];
  const { intensityFlopPerByte, flopsPerSecond, mixed } = placement.busy;
  return [{ atMs, intensityFlopPerByte, flopsPerSecond, isMixed: mixed !== null }];
}
