/** The first rows of a list, and how many more there were. */
export function cutAt<T>(
  rows: readonly T[],
  most: number,
): { readonly rows: readonly T[]; readonly leftOut: number } {
  return { rows: rows.slice(0, most), leftOut: Math.max(0, rows.length - most) };
}
