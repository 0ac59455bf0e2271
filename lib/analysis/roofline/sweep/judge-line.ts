/**
 * Whether a window's steps lie on a line at all, before anything is read from it. Steps of a window were taken while other things changed
 * too: a fault, prompts, another version. A line through a mixture of them has a tight formula and no meaning.
 *
 * No line is told where
 *     some step lies farther from it than a quarter: published runs lie within 5 %, slices of a live window within about 15 %
 *     a or b is not above 0, or its 95 % interval is as wide as itself: the knee is their ratio, and would be anything. Where b alone
 *     is so, and yet no step up to twice the largest batch lies a twentieth off the mean one, the line is flat, which says enough
 *     the steps bend: a term in B² is told apart from 0 at 95 %, the slope at one end is twice that at the other or more, and going on
 *     as at the largest batch would put a step of twice that batch a twentieth off the line
 * A twentieth is what the published runs are off their line, so that less is no other shape; twice the largest batch is as far as
 * anything is told. What a smaller bend leaves open is in the intervals. Where the same batch, within a tenth, took times more than a
 * quarter apart, that is what is said of the first two.
 */
import { curvatureOf, type StepCurvature } from "./curvature";
import { fitLine, stepOnLine, type Estimate, type LineFit, type SweepFit, type SweepStep } from "./fit-line";
import { withCurvature } from "./with-curvature";

export interface StepSpread {
  readonly batch: number;
  readonly minSeconds: number;
  readonly maxSeconds: number;
}

export type LineRejection =
  /** Something other than the batch changed. */
  | ({ readonly kind: "cannot-fit"; readonly reason: "same-batch-differs" } & StepSpread)
  /** Each further sequence adds ever less, or ever more. */
  | { readonly kind: "cannot-fit"; readonly reason: "levels-off" | "steepens" }
  | { readonly kind: "cannot-fit"; readonly reason: "off-the-line"; readonly largestErrorRatio: number }
  | { readonly kind: "cannot-fit"; readonly reason: "too-uncertain" };

export interface JudgedLine extends LineFit {
  /** What a sequence adds is too little to be known: a step takes the mean time within a twentieth, to twice the largest batch. */
  readonly isFlat: boolean;
}

export type SweepLine = JudgedLine | Exclude<SweepFit, LineFit> | LineRejection;

const maxErrorRatio = 0.25;
const sameBatchRatio = 1.1;
const apartRatio = 1.25;
const bendRatio = 2;
/** By which a step may be off before it is another step. */
const toleranceRatio = 0.05;
/** Of the largest batch seen, beyond which nothing is told. */
export const maxExtrapolation = 2;

export function sweepLine(steps: readonly SweepStep[]): SweepLine {
  const fit = fitLine(steps);
  if (fit.kind === "cannot-fit") return fit;
  const isOffLine = fit.largestErrorRatio > maxErrorRatio;
  const toBatch = maxExtrapolation * Math.max(...steps.map(({ batch }) => batch));
  const curvature = curvatureOf(steps);
  const shape = curvature === null ? null : shapeOf(fit, curvature, toBatch);
  if (shape !== null && !isOffLine) return { kind: "cannot-fit", reason: shape };
  if (!isOffLine && isKnown(fit.baseSeconds)) {
    const isFlat = !isKnown(fit.perSequenceSeconds);
    const line = curvature === null ? fit : withCurvature(fit, curvature);
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

const isKnown = ({ value, lower, upper }: Estimate): boolean => value > 0 && upper - lower < value;

const onTangent = ({ end }: StepCurvature, batch: number): number =>
  end.baseSeconds + end.perSequenceSeconds * batch;

/** Null where the bend is too small to matter. */
function shapeOf(fit: LineFit, curvature: StepCurvature, toBatch: number): "levels-off" | "steepens" | null {
  const [start, end] = [curvature.start.perSequenceSeconds, curvature.end.perSequenceSeconds];
  const offRatio = Math.abs(onTangent(curvature, toBatch) / stepOnLine(fit, toBatch).value - 1);
  if (offRatio <= toleranceRatio) return null;
  if (start > 0 && end * bendRatio <= start) return "levels-off";
  return end > 0 && start * bendRatio <= end ? "steepens" : null;
}

/** No step up to that batch lies a twentieth off the mean one, wherever in its interval it is. */
function isLevel(fit: LineFit, curvature: StepCurvature | null, toBatch: number): boolean {
  const { lower, upper } = stepOnLine(fit, toBatch);
  const last = curvature === null ? [] : [onTangent(curvature, toBatch)];
  const mean = fit.centre.seconds.value;
  return [lower, upper, ...last].every((seconds) => Math.abs(seconds / mean - 1) <= toleranceRatio);
}

/** Of steps whose batches lie within a tenth of each other, those whose times lie farthest apart. */
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
