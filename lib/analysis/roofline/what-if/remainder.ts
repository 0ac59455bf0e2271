/**
 * Time that a measured step takes beyond its bound: launches, sampling, the CPU, and imperfect kernels. It is not
 * part of a ceiling, because a change or other software may remove some of it. Added to the new bound, it gives the
 * expected time if nothing else changes. The UI labels this as an expectation.
 */
import { tokensPerStepOf, type Ceiling } from "./ceiling";
import type { Scenario } from "./change";

export interface ExpectedRun {
  readonly stepSeconds: number;
  readonly tokensPerSecond: number;
}

export interface NowAndAfter<T> {
  /** Value at the measured state. */
  readonly now: T;
  readonly after: T;
}

/** Returns the seconds beyond the bound; null without a measurement or if it is below the bound. */
export function remainderOf(measuredSeconds: number | null, boundSeconds: number): number | null {
  return measuredSeconds === null || measuredSeconds < boundSeconds ? null : measuredSeconds - boundSeconds;
}

export function expectedRun(
  { stepSeconds }: Ceiling,
  scenario: Pick<Scenario, "batch" | "speculation">,
  remainderSeconds: number,
): ExpectedRun {
  const seconds = stepSeconds + remainderSeconds;
  return {
    stepSeconds: seconds,
    tokensPerSecond: (scenario.batch * tokensPerStepOf(scenario)) / seconds,
  };
}
