/**
 * Detects a level change within a stretch of time, where the mean describes neither level. At a time t the intervals
 * are split into those that end by t and those that begin at t or later. Intervals that contain t belong to neither.
 *
 *     before  ▁▁▁▁▁▁▁▁▁
 *                 contains t
 *                       ▔▔▔▔▔▔▔▔▔  after
 *
 * The level has changed if all values of one side are a quarter above all of the other. One-minute intervals vary by
 * less, with or without load. The reported time is the t with the largest difference of the two means.
 */

/** Value of one interval. */
export interface IntervalValue {
  /** End of the interval. */
  readonly atMs: number;
  readonly value: number;
}

/** Lasting change of the mean of a value. */
export interface LevelChange {
  /** Approximate time, to the distance of two intervals. */
  readonly atMs: number;
  /** Mean of the intervals that end by `atMs`. */
  readonly meanBefore: number;
  /** Mean of the intervals that begin at `atMs` or later. */
  readonly meanAfter: number;
}

const minFactor = 1.25;

/**
 * Finds the time at which the values change by at least a quarter and remain changed. `intervals` are in
 * time order, each `intervalMs` long, and count if their middle is between `startMs` and `endMs`. Null
 * without such a change.
 */
export function findLevelChange(
  intervals: readonly IntervalValue[],
  {
    startMs,
    endMs,
    intervalMs,
  }: { readonly startMs: number; readonly endMs: number; readonly intervalMs: number },
): LevelChange | null {
  const included = intervals.filter(({ atMs }) => atMs - intervalMs / 2 >= startMs && atMs <= endMs);
  let found: LevelChange | null = null;
  for (const { atMs } of included) {
    const before = included.filter((one) => one.atMs <= atMs).map(({ value }) => value);
    const after = included.filter((one) => one.atMs - intervalMs >= atMs).map(({ value }) => value);
    if (after.length === 0 || !isSeparated(before, after)) continue;
    const change = { atMs, meanBefore: mean(before), meanAfter: mean(after) };
    if (found === null || factorOf(change) > factorOf(found)) found = change;
  }
  return found;
}

function isSeparated(before: readonly number[], after: readonly number[]): boolean {
  return (
    Math.min(...after) > minFactor * Math.max(...before) ||
    Math.min(...before) > minFactor * Math.max(...after)
  );
}

function factorOf({ meanBefore, meanAfter }: LevelChange): number {
  return Math.max(meanBefore / meanAfter, meanAfter / meanBefore);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
