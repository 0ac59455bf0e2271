/** What a step's time is made of, as the bar and its rows show it: the longer of memory and compute, then what is not hidden. */
import type { StepSharesResponse } from "@/lib/contracts/roofline-point";

export interface StepPart {
  readonly name: "memory" | "compute" | "communication" | "other";
  readonly seconds: number;
  /** Of the step; null for what lies beneath another part. */
  readonly ratio: number | null;
  readonly isOverlapped: boolean;
}

/** In the order of the bar; what is beneath comes after what hides it. */
export function stepParts(shares: StepSharesResponse): readonly StepPart[] {
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
