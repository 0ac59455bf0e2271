/**
 * How much longer the window must be for a verdict.
 *
 * The interval must shrink by the factor f, so that it no longer contains the limit. The squared half-width of the
 * interval is a sum of two terms: the term of the baseline is constant, and the term of the window is proportional to
 * 1/length:
 *
 *     length · w² / (W² / f² − b²)        w, b relative half-widths of the window and the baseline, W² = w² + b²
 *
 * A longer window alone does not lead to a verdict if the baseline's interval is too wide.
 */
import type { WindowEstimate } from "@/lib/analysis/statistics/window-estimate";
import type { FurtherSamples } from "@/lib/model/gate/gate-result";
import type { Regression } from "./regression";

/** Regression whose confidence interval contains the limit of its rule. */
export interface UndecidedRegression {
  readonly before: WindowEstimate;
  readonly after: WindowEstimate;
  readonly regression: Regression;
  readonly limit: number;
  /** Base of the regression, if it is not the value of the baseline. */
  readonly fixedBase?: number | undefined;
}

/** Length and request count of the window that a gate judged. */
export interface JudgedWindow {
  readonly blockMs: number;
  readonly windowMs: number;
  /** Null if unknown. */
  readonly requestCount: number | null;
}

/** Largest factor by which a longer window is proposed. A longer window would not be practical. */
const maxFactor = 1_000;

/**
 * Estimates the window length (ms) and the number of additional requests that would lead to a verdict. Both
 * are null if even 1,000 times the length is not enough.
 */
export function estimateFurtherSamples(
  { before, after, regression, limit, fixedBase }: UndecidedRegression,
  { blockMs, windowMs, requestCount }: JudgedWindow,
): FurtherSamples {
  const { value, low, high } = regression;
  const reach = value <= limit ? high - value : value - low;
  const shrinkage = reach / Math.abs(limit - value);
  const [ofBaseline, ofWindow] = [before, after].map((one) =>
    squaredHalfWidth(one, fixedBase ?? one.value),
  ) as [number, number];
  const allowed = (ofBaseline + ofWindow) / shrinkage ** 2 - ofBaseline;
  const factor = ofWindow / allowed;
  if (!(allowed > 0) || !(factor <= maxFactor)) return { neededWindowMs: null, additionalRequestCount: null };
  return {
    neededWindowMs: Math.ceil((Math.max(1, factor) * windowMs) / blockMs) * blockMs,
    additionalRequestCount:
      requestCount === null ? null : Math.max(1, Math.ceil((factor - 1) * requestCount)),
  };
}

/**
 * Returns the squared half-width of an interval relative to `base`, so that both sides are comparable. 1 if `base` is
 * 0.
 */
function squaredHalfWidth({ lower, upper }: WindowEstimate, base: number): number {
  const halfWidth = ((upper ?? Infinity) - lower) / 2;
  return (halfWidth / (base > 0 ? base : halfWidth)) ** 2;
}
