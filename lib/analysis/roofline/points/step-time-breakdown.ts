/**
 * Time shares of a step: memory, compute, communication and other. The shorter of memory and compute overlaps with the
 * longer. Other is the remainder: launches, sampling, waiting for the CPU. Times are computed with the bandwidth that
 * the memory delivers if slow memory is the cause, otherwise with measured ceilings, otherwise with the vendor's
 * ceilings.
 */
import { classifyBound, findSecondBound, type BoundBy } from "@/lib/analysis/roofline/bounds/bound-by";
import { computeUtilisation, type Utilisation } from "@/lib/analysis/roofline/bounds/judge-utilisation";
import { practicalCeilings, type Roof } from "@/lib/analysis/roofline/bounds/roof";
import type { Work } from "@/lib/analysis/roofline/step-work/step-work";

/** Reference bandwidth: `measured` by a benchmark, `specified` by the vendor, or `delivered` by the busy bus. */
export type BandwidthKind = "measured" | "specified" | "delivered";

/** Time of a mean step on one accelerator, divided by cause, in seconds. */
export interface StepTimeBreakdown extends Utilisation {
  readonly stepSeconds: number;
  readonly memorySeconds: number;
  /** Part of the memory time that reads weights. */
  readonly weightSeconds: number;
  /** Part of the memory time that reads and writes the KV cache. */
  readonly kvSeconds: number;
  readonly computeSeconds: number;
  readonly communicationSeconds: number;
  /** Time that neither memory, compute nor communication explains. */
  readonly otherSeconds: number;
  /** The shorter of memory and compute time, which overlaps with the longer one. */
  readonly overlapped: "memory" | "compute";
  /** Seconds by which the step is shorter than the sum of its parts. If it is above 0, an input is incorrect. */
  readonly impossibleSeconds: number;
  readonly boundBy: BoundBy;
  /** Bound that applies almost as much; null if one bound dominates. */
  readonly secondBound: BoundBy | null;
  /**
   * MBU relative to the delivered bandwidth if memory is slower than rated. The bound of a step is derived from it.
   */
  readonly deliveredUtilisation: Utilisation;
  /** Bytes per second over the reference bandwidth. */
  readonly bandwidthUseRatio: number;
  readonly bandwidthBytesPerSecond: number;
  /** "delivered" if memory is slower than rated: the bandwidth that the memory delivers while the bus is busy. */
  readonly bandwidthKind: BandwidthKind;
}

/**
 * Divides the time of a mean step on one accelerator into memory, compute, communication and other time. The
 * shorter of memory and compute overlaps with the other and is not added. `deliveredBytesPerSecond` is the
 * bandwidth that the busy bus delivers; null if unknown.
 */
export function breakDownStepTime(
  work: Work,
  {
    stepSeconds,
    communicationSeconds,
  }: { readonly stepSeconds: number; readonly communicationSeconds: number },
  roof: Roof,
  deliveredBytesPerSecond: number | null = null,
): StepTimeBreakdown {
  const practical = practicalCeilings(roof);
  const bandwidthBytesPerSecond = deliveredBytesPerSecond ?? practical.bytesPerSecond;
  const memorySeconds = work.bytes / bandwidthBytesPerSecond;
  const computeSeconds = work.flops / practical.flopsPerSecond;
  const rest = stepSeconds - Math.max(memorySeconds, computeSeconds) - communicationSeconds;
  const rate = { flopsPerSecond: work.flops / stepSeconds, bytesPerSecond: work.bytes / stepSeconds };
  const utilisation = computeUtilisation(rate, roof);
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
    secondBound: findSecondBound(times, deliveredUtilisation),
    deliveredUtilisation,
    bandwidthUseRatio: rate.bytesPerSecond / bandwidthBytesPerSecond,
    bandwidthBytesPerSecond,
    bandwidthKind:
      deliveredBytesPerSecond !== null
        ? "delivered"
        : roof.practicalBytesPerSecond.kind === "measured"
          ? "measured"
          : "specified",
  };
}
