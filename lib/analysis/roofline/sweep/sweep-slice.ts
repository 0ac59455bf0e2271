/**
 * One slice of a window as a point of the batch sweep: how many sequences a step had, from counters, and how long steps that only
 * decode took. Where prompts take more than 0.35 of the time the latter is what an estimate leaves over, so the slice is left out.
 */
import type { CounterReading } from "@/lib/analysis/roofline/points/counter-reading";
import { decodedPerSecond, phaseTimes } from "@/lib/analysis/roofline/points/phase-times";
import type { Setting } from "@/lib/analysis/roofline/points/setting";
import type { SweepSlice } from "./batch-groups";

export type SliceAnswer =
  | ({ readonly kind: "slice" } & SweepSlice)
  /** To be counted and told beside the sweep. */
  | { readonly kind: "left-out"; readonly reason: "nothing-decoded" | "mostly-prefill" };

const mostPrefill = 0.35;

export function sweepSlice(reading: CounterReading, setting: Setting, seconds: number): SliceAnswer {
  const times = phaseTimes(reading, setting);
  if (times === null) return { kind: "left-out", reason: "nothing-decoded" };
  if (times.prefillRatio > mostPrefill) return { kind: "left-out", reason: "mostly-prefill" };
  return {
    kind: "slice",
    batch: times.batch,
    itlSeconds: times.decodeStepSeconds,
    tokensPerSecond: decodedPerSecond(reading),
    seconds,
  };
}
