/**
 * Linear regression y = a + b·x by least squares. The interval of b does not assume equal scatter, because long
 * prompts scatter more than short ones.
 *
 * b = Σ(x − x̄)(y − ȳ) / Sxx; variance Σ(x − x̄)²·e² / Sxx² · n / (n − 2) (White 1980, with the small-sample factor
 * HC1); interval b ± t·√variance with n − 2 degrees of freedom.
 */
import { studentCriticalValue } from "@/lib/analysis/statistics/significance/student-t";

/** Slope of y against x, with its confidence interval. */
export interface FittedSlope {
  /** Slope in units of y per unit of x. */
  readonly slope: number;
  readonly lower: number;
  readonly upper: number;
  /** Value of y at x = 0. */
  readonly intercept: number;
  /** Fraction of y's variance that the line explains (R²), 0 to 1; 1 if y has no variance. */
  readonly explainedRatio: number;
  readonly n: number;
}

/** Minimum number of points for a slope. */
export const minSlopePoints = 20;
const minDistinctX = 3;
const alpha = 0.05;

/**
 * Fits a regression line of y over x; null with fewer than 20 points or 3 different x. Both columns are
 * finite and of equal length.
 */
export function fitSlope(x: Float64Array, y: Float64Array): FittedSlope | null {
  const n = x.length;
  if (n < minSlopePoints || new Set(x).size < minDistinctX) return null;
  const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / n;
  const [meanX, meanY] = [mean(x), mean(y)];
  let [xx, xy, yy] = [0, 0, 0];
  for (let index = 0; index < n; index += 1) {
    const [fromX, fromY] = [(x[index] ?? 0) - meanX, (y[index] ?? 0) - meanY];
    xx += fromX * fromX;
    xy += fromX * fromY;
    yy += fromY * fromY;
  }
  const slope = xy / xx;
  const base = meanY - slope * meanX;
  let [meat, residualSum] = [0, 0];
  for (let index = 0; index < n; index += 1) {
    const error = (y[index] ?? 0) - base - slope * (x[index] ?? 0);
    meat += (((x[index] ?? 0) - meanX) * error) ** 2;
    residualSum += error * error;
  }
  const halfWidth = studentCriticalValue(alpha, n - 2) * (Math.sqrt((meat * n) / (n - 2)) / xx);
  return {
    slope,
    lower: slope - halfWidth,
    upper: slope + halfWidth,
    intercept: base,
    explainedRatio: yy > 0 ? Math.max(0, 1 - residualSum / yy) : 1,
    n,
  };
}
