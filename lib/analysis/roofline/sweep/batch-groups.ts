/**
 * Groups the intervals of a window by batch, in half octaves: 1, 1.4, 2, 2.8 … are separate groups. Token gaps and
 * batches are means weighted by tokens, throughput by time.
 */

/** Batch size, inter-token latency and throughput of one interval of the window. */
export interface SweepInterval {
  /** Sequences in a step, from counters: tokens over steps. */
  readonly batch: number;
  readonly itlSeconds: number;
  /** Throughput of all instances together. */
  readonly tokensPerSecond: number;
  readonly durationSeconds: number;
}

/** Intervals of similar batch size, with their means. */
export interface BatchGroup {
  readonly batch: number;
  readonly itlSeconds: number;
  readonly tokensPerSecond: number;
  /** Number of intervals in the group. */
  readonly intervalCount: number;
  readonly durationSeconds: number;
}

/** Groups the intervals by batch size, smallest first. Intervals without tokens or duration are excluded. */
export function batchGroups(intervals: readonly SweepInterval[]): readonly BatchGroup[] {
  const groups = new Map<number, SweepInterval[]>();
  for (const interval of intervals) {
    if (
      !(
        interval.batch > 0 &&
        interval.itlSeconds > 0 &&
        interval.tokensPerSecond > 0 &&
        interval.durationSeconds > 0
      )
    )
      continue;
    const key = Math.round(2 * Math.log2(interval.batch));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [interval]);
    else group.push(interval);
  }
  return [...groups].toSorted(([a], [b]) => a - b).map(([, members]) => groupMeans(members));
}

function groupMeans(members: readonly SweepInterval[]): BatchGroup {
  const seconds = members.reduce((sum, one) => sum + one.durationSeconds, 0);
  const tokens = members.reduce((sum, one) => sum + one.tokensPerSecond * one.durationSeconds, 0);
  const mean = (value: (one: SweepInterval) => number): number =>
    members.reduce((sum, one) => sum + value(one) * one.tokensPerSecond * one.durationSeconds, 0) / tokens;
  return {
    batch: mean(({ batch }) => batch),
    itlSeconds: mean(({ itlSeconds }) => itlSeconds),
    tokensPerSecond: tokens / seconds,
    intervalCount: members.length,
    durationSeconds: seconds,
  };
}
