/**
 * One slice of a window as a point of the batch sweep: how many sequences a step had, from counters, and how long steps that only
 * decode took. Where prompts take more than 0.35 of the time the latter is what an estimate leaves over, so the slice is left out.
 */
import type { CounterSample } from "@/lib/analysis/roofline/points/counter-sample";
import { decodedPerSecond, instancePhaseTimes } from "@/lib/analysis/roofline/points/phase-times";
import type { Setting } from "@/lib/analysis/roofline/points/setting";
import type { SweepInterval } from "./batch-groups";

export type SweepIntervalResult =
  | ({ readonly kind: "interval" } & SweepInterval)
  /** To be counted and told beside the sweep. */
  | { readonly kind: "excluded"; readonly reason: "nothing-decoded" | "mostly-prefill" };

const maxPrefillRatio = 0.35;

export function sweepInterval(sample: CounterSample, setting: Setting, seconds: number): SweepIntervalResult {
  const times = instancePhaseTimes(sample, setting);
  if (times === null) return { kind: "excluded", reason: "nothing-decoded" };
  if (times.prefillRatio > maxPrefillRatio) return { kind: "excluded", reason: "mostly-prefill" };
  return {
    kind: "interval",
    batch: times.batch,
    itlSeconds: times.decodeStepSeconds,
    tokensPerSecond: decodedPerSecond(sample),
    seconds,
  };
}
