/** Tail of the standard normal distribution, accurate far beyond the range of tables. */

/**
 * Coefficients of the Chebyshev fit of erfc by Press et al., Numerical Recipes, 6.2: relative error below 1.2e-7
 * everywhere.
 */
const coefficients = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
] as const;

/** Returns P(|Z| > z) for z ≥ 0. */
export function normalTwoSided(z: number): number {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + x / 2);
  const fit = coefficients.reduceRight((sum, coefficient) => sum * t + coefficient, 0);
  return Math.min(1, t * Math.exp(-x * x + fit));
}
