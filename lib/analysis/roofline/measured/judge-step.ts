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

export type StepVerdict =
  | { readonly kind: "as-expected" }
  /** The classifier names one that comes close to the leading one. */
  | { readonly kind: "close" }
  | { readonly kind: "otherwise" }
  /** Overhead, and the run has no floor to expect it from. */
  | { readonly kind: "no-floor" }
  /** Faster than the ceilings that the same run measured. `mayBeCached`: weights and cache of the step fit into the device's last cache. */
  | { readonly kind: "impossible"; readonly mayBeCached: "yes" | "no" | "unknown" };

export interface JudgedStep {
  readonly step: MeasuredStep;
  readonly expected: Omit<ExpectedStep, "work">;
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
  const least = Math.max(expected.memorySeconds, expected.computeSeconds);
  return {
    step,
    expected,
    measuredSeconds: stepSeconds,
    spreadRatio: spreadRatioOf(step.seconds),
    ofExpectedRatio: stepSeconds / expected.expectedSeconds,
    mbu,
    mfu,
    observed: boundBy,
    verdict:
      stepSeconds < (1 - ceilingTolerance) * least
        ? { kind: "impossible", mayBeCached: cached(work.bytes, scene.cacheBytes) }
        : verdictOf(expected, boundBy),
  };
}

function verdictOf(
  { leading, close, floorSeconds }: Omit<ExpectedStep, "work">,
  observed: BoundBy,
): StepVerdict {
  if (observed === "overhead" && floorSeconds === null) return { kind: "no-floor" };
  // Memory and compute near each other: either is right.
  const named: readonly Pace[] = observed === "mixed" ? ["memory", "compute"] : pacesOf(observed);
  if (named.includes(leading)) return { kind: "as-expected" };
  return { kind: named.some((one) => close.includes(one)) ? "close" : "otherwise" };
}

/** One device does not communicate. */
function pacesOf(observed: Exclude<BoundBy, "mixed">): readonly Pace[] {
  return observed === "communication" ? [] : [observed];
}

function cached(bytes: number, cacheBytes: number | null): "yes" | "no" | "unknown" {
  if (cacheBytes === null) return "unknown";
  return bytes <= cacheBytes ? "yes" : "no";
}
