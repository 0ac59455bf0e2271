/**
 * Comparison of a measured step with its expectation: the difference in time, and whether the product's classifier
 * agrees. The classifier uses only the time and the counted work; the expectation uses the ceilings and launch times.
 */
import type { BoundBy } from "@/lib/analysis/roofline/bounds/bound-by";
import type { Roof } from "@/lib/analysis/roofline/bounds/roof";
import { breakDownStepTime } from "@/lib/analysis/roofline/points/step-time-breakdown";
import type { ServedModel } from "@/lib/analysis/roofline/step-work/step-work";
import type { MeasuredStep } from "@/lib/model/roofline/measured-run-schema";
import { computeSpreadRatio } from "./best-rates";
import { expectStep, type ExpectedStep, type Bottleneck } from "./expect-step";

type InCache = "yes" | "no" | "unknown";

/** Result of comparing a measured step with its expected time and bottleneck. */
export type StepVerdict =
  /** The classifier names the expected bottleneck, and the time is plausible. */
  | { readonly kind: "as-expected" }
  /** The classifier names a bottleneck whose time is close to the time of the expected bottleneck. */
  | { readonly kind: "close" }
  | { readonly kind: "different" }
  /** The classifier names overhead, but the run has no launch time to compare with. */
  | { readonly kind: "no-launch-time" }
  /**
   * The step is slower than the sum of its launches and its bound at three quarters of the ceilings, so that work that
   * the model does not count took time.
   */
  | { readonly kind: "slower" }
  /**
   * The step is faster than the ceilings of the same run allow. `mayBeCached`: whether the weights and the KV cache of
   * the step fit into the device's last-level cache.
   */
  | { readonly kind: "impossible"; readonly mayBeCached: InCache }
  /**
   * The step is faster than its kernel launches alone. The launch measurement was disturbed, so no conclusion is
   * possible.
   */
  | { readonly kind: "below-launch-time" };

type Expected = Omit<ExpectedStep, "work">;

/** A measured step with its expectation and the comparison. */
export interface JudgedStep {
  readonly step: MeasuredStep;
  readonly expected: Expected;
  readonly measuredSeconds: number;
  readonly spreadRatio: number;
  /** Measured time ÷ expected time; 1.2 is slower by a fifth. */
  readonly measuredToExpectedRatio: number;
  readonly mbu: number;
  readonly mfu: number;
  /** Bound that the classifier names from the measured time. */
  readonly measuredBound: BoundBy;
  readonly verdict: StepVerdict;
}

/** Fraction by which a step may be faster than the ceilings allow, because ceilings are medians. */
const ceilingTolerance = 0.05;
/** Smallest fraction of a ceiling that good kernels reach. Launch times vary by the same fraction. */
const minReachedRatio = 3 / 4;

/** Facts that all steps of one run share. */
export interface StepContext {
  readonly servedModel: ServedModel;
  readonly roof: Roof;
  /** Last-level cache of the device; null if it does not report one. */
  readonly deviceCacheBytes: number | null;
  /** Time that the host takes to launch the kernels of one step; null if not measured. */
  readonly launchSeconds: number | null;
}

/** Compares the time and the bottleneck of a measured step with the expected time and bottleneck. */
export function judgeStep(step: MeasuredStep, context: StepContext): JudgedStep {
  const { work, ...expected } = expectStep(context.servedModel, step, context);
  const stepSeconds = step.seconds.median;
  const { mbu, mfu, boundBy } = breakDownStepTime(
    work,
    { stepSeconds, communicationSeconds: 0 },
    context.roof,
  );
  const inCache = checkCacheFit(work.bytes, context.deviceCacheBytes);
  return {
    step,
    expected,
    measuredSeconds: stepSeconds,
    spreadRatio: computeSpreadRatio(step.seconds),
    measuredToExpectedRatio: stepSeconds / expected.expectedSeconds,
    mbu,
    mfu,
    measuredBound: boundBy,
    verdict: implausibleVerdict(stepSeconds, expected, inCache) ?? classifierVerdict(expected, boundBy),
  };
}

/** Returns a verdict for a time that is impossible for this work, or that the work does not explain. */
function implausibleVerdict(
  stepSeconds: number,
  expected: Expected,
  mayBeCached: InCache,
): StepVerdict | null {
  const { memorySeconds, computeSeconds, boundSeconds, launchSeconds } = expected;
  const minSeconds = Math.max(memorySeconds, computeSeconds);
  if (stepSeconds < (1 - ceilingTolerance) * minSeconds) return { kind: "impossible", mayBeCached };
  if (launchSeconds === null) return null;
  if (stepSeconds < minReachedRatio * launchSeconds) return { kind: "below-launch-time" };
  return stepSeconds > launchSeconds + boundSeconds / minReachedRatio ? { kind: "slower" } : null;
}

function classifierVerdict(
  { bottleneck, closeBottlenecks, launchSeconds }: Expected,
  observed: BoundBy,
): StepVerdict {
  if (observed === "overhead" && launchSeconds === null) return { kind: "no-launch-time" };
  // Memory and compute are close to each other, so either is correct.
  const bottlenecks: readonly Bottleneck[] =
    observed === "mixed" ? ["memory", "compute"] : bottlenecksOf(observed);
  if (bottlenecks.includes(bottleneck)) return { kind: "as-expected" };
  return { kind: bottlenecks.some((one) => closeBottlenecks.includes(one)) ? "close" : "different" };
}

/** A single device does not communicate. */
function bottlenecksOf(observed: Exclude<BoundBy, "mixed">): readonly Bottleneck[] {
  return observed === "communication" ? [] : [observed];
}

function checkCacheFit(bytes: number, cacheBytes: number | null): InCache {
  if (cacheBytes === null) return "unknown";
  return bytes <= cacheBytes ? "yes" : "no";
}
