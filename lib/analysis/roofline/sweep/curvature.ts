/**
 * Curvature of step time over batch: least squares of t = a + b·B + c·B² with weights 1/t², because noise grows with
 * the step. c follows from the residuals of B² and t after fitting a line to each (Frisch and Waugh 1933). Curvature
 * is reported if c differs from 0 at 95 %. This does not make it relevant: with thousands of intervals every engine
 * has significant curvature.
 */
import { studentCriticalValue } from "@/lib/analysis/statistics/significance/student-t";
import type { SweepStep } from "./fit-line";

/** Line that touches the curve of step time over batch size at one batch. */
export interface CurveTangent {
  readonly baseSeconds: number;
  readonly perSequenceSeconds: number;
}

/** Tangents to the curve of step time over batch size at both ends of the observed batches. */
export interface StepCurvature {
  /** Tangents at the smallest and at the largest batch. */
  readonly atSmallestBatch: CurveTangent;
  readonly atLargestBatch: CurveTangent;
}

const alpha = 0.05;

/**
 * Estimates how far step time deviates from a line over batch size; null if the deviation is not significant
 * or there are too few steps.
 */
export function findCurvature(steps: readonly SweepStep[]): StepCurvature | null {
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
  if (Math.abs(curve) <= studentCriticalValue(alpha, degreesOfFreedom) * Math.sqrt(noise / squares))
    return null;
  const tangentAt = (batch: number): CurveTangent => {
    const slope = time.slope + curve * (2 * batch - square.slope);
    const seconds = time.at(batch) + curve * (batch ** 2 - square.at(batch));
    return { baseSeconds: seconds - slope * batch, perSequenceSeconds: slope };
  };
  return {
    atSmallestBatch: tangentAt(Math.min(...batches)),
    atLargestBatch: tangentAt(Math.max(...batches)),
  };
}

/** Returns the weighted line of y over x and the residuals of y. */
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
