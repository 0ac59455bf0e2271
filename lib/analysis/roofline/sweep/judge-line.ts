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
import { bendOf, type Bend } from "./bend-of";
import { fitLine, stepOnLine, type Estimate, type LineFit, type SweepFit, type SweepStep } from "./fit-line";
import { withBend } from "./with-bend";

export interface StepSpread {
  readonly batch: number;
  readonly leastSeconds: number;
  readonly mostSeconds: number;
}

export type NoLine =
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

export type SweepLine = JudgedLine | Exclude<SweepFit, LineFit> | NoLine;

const mostOffRatio = 0.25;
const sameBatchRatio = 1.1;
const apartRatio = 1.25;
const bendRatio = 2;
/** By which a step may be off before it is another step. */
const mattersRatio = 0.05;
/** Of the largest batch seen, beyond which nothing is told. */
export const reachOfSeen = 2;

export function sweepLine(steps: readonly SweepStep[]): SweepLine {
  const fit = fitLine(steps);
  if (fit.kind === "cannot-fit") return fit;
  const isOff = fit.largestErrorRatio > mostOffRatio;
  const toBatch = reachOfSeen * Math.max(...steps.map(({ batch }) => batch));
  const bend = bendOf(steps);
  const shape = bend === null ? null : shapeOf(fit, bend, toBatch);
  if (shape !== null && !isOff) return { kind: "cannot-fit", reason: shape };
  if (!isOff && isKnown(fit.baseSeconds)) {
    const isFlat = !isKnown(fit.perSequenceSeconds);
    const line = bend === null ? fit : withBend(fit, bend);
    if (!isFlat) return { ...line, isFlat };
    if (isLevel(fit, bend, toBatch)) return { ...line, isFlat, halfBatch: null };
  }
  const spread = widestSpread(steps);
  if (spread !== null && spread.mostSeconds > apartRatio * spread.leastSeconds)
    return { kind: "cannot-fit", reason: "same-batch-differs", ...spread };
  if (shape !== null) return { kind: "cannot-fit", reason: shape };
  return isOff
    ? { kind: "cannot-fit", reason: "off-the-line", largestErrorRatio: fit.largestErrorRatio }
    : { kind: "cannot-fit", reason: "too-uncertain" };
}

const isKnown = ({ value, lower, upper }: Estimate): boolean => value > 0 && upper - lower < value;

const onTangent = ({ end }: Bend, batch: number): number => end.baseSeconds + end.perSequenceSeconds * batch;

/** Null where the bend is too small to matter. */
function shapeOf(fit: LineFit, bend: Bend, toBatch: number): "levels-off" | "steepens" | null {
  const [start, end] = [bend.start.perSequenceSeconds, bend.end.perSequenceSeconds];
  const offRatio = Math.abs(onTangent(bend, toBatch) / stepOnLine(fit, toBatch).value - 1);
  if (offRatio <= mattersRatio) return null;
  if (start > 0 && end * bendRatio <= start) return "levels-off";
  return end > 0 && start * bendRatio <= end ? "steepens" : null;
}

/** No step up to that batch lies a twentieth off the mean one, wherever in its interval it is. */
function isLevel(fit: LineFit, bend: Bend | null, toBatch: number): boolean {
  const { lower, upper } = stepOnLine(fit, toBatch);
  const last = bend === null ? [] : [onTangent(bend, toBatch)];
  const mean = fit.centre.seconds.value;
  return [lower, upper, ...last].every((seconds) => Math.abs(seconds / mean - 1) <= mattersRatio);
}

/** Of steps whose batches lie within a tenth of each other, those whose times lie farthest apart. */
function widestSpread(steps: readonly SweepStep[]): StepSpread | null {
  let widest: StepSpread | null = null;
  for (const { batch } of steps) {
    const times = steps
      .filter((one) => one.batch >= batch && one.batch <= sameBatchRatio * batch)
      .map(({ itlSeconds }) => itlSeconds);
    const [leastSeconds, mostSeconds] = [Math.min(...times), Math.max(...times)];
    if (widest === null || mostSeconds / leastSeconds > widest.mostSeconds / widest.leastSeconds)
      widest = { batch, leastSeconds, mostSeconds };
  }
  return widest;
}
