/**
 * Detects a lasting change of a value, such as a batch size that doubles. The mean over such a window describes neither
 * level. For each time t, the intervals that end by t are compared with the intervals that begin at t or later. An
 * interval that contains t is in neither group.
 *
 *     before  ▁▁▁▁▁▁▁▁▁
 *                 contains t
 *                       ▔▔▔▔▔▔▔▔▔  after
 *
 * The level has changed if all values of one group are more than a quarter above all values of the other group.
 * One-minute intervals vary by less, with or without load. The reported time is the t with the largest ratio of the
 * two means.
 */

/** Value of a series in one interval of time. */
export interface IntervalValue {
  /** End of the interval. */
  readonly atMs: number;
  readonly value: number;
}

/** Lasting change of the mean of a value. */
export interface LevelChange {
  /** Approximate time of the change. Its error is at most the distance between two consecutive intervals. */
  readonly atMs: number;
  /** Mean of the intervals that end by `atMs`. */
  readonly meanBefore: number;
  /** Mean of the intervals that begin at `atMs` or later. */
  readonly meanAfter: number;
}

const minFactor = 1.25;

/**
 * Finds the time from which the values are more than a quarter higher, or more than a quarter lower, until the end.
 * Returns null without such a time. `intervals` are in time order and `intervalMs` long. Intervals whose middle is
 * before `startMs` or whose end is after `endMs` are ignored.
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
