/**
 * Where the time of a step goes: memory, compute, communication, other. The shorter of memory and compute lies beneath the longer; other
 * is what is left, launches, sampling, waiting for the CPU. Against what slow memory delivers where that is the cause, else measured
 * ceilings where there are any, the vendor's where not.
 */
import { classifyBound, secondaryBound, type BoundBy } from "@/lib/analysis/roofline/bounds/bound-by";
import { utilisationOf, type Utilisation } from "@/lib/analysis/roofline/bounds/judge";
import { practicalCeilings, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Work } from "@/lib/analysis/roofline/step-work/step-work";

export type BandwidthKind = "measured" | "printed" | "delivered";

export interface StepShares extends Utilisation {
  readonly stepSeconds: number;
  readonly memorySeconds: number;
  readonly weightSeconds: number;
  readonly kvSeconds: number;
  readonly computeSeconds: number;
  readonly communicationSeconds: number;
  readonly otherSeconds: number;
  /** Which of memory and compute the other hides. */
  readonly overlapped: "memory" | "compute";
  /** By how much the step is shorter than its own parts; above 0 an input is wrong. */
  readonly impossibleSeconds: number;
  readonly boundBy: BoundBy;
  /** What it is about as much bound by; null where one thing sets the pace. */
  readonly nearTo: BoundBy | null;
  /** MBU against what memory delivers where that is less than it says: what bounds a step is read from it. */
  readonly deliveredUtilisation: Utilisation;
  /** Bytes a second over the bandwidth that times are told against. */
  readonly ofBandwidthRatio: number;
  readonly bandwidthBytesPerSecond: number;
  /** Delivered: what comes for each second in which the bus is busy, where memory is slower than it says. */
  readonly bandwidthIs: BandwidthKind;
}

/** Of one accelerator's part of a step. The four shares of time, of which one lies beneath, add up to the step. */
export function stepShares(
  work: Work,
  {
    stepSeconds,
    communicationSeconds,
  }: { readonly stepSeconds: number; readonly communicationSeconds: number },
  roof: Roof,
  deliveredBytesPerSecond: number | null = null,
): StepShares {
  const practical = practicalCeilings(roof);
  const bandwidthBytesPerSecond = deliveredBytesPerSecond ?? practical.bytesPerSecond;
  const memorySeconds = work.bytes / bandwidthBytesPerSecond;
  const computeSeconds = work.flops / practical.flopsPerSecond;
  const rest = stepSeconds - Math.max(memorySeconds, computeSeconds) - communicationSeconds;
  const rate = { flopsPerSecond: work.flops / stepSeconds, bytesPerSecond: work.bytes / stepSeconds };
  const utilisation = utilisationOf(rate, roof);
  const deliveredUtilisation =
    deliveredBytesPerSecond === null
      ? utilisation
      : { ...utilisation, mbu: rate.bytesPerSecond / deliveredBytesPerSecond };
  const times = { memorySeconds, computeSeconds, communicationSeconds, stepSeconds };
  return {
    ...utilisation,
    stepSeconds,
    memorySeconds,
    weightSeconds: work.weightBytes / bandwidthBytesPerSecond,
    kvSeconds: work.kvBytes / bandwidthBytesPerSecond,
    computeSeconds,
    communicationSeconds,
    otherSeconds: Math.max(0, rest),
    overlapped: memorySeconds >= computeSeconds ? "compute" : "memory",
    impossibleSeconds: Math.max(0, -rest),
    boundBy: classifyBound(times, deliveredUtilisation),
    nearTo: secondaryBound(times, deliveredUtilisation),
    deliveredUtilisation,
    ofBandwidthRatio: rate.bytesPerSecond / bandwidthBytesPerSecond,
    bandwidthBytesPerSecond,
    bandwidthIs:
      deliveredBytesPerSecond !== null
        ? "delivered"
        : roof.practicalBytesPerSecond.kind === "measured"
          ? "measured"
          : "printed",
  };
}
