/**
 * Checks that the steps of a window form a line before anything is derived from it. Other things may have changed
 * during the window: a fault, prompts, another version. A line through such a mixture has a narrow interval but no
 * meaning.
 *
 * The line is rejected if
 *     a step deviates by more than a quarter: published runs are within 5 %, intervals of a live window within about 15 %
 *     a or b is not above 0, or its 95 % interval is as wide as its value: the knee is their ratio and would be arbitrary. If this
 *     applies only to b, and no step up to twice the largest batch deviates by a twentieth from the mean, the line is flat
 *     step time is curved: a term in B² differs from 0 at 95 %, the slope at one end is at least twice that at the other, and the
 *     tangent at the largest batch deviates by a twentieth from the line at twice that batch
 *
 * Published runs deviate from their line by up to a twentieth, so smaller deviations are not a different shape.
 * Nothing is reported beyond twice the largest batch. Smaller curvature widens the intervals. If the same batch
 * (within a tenth) had times more than a quarter apart, this is the reason reported for the first two cases.
 */
import { findCurvature, type StepCurvature } from "./curvature";
import {
  fitLine,
  stepTimeOnLine,
  type LineEstimate,
  type LineFit,
  type SweepFit,
  type SweepStep,
} from "./fit-line";
import { applyCurvature } from "./with-curvature";

/** Shortest and longest step time observed at one batch size. */
export interface StepSpread {
  readonly batch: number;
  readonly minSeconds: number;
  readonly maxSeconds: number;
}

/** Reason why a line over batch size does not describe the step times. */
export type LineRejection =
  /** Steps of one batch size took very different times, so something other than the batch changed. */
  | ({ readonly kind: "cannot-fit"; readonly reason: "same-batch-differs" } & StepSpread)
  /** `levels-off`: each further sequence adds less time than the sequence before it. `steepens`: each adds more. */
  | { readonly kind: "cannot-fit"; readonly reason: "levels-off" | "steepens" }
  | { readonly kind: "cannot-fit"; readonly reason: "off-the-line"; readonly largestErrorRatio: number }
  | { readonly kind: "cannot-fit"; readonly reason: "too-uncertain" };

/** Fitted line that passed the checks. */
export interface JudgedLine extends LineFit {
  /**
   * True if the time per sequence is too small to estimate: up to twice the largest batch, every step takes the mean
   * time within a twentieth.
   */
  readonly isFlat: boolean;
}

/** Fitted line of step time over batch size, or the reason why there is none. */
export type SweepLineResult = JudgedLine | Exclude<SweepFit, LineFit> | LineRejection;

const maxErrorRatio = 0.25;
const sameBatchRatio = 1.1;
const apartRatio = 1.25;
const bendRatio = 2;
/** Largest relative deviation from the line that is irrelevant. */
const toleranceRatio = 0.05;
/** Multiple of the largest observed batch up to which results are reported. */
export const maxExtrapolationFactor = 2;

/** Fits step time as a line over batch size, and rejects the line if the steps deviate from it. */
export function judgeSweepLine(steps: readonly SweepStep[]): SweepLineResult {
  const fit = fitLine(steps);
  if (fit.kind === "cannot-fit") return fit;
  const isOffLine = fit.largestErrorRatio > maxErrorRatio;
  const toBatch = maxExtrapolationFactor * Math.max(...steps.map(({ batch }) => batch));
  const curvature = findCurvature(steps);
  const shape = curvature === null ? null : shapeOf(fit, curvature, toBatch);
  if (shape !== null && !isOffLine) return { kind: "cannot-fit", reason: shape };
  if (!isOffLine && isKnown(fit.baseSeconds)) {
    const isFlat = !isKnown(fit.perSequenceSeconds);
    const line = curvature === null ? fit : applyCurvature(fit, curvature);
    if (!isFlat) return { ...line, isFlat };
    if (isLevel(fit, curvature, toBatch)) return { ...line, isFlat, halfBatch: null };
  }
  const spread = widestSpread(steps);
  if (spread !== null && spread.maxSeconds > apartRatio * spread.minSeconds)
    return { kind: "cannot-fit", reason: "same-batch-differs", ...spread };
  if (shape !== null) return { kind: "cannot-fit", reason: shape };
  return isOffLine
    ? { kind: "cannot-fit", reason: "off-the-line", largestErrorRatio: fit.largestErrorRatio }
    : { kind: "cannot-fit", reason: "too-uncertain" };
}

const isKnown = ({ value, lower, upper }: LineEstimate): boolean => value > 0 && upper - lower < value;

const onTangent = ({ atLargestBatch: end }: StepCurvature, batch: number): number =>
  end.baseSeconds + end.perSequenceSeconds * batch;

/** Returns the shape of the curve; null if the curvature is too small to matter. */
function shapeOf(fit: LineFit, curvature: StepCurvature, toBatch: number): "levels-off" | "steepens" | null {
  const [start, end] = [
    curvature.atSmallestBatch.perSequenceSeconds,
    curvature.atLargestBatch.perSequenceSeconds,
  ];
  const offRatio = Math.abs(onTangent(curvature, toBatch) / stepTimeOnLine(fit, toBatch).value - 1);
  if (offRatio <= toleranceRatio) return null;
  if (start > 0 && end * bendRatio <= start) return "levels-off";
  return end > 0 && start * bendRatio <= end ? "steepens" : null;
}

/** Returns whether all steps up to a batch are within a twentieth of the mean, over the full interval. */
function isLevel(fit: LineFit, curvature: StepCurvature | null, toBatch: number): boolean {
  const { lower, upper } = stepTimeOnLine(fit, toBatch);
  const last = curvature === null ? [] : [onTangent(curvature, toBatch)];
  const mean = fit.meanStep.seconds.value;
  return [lower, upper, ...last].every((seconds) => Math.abs(seconds / mean - 1) <= toleranceRatio);
}

/** Returns the batch size (within a tenth) whose step times differ most. */
function widestSpread(steps: readonly SweepStep[]): StepSpread | null {
  let widest: StepSpread | null = null;
  for (const { batch } of steps) {
    const times = steps
      .filter((one) => one.batch >= batch && one.batch <= sameBatchRatio * batch)
      .map(({ itlSeconds }) => itlSeconds);
    const [minSeconds, maxSeconds] = [Math.min(...times), Math.max(...times)];
    if (widest === null || maxSeconds / minSeconds > widest.maxSeconds / widest.minSeconds)
      widest = { batch, minSeconds, maxSeconds };
  }
  return widest;
}
