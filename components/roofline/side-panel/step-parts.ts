/** Parts of a step's time in the bar and its rows: the longer of memory and compute, then the rest. */
import type { StepSharesResponse } from "@/lib/contracts/roofline/roofline-point";

/** Part of the mean time of one step. */
export interface StepPart {
  readonly name: "memory" | "compute" | "communication" | "other";
  readonly seconds: number;
  /** Fraction of the step time. Null for a part that overlaps another part. */
  readonly ratio: number | null;
  readonly isOverlapped: boolean;
}

/**
 * Returns the parts of a step's time in the order of the bar. An overlapped part follows the part that
 * overlaps it.
 */
export function toStepParts(shares: StepSharesResponse): readonly StepPart[] {
  const { stepSeconds, overlapped, memorySeconds, computeSeconds } = shares;
  const ratio = (seconds: number): number => seconds / stepSeconds;
  const part = (name: StepPart["name"], seconds: number): StepPart => {
    const isOverlapped = name === overlapped;
    return { name, seconds, ratio: isOverlapped ? null : ratio(seconds), isOverlapped };
  };
  const pair = [part("memory", memorySeconds), part("compute", computeSeconds)];
  return [
    ...pair.toSorted((a, b) => Number(a.isOverlapped) - Number(b.isOverlapped)),
    part("communication", shares.communicationSeconds),
    part("other", shares.otherSeconds),
  ];
}
