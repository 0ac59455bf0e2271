/**
 * Returns the candidate most similar to a mistyped word. The words may differ by at most two added, removed, changed or
 * swapped letters, and by at most a third of the letters of the longer word. Undefined when no candidate is that
 * similar.
 */
export function nearestWord(typed: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((word) => ({ word, distance: editDistance(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= Math.min(2, Math.max(word.length, typed.length) / 3))
    .toSorted((a, b) => a.distance - b.distance);
  return ranked[0]?.word;
}

/**
 * Levenshtein distance that counts two swapped neighbours as one edit (optimal string alignment), computed row by
 * row.
 */
function editDistance(a: string, b: string): number {
  // Words whose lengths differ by more than two are never near. Skipping them avoids a quadratic table for long
  // input.
  if (Math.abs(a.length - b.length) > 2) return Infinity;
  let previousRow: readonly number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      next[j] = Math.min(
        at(row, j - 1) + (isSame ? 0 : 1),
        at(row, j) + 1,
        at(next, j - 1) + 1,
        isSwapped ? at(previousRow, j - 2) + 1 : Infinity,
      );
    }
    [previousRow, row] = [row, next];
  }
  return at(row, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;
