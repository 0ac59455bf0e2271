/**
 * Many questions asked of the same data: the smallest false discovery rate at which each would count (Benjamini and Hochberg 1995,
 * step-up). Of the answers at or below 0.05 at most one in twenty is by chance, on the mean.
 */

/** Adjusted chances in the order given; each at least its own chance and at most 1. Duplicates of a question count as questions. */
export function adjustedPValues(pValues: readonly number[]): readonly number[] {
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
