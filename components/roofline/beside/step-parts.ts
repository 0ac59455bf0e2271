/** What a step's time is made of, as the bar and its rows show it: the longer of memory and compute, then what is not hidden. */
import type { StepSharesAnswer } from "@/lib/contracts/roofline-point";

export interface StepPart {
  readonly name: "memory" | "compute" | "communication" | "other";
  readonly seconds: number;
  /** Of the step; null for what lies beneath another part. */
  readonly ratio: number | null;
  readonly isBeneath: boolean;
}

/** In the order of the bar; what is beneath comes after what hides it. */
export function stepParts(shares: StepSharesAnswer): readonly StepPart[] {
  const { stepSeconds, beneath, memorySeconds, computeSeconds } = shares;
  const ratio = (seconds: number): number => seconds / stepSeconds;
  const part = (name: StepPart["name"], seconds: number): StepPart => {
    const isBeneath = name === beneath;
    return { name, seconds, ratio: isBeneath ? null : ratio(seconds), isBeneath };
  };
  const pair = [part("memory", memorySeconds), part("compute", computeSeconds)];
  return [
    ...pair.toSorted((a, b) => Number(a.isBeneath) - Number(b.isBeneath)),
    part("communication", shares.communicationSeconds),
    part("other", shares.otherSeconds),
  ];
}
