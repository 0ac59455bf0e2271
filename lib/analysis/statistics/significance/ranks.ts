/** Ranks for rank correlations: 0 to n − 1; equal values share the mean of their ranks (mid-ranks, Kendall 1945). */

/**
 * Returns the rank of each finite value, in the order of the values. Equal values share the mean of their
 * ranks.
 */
export function midRanks(values: Float64Array): Float64Array {
  const codes = denseCodes(values);
  return midRanksOfCodes(codes, distinctCodeCount(codes));
}

/**
 * Returns the index of each value among the distinct values, 0 for the smallest. Resamples can be ranked by these
 * codes without sorting.
 */
export function denseCodes(values: Float64Array): Int32Array {
  const distinct = Float64Array.from(new Set(values.toSorted()));
  const codeOf = new Map<number, number>();
  distinct.forEach((value, code) => codeOf.set(value, code));
  return Int32Array.from(values, (value) => codeOf.get(value) ?? 0);
}

/** Returns the number of different codes. */
export function distinctCodeCount(codes: Int32Array): number {
  return codes.reduce((highest, code) => Math.max(highest, code), -1) + 1;
}

/**
 * Returns the mid-ranks of values given by their codes 0 to `count` − 1. Time is linear, because a bootstrap calls it
 * a thousand times.
 */
export function midRanksOfCodes(codes: Int32Array, count: number): Float64Array {
  const occurrences = new Int32Array(count);
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    occurrences[code] = (occurrences[code] ?? 0) + 1;
  }
  const rankOf = new Float64Array(count);
  let below = 0;
  for (let code = 0; code < count; code += 1) {
    const equal = occurrences[code] ?? 0;
    rankOf[code] = below + (equal - 1) / 2;
    below += equal;
  }
  // `Float64Array.from` with a function takes ten times as long as this loop.
  const ranks = new Float64Array(codes.length);
  for (let index = 0; index < codes.length; index += 1)
    ranks[index] = rankOf[codes[index] ?? 0] ?? Number.NaN;
  return ranks;
}
