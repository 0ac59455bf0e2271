/**
 * Whether a stretch of time holds a change: a number that stood at one place and then at another, so that its mean is of neither. Slices
 * of the stretch are parted at a time t into those that end by then and those that begin by then; what lies across t is of both.
 *
 *     before  ▁▁▁▁▁▁▁▁▁
 *                 across t
 *                       ▔▔▔▔▔▔▔▔▔  after
 *
 * It has changed where all of one side lie a quarter above all of the other: slices of a minute wander by less than that, load or none.
 * The time is that at which the means of both sides lie farthest apart.
 */

export interface IntervalValue {
  /** End of the slice. */
  readonly atMs: number;
  readonly value: number;
}

export interface LevelChange {
  /** About when, to the distance of two slices. */
  readonly atMs: number;
  /** Means of both sides. */
  readonly before: number;
  readonly after: number;
}

const minFactor = 1.25;

/** Of slices in the order of time, each `sliceMs` long; those with their middle in the stretch count. Null where nothing changed. */
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
    const change = { atMs, before: mean(before), after: mean(after) };
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

function factorOf({ before, after }: LevelChange): number {
  return Math.max(before / after, after / before);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
