/**
 * How steps bend: least squares of t = a + b·B + c·B² with weights 1/t², noise growing with the step; c from what B² and t have beyond a
 * line each (Frisch and Waugh 1933). Told where c is told apart from 0 at 95 %; whether it matters is another question, as with
 * thousands of slices any engine's does.
 */
import { studentLimit } from "@/lib/analysis/statistics/student-t";
import type { SweepStep } from "./fit-line";

/** The line that touches the curve at one batch. */
export interface Tangent {
  readonly baseSeconds: number;
  readonly perSequenceSeconds: number;
}

export interface StepCurvature {
  /** At the smallest and at the largest batch. */
  readonly start: Tangent;
  readonly end: Tangent;
}

const alpha = 0.05;

/** Null where the steps do not surely bend, or are too few to tell. */
export function curvatureOf(steps: readonly SweepStep[]): StepCurvature | null {
  const degreesOfFreedom = steps.length - 3;
  if (degreesOfFreedom < 1 || new Set(steps.map(({ batch }) => batch)).size < 4) return null;
  const weights = steps.map(({ itlSeconds }) => 1 / itlSeconds ** 2);
  const batches = steps.map(({ batch }) => batch);
  const times = steps.map(({ itlSeconds }) => itlSeconds);
  const time = beyondLine(weights, batches, times);
  const square = beyondLine(
    weights,
    batches,
    batches.map((batch) => batch ** 2),
  );
  const dot = (a: readonly number[], b: readonly number[]): number =>
    weights.reduce((sum, weight, index) => sum + weight * (a[index] ?? 0) * (b[index] ?? 0), 0);
  const squares = dot(square.rest, square.rest);
  const curve = dot(square.rest, time.rest) / squares;
  const noise = Math.max(0, dot(time.rest, time.rest) - curve ** 2 * squares) / degreesOfFreedom;
  if (Math.abs(curve) <= studentLimit(alpha, degreesOfFreedom) * Math.sqrt(noise / squares)) return null;
  const tangentAt = (batch: number): Tangent => {
    const slope = time.slope + curve * (2 * batch - square.slope);
    const seconds = time.at(batch) + curve * (batch ** 2 - square.at(batch));
    return { baseSeconds: seconds - slope * batch, perSequenceSeconds: slope };
  };
  return { start: tangentAt(Math.min(...batches)), end: tangentAt(Math.max(...batches)) };
}

/** The weighted line of y over x, and what of y is beyond it. */
function beyondLine(weights: readonly number[], x: readonly number[], y: readonly number[]) {
  const total = weights.reduce((sum, one) => sum + one, 0);
  const mean = (values: readonly number[]): number =>
    weights.reduce((sum, weight, index) => sum + weight * (values[index] ?? 0), 0) / total;
  const [meanX, meanY] = [mean(x), mean(y)];
  const along = mean(x.map((value) => (value - meanX) ** 2));
  const slope = mean(x.map((value, index) => (value - meanX) * ((y[index] ?? 0) - meanY))) / along;
  const at = (value: number): number => meanY + slope * (value - meanX);
  return { slope, at, rest: x.map((value, index) => (y[index] ?? 0) - at(value)) };
}
