/**
 * Correction for multiple tests on the same data: the smallest false discovery rate at which each test is significant
 * (Benjamini and Hochberg 1995, step-up). Of the tests with an adjusted p-value up to 0.05, on average at most one in
 * twenty is a false positive. This holds for independent tests and for those that tend to agree, such as percentiles of one
 * signal (Benjamini and Yekutieli 2001). It is exact for any number of tests, and with one test it changes nothing.
 */

/**
 * Adjusts p-values for multiple tests by the false discovery rate, in the given order. Each is at least its
 * unadjusted p-value and at most 1. Repeated tests count separately.
 */
export function fdrAdjustedPValues(pValues: readonly number[]): readonly number[] {
  const order = [...pValues.keys()].sort((a, b) => (pValues[b] ?? 1) - (pValues[a] ?? 1));
  const adjusted = pValues.map(() => 1);
  let minimum = 1;
  for (const [position, index] of order.entries()) {
    const rank = pValues.length - position;
    minimum = Math.min(minimum, (pValues[index] ?? 1) * (pValues.length / rank));
    adjusted[index] = minimum;
  }
  return adjusted;
}
