/**
 * Widens the intervals of a line by its curvature. The confidence intervals of least squares become narrower with more
 * steps, even if the steps are not on a line. Step times may also continue along the tangent at either end, so both
 * tangents must be within the confidence intervals.
 */
import type { StepCurvature } from "./curvature";
import type { LineEstimate, LineFit } from "./fit-line";

/** Returns the fitted line with confidence intervals widened by the curvature. */
export function applyCurvature(
  fit: LineFit,
  { atSmallestBatch: start, atLargestBatch: end }: StepCurvature,
): LineFit {
  const ends = [start, end];
  const baseSeconds = extendTo(
    fit.baseSeconds,
    ends.map((one) => one.baseSeconds),
  );
  const perSequenceSeconds = extendTo(
    fit.perSequenceSeconds,
    ends.map((one) => one.perSequenceSeconds),
  );
  const isKnown = fit.halfBatch !== null && baseSeconds.lower > 0 && perSequenceSeconds.lower > 0;
  return {
    ...fit,
    baseSeconds,
    perSequenceSeconds,
    halfBatch: isKnown
      ? extendTo(
          fit.halfBatch,
          ends.map((one) => one.baseSeconds / one.perSequenceSeconds),
        )
      : null,
  };
}

function extendTo({ value, lower, upper }: LineEstimate, values: readonly number[]): LineEstimate {
  return { value, lower: Math.min(lower, ...values), upper: Math.max(upper, ...values) };
}
