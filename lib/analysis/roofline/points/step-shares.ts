/**
 * Where the time of a step goes: memory, compute, communication, other. The shorter of memory and compute lies beneath the longer; other
 * is what is left, launches, sampling, waiting for the CPU. Against measured ceilings where there are any, the vendor's where not.
 */
import { boundBy, type BoundBy } from "@/lib/analysis/roofline/bounds/bound-by";
import { utilisationOf, type Utilisation } from "@/lib/analysis/roofline/bounds/judge";
import { practicalCeilings, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Work } from "@/lib/analysis/roofline/step-work/step-work";

export interface StepShares extends Utilisation {
  readonly stepSeconds: number;
  readonly memorySeconds: number;
  readonly weightSeconds: number;
  readonly kvSeconds: number;
  readonly computeSeconds: number;
  readonly communicationSeconds: number;
  readonly otherSeconds: number;
  /** Which of memory and compute the other hides. */
  readonly beneath: "memory" | "compute";
  /** By how much the step is shorter than its own parts; above 0 an input is wrong. */
  readonly impossibleSeconds: number;
  readonly boundBy: BoundBy;
  /** Bytes a second over the bandwidth that was measured, or is printed. */
  readonly ofBandwidthRatio: number;
  readonly bandwidthIs: "measured" | "printed";
}

/** Of one accelerator's part of a step. The four shares of time, of which one lies beneath, add up to the step. */
export function stepShares(
  work: Work,
  {
    stepSeconds,
    communicationSeconds,
  }: { readonly stepSeconds: number; readonly communicationSeconds: number },
  roof: Roof,
): StepShares {
  const practical = practicalCeilings(roof);
  const memorySeconds = work.bytes / practical.bytesPerSecond;
  const computeSeconds = work.flops / practical.flopsPerSecond;
  const rest = stepSeconds - Math.max(memorySeconds, computeSeconds) - communicationSeconds;
  const rate = { flopsPerSecond: work.flops / stepSeconds, bytesPerSecond: work.bytes / stepSeconds };
  const utilisation = utilisationOf(rate, roof);
  return {
    ...utilisation,
    stepSeconds,
    memorySeconds,
    weightSeconds: work.weightBytes / practical.bytesPerSecond,
    kvSeconds: work.kvBytes / practical.bytesPerSecond,
    computeSeconds,
    communicationSeconds,
    otherSeconds: Math.max(0, rest),
    beneath: memorySeconds >= computeSeconds ? "compute" : "memory",
    impossibleSeconds: Math.max(0, -rest),
    boundBy: boundBy({ memorySeconds, computeSeconds, communicationSeconds, stepSeconds }, utilisation),
    ofBandwidthRatio: rate.bytesPerSecond / practical.bytesPerSecond,
    bandwidthIs: roof.practicalBytesPerSecond.kind === "measured" ? "measured" : "printed",
  };
}
