/** Stacks shares on top of each other, in the order from the bottom. */

type Column = readonly (number | null)[];

/**
 * Returns the upper edge of each stacked area. A missing value has no height. Null where all values are
 * missing.
 */
export function computeStackTops(shares: readonly Column[]): readonly Column[] {
  const pointCount = shares[0]?.length ?? 0;
  const isKnown = Array.from({ length: pointCount }, (_, point) =>
    shares.some((part) => (part[point] ?? null) !== null),
  );
  const cumulative = Array.from({ length: pointCount }, () => 0);
  return shares.map((part) =>
    isKnown.map((known, point) => {
      cumulative[point] = (cumulative[point] ?? 0) + (part[point] ?? 0);
      return known ? (cumulative[point] ?? 0) : null;
    }),
  );
}

/** Returns the middle of each stacked area at the newest point. Null if it has no height there. */
export function computeNewestLayerMiddles(tops: readonly Column[]): Column {
  const newest = tops[0]?.findLastIndex((top) => top !== null) ?? -1;
  return tops.map((column, index) => {
    const top = column[newest] ?? null;
    const bottom = index === 0 ? 0 : (tops[index - 1]?.[newest] ?? 0);
    return top === null || top === bottom ? null : (top + bottom) / 2;
  });
}

/** Returns ranges of consecutive points with values, both ends inclusive. */
export function findValueRuns(column: Column): readonly (readonly [from: number, to: number])[] {
  const runs: [number, number][] = [];
  for (const [index, value] of column.entries()) {
    if (value === null) continue;
    const last = runs.at(-1);
    if (last?.[1] === index - 1) last[1] = index;
    else runs.push([index, index]);
  }
  return runs;
}
