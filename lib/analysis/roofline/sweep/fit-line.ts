/**
 * Time of a decode step as a function of its batch: ITL = a + b·B. a is the weights and the fixed overhead, b the
 * cache of one sequence. On published runs of vLLM the line fits within 5 % from B = 1 to 210.
 *
 * Least squares weighted by 1/ŷ², twice, because noise grows with the step. With XᵀWX of the columns 1 and B, the
 * covariance is s²·(XᵀWX)⁻¹, where s² is the weighted residuals over n − 2. 95 % intervals use t with n − 2 degrees
 * of freedom.
 */
import { studentCriticalValue } from "@/lib/analysis/statistics/significance/student-t";

/** Mean batch size and step time of one interval. */
export interface SweepStep {
  /** Sequences in a step, from counters (tokens over steps) and not from a gauge. */
  readonly batch: number;
  readonly itlSeconds: number;
}

/** An estimate with its 95 % confidence interval. */
export interface LineEstimate {
  readonly value: number;
  readonly lower: number;
  readonly upper: number;
}

/** Step time as the line `baseSeconds` + `perSequenceSeconds` · batch. */
export interface LineFit {
  readonly kind: "fit";
  readonly baseSeconds: LineEstimate;
  readonly perSequenceSeconds: LineEstimate;
  /**
   * Batch at which both parts of the step time are equal: base ÷ slope. Null if base or slope is not significantly
   * above 0.
   */
  readonly halfBatch: LineEstimate | null;
  /** The mean step. Its time and the slope have independent errors, so the interval of any step follows from both. */
  readonly meanStep: { readonly batch: number; readonly seconds: LineEstimate };
  /** Largest |step / line − 1|. */
  readonly largestErrorRatio: number;
  /** Number of fitted steps. */
  readonly n: number;
}

/** Line of step time against batch size, or the reason why it cannot be fitted. */
export type SweepFit =
  | LineFit
  | {
      readonly kind: "cannot-fit";
      readonly reason: "too-few-steps" | "too-few-batches" | "batches-too-alike";
    };

const minSteps = 4;
const minBatches = 3;
/** Minimum ratio of the largest to the smallest batch. Below it the line is noise. */
const minBatchRatio = 1.5;
const alpha = 0.05;

interface Sums {
  readonly base: number;
  readonly slope: number;
  readonly meanBatch: number;
  readonly meanSeconds: number;
  readonly varMean: number;
  /** Elements of (XᵀWX)⁻¹. */
  readonly varBase: number;
  readonly varSlope: number;
  readonly covariance: number;
}

/** Fits step time as a line over batch size. All batches and times must be finite and above 0. */
export function fitLine(steps: readonly SweepStep[]): SweepFit {
  if (steps.length < minSteps) return { kind: "cannot-fit", reason: "too-few-steps" };
  const batches = steps.map(({ batch }) => batch);
  if (new Set(batches).size < minBatches) return { kind: "cannot-fit", reason: "too-few-batches" };
  if (Math.max(...batches) < minBatchRatio * Math.min(...batches))
    return { kind: "cannot-fit", reason: "batches-too-alike" };
  const rough = sumWeighted(steps, () => 1);
  const smallest = Math.min(...steps.map(({ itlSeconds }) => itlSeconds));
  // The first, unweighted line may be below 0 at batches where the final line is not.
  const weight = ({ batch }: SweepStep): number =>
    1 / Math.max(rough.base + rough.slope * batch, smallest / 2) ** 2;
  const line = sumWeighted(steps, weight);
  const at = (batch: number): number => line.base + line.slope * batch;
  const residual = steps.reduce(
    (sum, step) => sum + weight(step) * (step.itlSeconds - at(step.batch)) ** 2,
    0,
  );
  const scale = residual / (steps.length - 2);
  const limit = studentCriticalValue(alpha, steps.length - 2);
  const estimate = (value: number, variance: number): LineEstimate => {
    const halfWidth = limit * Math.sqrt(scale * variance);
    return { value, lower: value - halfWidth, upper: value + halfWidth };
  };
  const baseSeconds = estimate(line.base, line.varBase);
  const perSequenceSeconds = estimate(line.slope, line.varSlope);
  return {
    kind: "fit",
    baseSeconds,
    perSequenceSeconds,
    halfBatch: baseSeconds.lower > 0 && perSequenceSeconds.lower > 0 ? ratioOf(line, scale, limit) : null,
    meanStep: { batch: line.meanBatch, seconds: estimate(line.meanSeconds, line.varMean) },
    largestErrorRatio: Math.max(...steps.map((step) => Math.abs(step.itlSeconds / at(step.batch) - 1))),
    n: steps.length,
  };
}

/**
 * Returns the step time at a batch size on the fitted line, with its confidence interval; also outside the
 * observed batches.
 */
export function stepTimeOnLine(
  { meanStep: centre, perSequenceSeconds: slope }: LineFit,
  batch: number,
): LineEstimate {
  const away = batch - centre.batch;
  const { value, upper } = centre.seconds;
  const halfWidth = Math.hypot(upper - value, away * (slope.upper - slope.value));
  const seconds = value + away * slope.value;
  return { value: seconds, lower: seconds - halfWidth, upper: seconds + halfWidth };
}

/** Returns base over slope. The variance of its logarithm uses the delta method. */
function ratioOf(line: Sums, scale: number, limit: number): LineEstimate {
  const value = line.base / line.slope;
  const variance =
    line.varBase / line.base ** 2 +
    line.varSlope / line.slope ** 2 -
    (2 * line.covariance) / (line.base * line.slope);
  const factor = Math.exp(limit * Math.sqrt(Math.max(0, scale * variance)));
  return { value, lower: value / factor, upper: value * factor };
}

function sumWeighted(steps: readonly SweepStep[], weight: (step: SweepStep) => number): Sums {
  let [w, wx, wy] = [0, 0, 0];
  for (const step of steps) {
    const stepWeight = weight(step);
    w += stepWeight;
    wx += stepWeight * step.batch;
    wy += stepWeight * step.itlSeconds;
  }
  const [meanX, meanY] = [wx / w, wy / w];
  let [xx, xy] = [0, 0];
  for (const step of steps) {
    const stepWeight = weight(step);
    const batchOffset = step.batch - meanX;
    xx += stepWeight * batchOffset * batchOffset;
    xy += stepWeight * batchOffset * (step.itlSeconds - meanY);
  }
  const slope = xy / xx;
  return {
    slope,
    base: meanY - slope * meanX,
    meanBatch: meanX,
    meanSeconds: meanY,
    varMean: 1 / w,
    varSlope: 1 / xx,
    varBase: 1 / w + meanX ** 2 / xx,
    covariance: -meanX / xx,
  };
}
