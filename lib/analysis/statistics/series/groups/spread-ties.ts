/** Spreads equal values of a coarse signal over its resolution, so that steps between counts do not look like gaps. */

/** Differences below this fraction of the range are rounding errors. */
const tolerance = 1e-9;

/**
 * Returns the values with ties spread evenly over the smallest difference between two values. A signal that counts 0, 1
 * and 2 then has no gap. Values without ties, and equal values, are returned unchanged.
 */
export function spreadTies(values: Float64Array): Float64Array {
  const order = [...values.keys()].toSorted((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || a - b);
  const valueAt = (rank: number): number => values[order[rank] ?? 0] ?? Number.NaN;
  const slack = (valueAt(values.length - 1) - valueAt(0)) * tolerance;
  let resolution = Number.POSITIVE_INFINITY;
  for (let rank = 1; rank < order.length; rank += 1) {
    const difference = valueAt(rank) - valueAt(rank - 1);
    if (difference > slack) resolution = Math.min(resolution, difference);
  }
  if (!Number.isFinite(resolution)) return values;
  const spread = values.slice();
  for (let from = 0; from < order.length;) {
    let to = from + 1;
    while (to < order.length && valueAt(to) - valueAt(from) <= slack) to += 1;
    const count = to - from;
    for (const [index, at] of order.slice(from, to).entries())
      spread[at] = valueAt(from) + resolution * ((index + 0.5) / count - 0.5);
    from = to;
  }
  return spread;
}
