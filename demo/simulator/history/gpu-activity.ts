/**
 * What a balance keeps a GPU busy with, step by step as the simulated engine's machine sums it up: prefills as they come, steps that
 * only decode in what is left of the time in which anybody runs. Of R requests on average that is a share 1 − e^−R of it: at small
 * batches far less than all.
 */
import type { SteadyState } from "./steady-state";

export interface GpuActivity {
  readonly stepsPerSecond: number;
  /** Shares of time in which the GPU works, and of the cycles of its tensor cores and its memory bus. */
  readonly busyRatio: number;
  readonly tensorRatio: number;
  readonly dramRatio: number;
}

/** Achieved peaks over the pins' figures, as live instances count them. */
const tensorPeakShare = 0.65;
const dramPeakShare = 0.78;

/** `computeRatio`: what a fault leaves of the clock; the counters tell cycles of the peak. */
export function gpuActivity(state: SteadyState, computeRatio: number): GpuActivity {
  const { running, prefillsPerSecond, prefillCost, decodeCost } = state;
  const busyShare = 1 - Math.exp(-running);
  const decodesPerSecond =
    Math.max(0, busyShare - prefillsPerSecond * prefillCost.seconds) / decodeCost.seconds;
  const timeShare = (of: "gpuSeconds" | "computeSeconds" | "memorySeconds"): number =>
    prefillsPerSecond * prefillCost[of] + decodesPerSecond * decodeCost[of];
  return {
    stepsPerSecond: prefillsPerSecond + decodesPerSecond,
    busyRatio: Math.min(1, timeShare("gpuSeconds")),
    tensorRatio: Math.min(1, tensorPeakShare * computeRatio * timeShare("computeSeconds")),
    dramRatio: Math.min(1, dramPeakShare * timeShare("memorySeconds")),
  };
}
