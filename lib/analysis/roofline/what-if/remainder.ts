/**
 * What a measured time has beyond its bound: launches, sampling, the CPU, and what no kernel reaches of a bandwidth. It is no part of a
 * ceiling: some of it may go with the change, or with other software. Kept as so many seconds beside the new bound it tells what this
 * deployment would take if nothing else changed, which is an expectation and is told as one.
 */
import { tokensPerStepOf, type Ceiling } from "./ceiling";
import type { Scenario } from "./change";

export interface ExpectedRun {
  readonly stepSeconds: number;
  readonly tokensPerSecond: number;
}

export interface NowAndAfter<T> {
  /** What was measured. */
  readonly now: T;
  readonly after: T;
}

/** Seconds beyond the bound. Null where nothing was measured, or less than the bound, which leaves nothing to keep. */
export function remainderOf(measuredSeconds: number | null, boundSeconds: number): number | null {
  return measuredSeconds === null || measuredSeconds < boundSeconds ? null : measuredSeconds - boundSeconds;
}

export function expectedRun(
  { stepSeconds }: Ceiling,
  scenario: Pick<Scenario, "batch" | "speculation">,
  restSeconds: number,
): ExpectedRun {
  const seconds = stepSeconds + restSeconds;
  return {
    stepSeconds: seconds,
    tokensPerSecond: (scenario.batch * tokensPerStepOf(scenario)) / seconds,
  };
}
