/**
 * Rate of events that vary more than a Poisson process, for example errors per request or requests per second.
 *
 * Quasi-Poisson (McCullagh and Nelder, Generalized Linear Models, 1989, 6.2 and 9.2): the variance of a count is φ·μ.
 * The blocks are autocorrelated, so φ is the long-run variance of the deviations instead of their mean square:
 *
 *     rate = Σ y / Σ x                           y events and x exposure (requests or seconds) of a block
 *     φ = G² · var(mean of y − rate·x) / Σ y          at least 1; the variance of `series/mean-error.ts`, G blocks
 *     ln rate ± t(ν) · √(φ / Σ y)
 *
 * The logarithm keeps the interval above 0. Below 10 effective events, Σ y / φ, it is not normal yet, and the exact
 * Poisson limits are used (Garwood 1936); without events the interval is 0 to −ln 0.025 = 3.69 events. Blocks without
 * exposure do not count.
 */
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import { meanError } from "@/lib/analysis/statistics/series/mean-error";
import { regularisedUpperGamma } from "@/lib/analysis/statistics/significance/incomplete-gamma";
import { findTailCriticalValue } from "@/lib/analysis/statistics/significance/solve-tail";
import { studentCriticalValue } from "@/lib/analysis/statistics/significance/student-t";
import { minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import type { RatioBlock } from "./block-ratio";

/** Rate of events whose counts vary more than those of a Poisson process. */
export interface OverdispersedRate extends WindowEstimate {
  /** φ: how many times larger the variance is than that of a Poisson process; at least 1. */
  readonly dispersion: number;
}

const alpha = 0.05;
/** Effective events from which the logarithm of the rate is close to normal. */
const normalFrom = 10;

/**
 * Estimates a rate of events per exposure, such as errors per request, with its confidence interval. `n` is
 * the number of blocks with an exposure above 0; undefined with fewer than 20 of them.
 */
export function overdispersedRate(blocks: readonly RatioBlock[]): OverdispersedRate | undefined {
  const exposed = blocks.filter(({ denominator }) => denominator > 0);
  const n = exposed.length;
  if (n < minBlocks) return undefined;
  const events = exposed.reduce((sum, { numerator }) => sum + numerator, 0);
  const exposure = exposed.reduce((sum, { denominator }) => sum + denominator, 0);
  const value = events / exposure;
  const deviations = Float64Array.from(
    exposed,
    ({ numerator, denominator }) => numerator - value * denominator,
  );
  const { variance, degreesOfFreedom } = meanError(deviations);
  const dispersion = events > 0 ? Math.max(1, (n * n * variance) / events) : 1;
  const isNormal = events / dispersion >= normalFrom;
  const limits = isNormal
    ? logarithmicLimits(events / dispersion, degreesOfFreedom)
    : poissonLimits(events / dispersion);
  const scale = dispersion / exposure;
  const interval = { lower: limits.lower * scale, upper: limits.upper * scale };
  return { value, ...interval, n, bucket: null, dispersion, ...(isNormal ? { degreesOfFreedom } : {}) };
}

function logarithmicLimits(events: number, degreesOfFreedom: number) {
  const factor = Math.exp(studentCriticalValue(alpha, degreesOfFreedom) / Math.sqrt(events));
  return { lower: events / factor, upper: events * factor };
}

/** Returns the exact limits of the mean of a Poisson variable that was observed as `events` (Garwood 1936). */
function poissonLimits(events: number) {
  const upper = findTailCriticalValue((mean) => regularisedUpperGamma(events + 1, mean), alpha / 2);
  if (events === 0) return { lower: 0, upper };
  return {
    lower: findTailCriticalValue((mean) => regularisedUpperGamma(events, mean), 1 - alpha / 2),
    upper,
  };
}
