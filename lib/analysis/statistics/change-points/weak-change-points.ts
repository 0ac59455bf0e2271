/**
 * Candidates for change points: sliding windows, half overlapping, each divided as long as the best division is
 * significant (the split step of Hunter, Fleming et al., ICPE 2023, arXiv 2301.03034). A window keeps a change visible
 * that later changes cancel in the mean of a long series. If a window contains a change, the next window begins at this
 * change.
 */
import { findBestSplit } from "./best-split";
import { compareSegments, type Segment } from "./segment-difference";

/**
 * Finds the distinct indexes, in ascending order, at which a sliding window of the series changes with a
 * p-value of at most `maxPValue`.
 */
export function findWeakChangePoints(
  values: Float64Array,
  { windowLength, maxPValue }: { readonly windowLength: number; readonly maxPValue: number },
): readonly number[] {
  const found = new Set<number>();
  const step = Math.max(1, Math.floor(windowLength / 2));
  let start = 0;
  while (start < values.length) {
    const window = { start, end: Math.min(start + windowLength, values.length) };
    const inWindow = divideWindow(values, window, maxPValue);
    for (const index of inWindow) found.add(index);
    start = Math.max(inWindow.at(-1) ?? 0, start + step);
  }
  return [...found].toSorted((a, b) => a - b);
}

/**
 * Divides the window where the energy statistic is largest over all its segments, until that division is not
 * significant.
 */
function divideWindow(values: Float64Array, window: Segment, maxPValue: number): readonly number[] {
  let points: readonly number[] = [];
  for (;;) {
    const candidates = segmentsBetween(points, window).flatMap((segment) => {
      const split = findBestSplit(values, segment.start, segment.end);
      return split === null ? [] : [{ ...split, segment }];
    });
    const [first, ...candidatesAfter] = candidates;
    if (first === undefined) return points;
    const best = candidatesAfter.reduce(
      (largest, one) => (one.energy > largest.energy ? one : largest),
      first,
    );
    const { pValue } = compareSegments(
      values,
      { start: best.segment.start, end: best.index },
      { start: best.index, end: best.segment.end },
    );
    if (!(pValue <= maxPValue)) return points;
    points = [...points, best.index].toSorted((a, b) => a - b);
  }
}

/** Divides a range into segments at these ascending indexes. */
export function segmentsBetween(indexes: readonly number[], { start, end }: Segment): readonly Segment[] {
  const edges = [start, ...indexes, end];
  return edges.slice(1).map((edge, position) => ({ start: edges[position] ?? start, end: edge }));
}
