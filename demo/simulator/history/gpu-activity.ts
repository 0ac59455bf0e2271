/**
 * GPU activity in the steady state, matching the simulated engine's machine: prefills as they arrive, and decode-only
 * steps in the remaining occupied time. With R running requests on average, at least one runs for the fraction 1 −
 * e^−R of the time; at small batches that is far below 1.
 */
import type { SteadyState } from "./steady-state";

export interface GpuActivity {
  readonly stepsPerSecond: number;
  /** Fractions of time in which the GPU, the tensor cores and the memory bus are active. */
  readonly busyRatio: number;
  readonly tensorRatio: number;
  readonly dramRatio: number;
}

/** Achieved peaks relative to the datasheet, as in live instances. */
const tensorPeakShare = 0.65;
const dramPeakShare = 0.78;

/**
 * Returns the GPU activity. `computeRatio` is the remaining fraction of the clock under a fault; the counters report
 * cycles of the peak.
 */
export function computeGpuActivity(state: SteadyState, computeRatio: number): GpuActivity {
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
