/** Parts of a whole laid on one another: where each ends, given in the order from the bottom. */

type Column = readonly (number | null)[];

/** Upper edge of each part. A part without a number has no height; where no part has one there is nothing. */
export function stackTops(parts: readonly Column[]): readonly Column[] {
  const pointCount = parts[0]?.length ?? 0;
  const isKnown = Array.from({ length: pointCount }, (_, point) =>
    parts.some((part) => (part[point] ?? null) !== null),
  );
  const cumulative = Array.from({ length: pointCount }, () => 0);
  return parts.map((part) =>
    isKnown.map((known, point) => {
      cumulative[point] = (cumulative[point] ?? 0) + (part[point] ?? 0);
      return known ? (cumulative[point] ?? 0) : null;
    }),
  );
}

/** Middle of each part at the newest point; null where there is none, or the part has no height there. */
export function middlesOf(tops: readonly Column[]): Column {
  const newest = tops[0]?.findLastIndex((top) => top !== null) ?? -1;
  return tops.map((column, index) => {
    const top = column[newest] ?? null;
    const bottom = index === 0 ? 0 : (tops[index - 1]?.[newest] ?? 0);
    return top === null || top === bottom ? null : (top + bottom) / 2;
  });
}

/** Runs of points with numbers, both ends inclusive: between two runs nothing is drawn. */
export function runsOf(column: Column): readonly (readonly [from: number, to: number])[] {
  const runs: [number, number][] = [];
  for (const [index, value] of column.entries()) {
    if (value === null) continue;
    const last = runs.at(-1);
    if (last?.[1] === index - 1) last[1] = index;
    else runs.push([index, index]);
  }
  return runs;
}
