/**
 * Many questions asked of the same data: the smallest false discovery rate at which each would count (Benjamini and Hochberg 1995,
 * step-up). Of the answers at or below 0.05 at most one in twenty is by chance, on the mean.
 */

/** Adjusted chances in the order given; each at least its own chance and at most 1. Duplicates of a question count as questions. */
export function adjustedChances(chances: readonly number[]): readonly number[] {
  const order = [...chances.keys()].sort((a, b) => (chances[b] ?? 1) - (chances[a] ?? 1));
  const adjusted = chances.map(() => 1);
  let least = 1;
  for (const [place, index] of order.entries()) {
    const rank = chances.length - place;
    least = Math.min(least, (chances[index] ?? 1) * (chances.length / rank));
    adjusted[index] = least;
  }
  return adjusted;
}
