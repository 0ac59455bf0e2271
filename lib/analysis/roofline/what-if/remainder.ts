/**
 * Time that a measured step takes beyond its bound: launches, sampling, the CPU, and imperfect kernels. It is not
 * part of a ceiling, because a change or other software may remove some of it. Added to the new bound, it gives the
 * expected time if nothing else changes. The UI labels this as an expectation.
 */
import { tokensPerSequenceStep, type PerformanceCeiling } from "./ceiling";
import type { Scenario } from "./change";

/** Expected step time and throughput of one replica. */
export interface ExpectedRun {
  readonly stepSeconds: number;
  readonly tokensPerSecond: number;
}

/** Value in the current scenario and after a hypothetical change. */
export interface NowAndAfter<T> {
  /** Value in the current scenario. */
  readonly now: T;
  readonly after: T;
}

/**
 * Returns by how many seconds the measured time exceeds the bound; null without a measurement or if it is
 * below the bound.
 */
export function secondsBeyondBound(measuredSeconds: number | null, boundSeconds: number): number | null {
  return measuredSeconds === null || measuredSeconds < boundSeconds ? null : measuredSeconds - boundSeconds;
}

/**
 * Returns the expected step time and throughput if each step takes `beyondBoundSeconds` longer than the
 * bound.
 */
export function estimateRun(
  { stepSeconds }: PerformanceCeiling,
  scenario: Pick<Scenario, "batch" | "speculation">,
  beyondBoundSeconds: number,
): ExpectedRun {
  const seconds = stepSeconds + beyondBoundSeconds;
  return {
    stepSeconds: seconds,
    tokensPerSecond: (scenario.batch * tokensPerSequenceStep(scenario)) / seconds,
  };
}
