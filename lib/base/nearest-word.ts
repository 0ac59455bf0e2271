/**
 * The word of `words` that somebody probably meant by `written`: the fewest letters changed, added, left out or swapped with
 * their neighbour, at most two and at most a third of the longer word. Undefined where none is that near.
 */
export function nearestWord(written: string, words: readonly string[]): string | undefined {
  const ranked = words
    .map((word) => ({ word, mistakes: mistakesBetween(written.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, mistakes }) => mistakes <= Math.min(2, Math.max(word.length, written.length) / 3))
    .toSorted((left, right) => left.mistakes - right.mistakes);
  return ranked[0]?.word;
}

/** Distance of Levenshtein with swapped neighbours as one mistake (optimal string alignment), row by row. */
function mistakesBetween(left: string, right: string): number {
  // Longer than any word of ours: never near, and not worth a table of its length squared.
  if (Math.abs(left.length - right.length) > 2) return Infinity;
  let before: readonly number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const isSame = left[i - 1] === right[j - 1];
      const isSwapped = left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      next[j] = Math.min(
        at(row, j - 1) + (isSame ? 0 : 1),
        at(row, j) + 1,
        at(next, j - 1) + 1,
        isSwapped ? at(before, j - 2) + 1 : Infinity,
      );
    }
    [before, row] = [row, next];
  }
  return at(row, right.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;
