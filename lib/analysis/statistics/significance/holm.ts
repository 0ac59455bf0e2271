/**
 * Correction for several tests of which none may be a false positive: the smallest family-wise error rate at which
 * each test is significant (Holm, Scand. J. Statist. 6, 1979, step-down). It assumes nothing about the dependence of
 * the tests. Used for release gates and overall verdicts; lists of panels use `false-discovery.ts`.
 */

/**
 * Adjusts p-values for multiple tests by Holm's method, in the given order: for the i-th smallest of m, the
 * largest of (m − j + 1) · p(j), j ≤ i, at most 1. Repeated tests count separately.
 */
export function holmAdjustedPValues(pValues: readonly number[]): readonly number[] {
  const order = [...pValues.keys()].sort((a, b) => (pValues[a] ?? 1) - (pValues[b] ?? 1));
  const adjusted = pValues.map(() => 1);
  let maximum = 0;
  for (const [position, index] of order.entries()) {
    maximum = Math.max(maximum, Math.min(1, (pValues[index] ?? 1) * (pValues.length - position)));
    adjusted[index] = maximum;
  }
  return adjusted;
}
