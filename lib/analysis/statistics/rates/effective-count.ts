/**
 * Number of independent observations that are as informative about a share as the dependent observations of blocks of
 * time (Korn and Graubard, Survey Methodology 24, 1998):
 *
 *     n* = n / D · (1.96 / t(ν))²         D = var(p) / (p (1 − p) / n), at least 1: the design effect (Kish 1965)
 *
 * var(p) is the variance between blocks (`block-ratio.ts`), and t with its ν degrees of freedom makes intervals of few
 * blocks wider. Requests of one minute share batches and queues, so D of a latency share is often 10 to 100.
 */
import { meanError } from "@/lib/analysis/statistics/series/mean-error";
import { twoSidedNormalLimit } from "@/lib/analysis/statistics/significance/normal-tail";
import { studentCriticalValue } from "@/lib/analysis/statistics/significance/student-t";
import { ratioDeviations, type RatioBlock } from "./block-ratio";

/** Number of independent observations that would have the same uncertainty as the correlated observations. */
export interface EffectiveCount {
  /** n*, at most the number of observations. */
  readonly count: number;
  /** Design effect D. 1 if the share is 0 or 1, because the blocks then do not vary. */
  readonly designEffect: number;
}

/**
 * Returns the effective number of observations of the share numerator / denominator over at least 20 blocks in time
 * order. Requests in a block are correlated, so the effective number is below the number of requests.
 */
export function effectiveCount(blocks: readonly RatioBlock[]): EffectiveCount {
  const hits = blocks.reduce((sum, { numerator }) => sum + numerator, 0);
  const n = blocks.reduce((sum, { denominator }) => sum + denominator, 0);
  const share = hits / n;
  const independent = (share * (1 - share)) / n;
  if (!(independent > 0)) return { count: n, designEffect: 1 };
  const { variance, degreesOfFreedom } = meanError(ratioDeviations(blocks, share));
  const designEffect = Math.max(1, variance / independent);
  const factor = twoSidedNormalLimit / studentCriticalValue(0.05, degreesOfFreedom);
  return { count: (n / designEffect) * factor ** 2, designEffect };
}
