/**
 * Sequential test of two means that may be inspected at any time: the mixture sequential probability ratio test
 * (mSPRT; Robbins, Ann. Math. Stat. 41, 1970; Johari, Pekelis and Walsh, arXiv 1512.04922).
 *
 *     Λ = √(V / (V + τ²)) · exp(τ² d² / (2 V (V + τ²)))        d the difference of the means, V its variance
 *     p = the smallest 1 / Λ so far, at most 1
 *
 * τ is the standard deviation of the differences that are expected (normal, centred at 0). If V is known and d is
 * normal, p falls to α or below with a probability of at most α, however often it is inspected. A wrong τ makes the
 * test slower, not wrong.
 */

/**
 * Returns the mixture likelihood ratio Λ of a normal difference with this variance. Values above 1 favour a
 * difference; 1 for `effectSd` 0 and Infinity for `variance` 0.
 */
export function mixtureLikelihoodRatio(difference: number, variance: number, effectSd: number): number {
  const effectVariance = effectSd ** 2;
  if (effectVariance === 0) return 1;
  if (variance === 0) return difference === 0 ? 0 : Number.POSITIVE_INFINITY;
  const total = variance + effectVariance;
  return Math.sqrt(variance / total) * Math.exp((effectVariance * difference ** 2) / (2 * variance * total));
}
