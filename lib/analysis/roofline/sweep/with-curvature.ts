/**
 * A line's intervals with what a bend leaves open. Those of least squares shrink with the number of slices whatever the shape is; steps
 * that go on as they did at either end of what was seen are as likely, so the lines that touch the curve there lie within.
 */
import type { StepCurvature } from "./curvature";
import type { Estimate, LineFit } from "./fit-line";

export function withCurvature(fit: LineFit, { start, end }: StepCurvature): LineFit {
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

function extendTo({ value, lower, upper }: Estimate, values: readonly number[]): Estimate {
  return { value, lower: Math.min(lower, ...values), upper: Math.max(upper, ...values) };
}
