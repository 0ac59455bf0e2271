/**
 * One measured step against what was expected of it: by how much its time differs, and whether the product's own classifier, which sees
 * only the time and the counted work, says what the ceilings and the launches said beforehand.
 */
import type { BoundBy } from "@/lib/analysis/roofline/bounds/bound-by";
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import { stepShares } from "@/lib/analysis/roofline/points/step-shares";
import type { Served } from "@/lib/analysis/roofline/step-work/step-work";
import type { MeasuredStep } from "@/lib/model/measured-run-schema";
import { spreadRatioOf } from "./best-rates";
import { expectStep, type ExpectedStep, type Pace } from "./expect-step";

type InCache = "yes" | "no" | "unknown";

export type StepVerdict =
  /** Both name the same, and the time is not out of reason. */
  | { readonly kind: "as-expected" }
  /** The classifier names one that comes close to the leading one. */
  | { readonly kind: "close" }
  | { readonly kind: "otherwise" }
  /** Overhead, and the run has no floor to expect it from. */
  | { readonly kind: "no-floor" }
  /** Slower than its launches, and its bound at three quarters of the ceilings, one after the other: something else took time. */
  | { readonly kind: "slower" }
  /** Faster than the ceilings that the same run measured. `mayBeCached`: weights and cache of the step fit into the device's last cache. */
  | { readonly kind: "impossible"; readonly mayBeCached: InCache }
  /** Faster than launches alone: the floor was disturbed, so nothing follows from it. */
  | { readonly kind: "below-floor" };

type Expected = Omit<ExpectedStep, "work">;

export interface JudgedStep {
  readonly step: MeasuredStep;
  readonly expected: Expected;
  readonly measuredSeconds: number;
  readonly spreadRatio: number;
  /** Measured over expected: 1.2 is slower by a fifth. */
  readonly ofExpectedRatio: number;
  readonly mbu: number;
  readonly mfu: number;
  readonly observed: BoundBy;
  readonly verdict: StepVerdict;
}

/** Ceilings are medians themselves: a step may be faster than them by so much. */
const ceilingTolerance = 0.05;
/** Good kernels reach three quarters of the ceilings and more; floors are as steady as that. */
const leastReached = 3 / 4;

export interface StepScene {
  readonly served: Served;
  readonly roof: Roof;
  readonly cacheBytes: number | null;
  readonly floorSeconds: number | null;
}

export function judgeStep(step: MeasuredStep, scene: StepScene): JudgedStep {
  const { work, ...expected } = expectStep(scene.served, step, scene);
  const stepSeconds = step.seconds.median;
  const { mbu, mfu, boundBy } = stepShares(work, { stepSeconds, communicationSeconds: 0 }, scene.roof);
  const inCache = cached(work.bytes, scene.cacheBytes);
  return {
    step,
    expected,
    measuredSeconds: stepSeconds,
    spreadRatio: spreadRatioOf(step.seconds),
    ofExpectedRatio: stepSeconds / expected.expectedSeconds,
    mbu,
    mfu,
    observed: boundBy,
    verdict: outOfReason(stepSeconds, expected, inCache) ?? compared(expected, boundBy),
  };
}

/** A time that no step of this work can have, or that its work does not account for. */
function outOfReason(stepSeconds: number, expected: Expected, mayBeCached: InCache): StepVerdict | null {
  const { memorySeconds, computeSeconds, boundSeconds, floorSeconds } = expected;
  const least = Math.max(memorySeconds, computeSeconds);
  if (stepSeconds < (1 - ceilingTolerance) * least) return { kind: "impossible", mayBeCached };
  if (floorSeconds === null) return null;
  if (stepSeconds < leastReached * floorSeconds) return { kind: "below-floor" };
  return stepSeconds > floorSeconds + boundSeconds / leastReached ? { kind: "slower" } : null;
}

function compared({ leading, close, floorSeconds }: Expected, observed: BoundBy): StepVerdict {
  if (observed === "overhead" && floorSeconds === null) return { kind: "no-floor" };
  // Memory and compute near each other: either is right.
  const paces: readonly Pace[] = observed === "mixed" ? ["memory", "compute"] : pacesOf(observed);
  if (paces.includes(leading)) return { kind: "as-expected" };
  return { kind: paces.some((one) => close.includes(one)) ? "close" : "otherwise" };
}

/** One device does not communicate. */
function pacesOf(observed: Exclude<BoundBy, "mixed">): readonly Pace[] {
  return observed === "communication" ? [] : [observed];
}

function cached(bytes: number, cacheBytes: number | null): InCache {
  if (cacheBytes === null) return "unknown";
  return bytes <= cacheBytes ? "yes" : "no";
}
