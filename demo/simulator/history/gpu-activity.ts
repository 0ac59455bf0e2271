/**
 * GPU activity in the steady state, matching the simulated engine's machine: prefills as they arrive, and decode-only
 * steps in the remaining occupied time. With R running requests on average, at least one runs for the fraction 1 −
 * e^−R of the time; at small batches that is far below 1.
 */
import type { SteadyState } from "./steady-state";

/** Step rate of an instance and activity of its GPUs. */
export interface GpuActivity {
  readonly stepsPerSecond: number;
  /** Fractions of time in which the GPU, the tensor cores and the memory bus are active. */
  readonly gpuBusyRatio: number;
  readonly tensorActiveRatio: number;
  readonly dramActiveRatio: number;
}

/** Achieved peaks relative to the datasheet, as in live instances. */
const tensorPeakShare = 0.65;
const dramPeakShare = 0.78;

/**
 * Returns the GPU activity. `computeSpeedRatio` is the remaining fraction of the clock under a fault; the counters
 * report cycles of the peak.
 */
export function computeGpuActivity(state: SteadyState, computeSpeedRatio: number): GpuActivity {
  const { meanRunning, prefillStepsPerSecond, meanPrefillCost, decodeCost } = state;
  const busyShare = 1 - Math.exp(-meanRunning);
  const decodesPerSecond =
    Math.max(0, busyShare - prefillStepsPerSecond * meanPrefillCost.stepSeconds) / decodeCost.stepSeconds;
  const timeShare = (of: "gpuSeconds" | "computeSeconds" | "memorySeconds"): number =>
    prefillStepsPerSecond * meanPrefillCost[of] + decodesPerSecond * decodeCost[of];
  return {
    stepsPerSecond: prefillStepsPerSecond + decodesPerSecond,
    gpuBusyRatio: Math.min(1, timeShare("gpuSeconds")),
    tensorActiveRatio: Math.min(1, tensorPeakShare * computeSpeedRatio * timeShare("computeSeconds")),
    dramActiveRatio: Math.min(1, dramPeakShare * timeShare("memorySeconds")),
  };
}
