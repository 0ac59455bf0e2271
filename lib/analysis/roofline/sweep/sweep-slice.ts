/** One slice of a window as a point of the batch sweep: how many sequences a step had, from counters, and how long steps took. */
import type { CounterReading } from "@/lib/analysis/roofline/points/counter-reading";
import { decodedPerSecond, phaseTimes } from "@/lib/analysis/roofline/points/phase-times";
import type { Setting } from "@/lib/analysis/roofline/points/setting";
import type { SweepSlice } from "./batch-groups";

/** Null where nothing decoded or no gap is known. The time is that of steps that only decode, where prefill's is known. */
export function sweepSlice(reading: CounterReading, setting: Setting, seconds: number): SweepSlice | null {
  const times = phaseTimes(reading, setting);
  if (times === null) return null;
  return {
    batch: times.batch,
    itlSeconds: times.decodeStepSeconds,
    tokensPerSecond: decodedPerSecond(reading),
    seconds,
  };
}
