/**
 * Whether a window's steps lie on a line at all, before anything is read from it. Steps of a window were taken while other things changed
 * too: a fault, prompts, another version. A line through a mixture of them has a tight formula and no meaning.
 *
 * No line is told where
 *     some step lies farther from it than a quarter: published runs lie within 5 %, slices of a live window within about 15 %
 *     a or b is not above 0, or its 95 % interval is as wide as itself: the knee is their ratio, and would be anything
 *     the steps bend: a term in B² is told apart from 0 at 95 %, and the slope at one end is twice that at the other or more
 * Where the same batch, within a tenth, took times more than a quarter apart, that is what is said of the first two.
 */
import { studentLimit } from "@/lib/analysis/statistics/student-t";
import { fitLine, type Estimate, type LineFit, type SweepFit, type SweepStep } from "./fit-line";

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

export type SweepLine = SweepFit | NoLine;

const mostOffRatio = 0.25;
const sameBatchRatio = 1.1;
const apartRatio = 1.25;
const bendRatio = 2;
const alpha = 0.05;

export function sweepLine(steps: readonly SweepStep[]): SweepLine {
  const fit = fitLine(steps);
  if (fit.kind === "cannot-fit") return fit;
  const isOff = fit.largestErrorRatio > mostOffRatio;
  const bend = bendOf(steps);
  if (bend !== null && !isOff) return { kind: "cannot-fit", reason: bend };
  if (!isOff && isClear(fit)) return fit;
  const spread = widestSpread(steps);
  if (spread !== null && spread.mostSeconds > apartRatio * spread.leastSeconds)
    return { kind: "cannot-fit", reason: "same-batch-differs", ...spread };
  if (bend !== null) return { kind: "cannot-fit", reason: bend };
  return isOff
    ? { kind: "cannot-fit", reason: "off-the-line", largestErrorRatio: fit.largestErrorRatio }
    : { kind: "cannot-fit", reason: "too-uncertain" };
}

const isKnown = ({ value, lower, upper }: Estimate): boolean => value > 0 && upper - lower < value;
const isClear = ({ baseSeconds, perSequenceSeconds }: LineFit): boolean =>
  isKnown(baseSeconds) && isKnown(perSequenceSeconds);

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

/**
 * Least squares of t = a + b·B + c·B² with weights 1/t², noise growing with the step: c from what B² and t have beyond a line each
 * (Frisch and Waugh 1933). Null where the steps do not bend, or are too few to tell.
 */
function bendOf(steps: readonly SweepStep[]): "levels-off" | "steepens" | null {
  const free = steps.length - 3;
  if (free < 1 || new Set(steps.map(({ batch }) => batch)).size < 4) return null;
  const weights = steps.map(({ itlSeconds }) => 1 / itlSeconds ** 2);
  const batches = steps.map(({ batch }) => batch);
  const time = beyondLine(
    weights,
    batches,
    steps.map(({ itlSeconds }) => itlSeconds),
  );
  const square = beyondLine(
    weights,
    batches,
    batches.map((batch) => batch ** 2),
  );
  const dot = (a: readonly number[], b: readonly number[]): number =>
    weights.reduce((sum, weight, index) => sum + weight * (a[index] ?? 0) * (b[index] ?? 0), 0);
  const squares = dot(square.rest, square.rest);
  const curve = dot(square.rest, time.rest) / squares;
  const noise = Math.max(0, dot(time.rest, time.rest) - curve ** 2 * squares) / free;
  if (Math.abs(curve) <= studentLimit(alpha, free) * Math.sqrt(noise / squares)) return null;
  const slopeAt = (batch: number): number => time.slope + curve * (2 * batch - square.slope);
  const [start, end] = [slopeAt(Math.min(...batches)), slopeAt(Math.max(...batches))];
  if (start > 0 && end * bendRatio <= start) return "levels-off";
  return end > 0 && start * bendRatio <= end ? "steepens" : null;
}

/** The weighted line of y over x, and what of y is beyond it. */
function beyondLine(weights: readonly number[], x: readonly number[], y: readonly number[]) {
  const total = weights.reduce((sum, one) => sum + one, 0);
  const mean = (values: readonly number[]): number =>
    weights.reduce((sum, weight, index) => sum + weight * (values[index] ?? 0), 0) / total;
  const [meanX, meanY] = [mean(x), mean(y)];
  const along = mean(x.map((value) => (value - meanX) ** 2));
  const slope = mean(x.map((value, index) => (value - meanX) * ((y[index] ?? 0) - meanY))) / along;
  return { slope, rest: x.map((value, index) => (y[index] ?? 0) - meanY - slope * (value - meanX)) };
}
