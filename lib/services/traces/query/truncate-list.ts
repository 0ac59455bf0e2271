/** Returns the first `maxRows` rows of a list and the number of omitted rows. */
export function truncateList<T>(
  rows: readonly T[],
  maxRows: number,
): { readonly rows: readonly T[]; readonly omittedCount: number } {
  return { rows: rows.slice(0, maxRows), omittedCount: Math.max(0, rows.length - maxRows) };
}
