/**
 * How many expressions go into one query. A source computes the parts of one query one after the other, but different queries
 * at the same time: so as many as together add little, whatever time the way there and back takes.
 *
 *     time of a query = way + parts × work       a line through the queries of late; its slope is the work of a part
 */
export interface UnionSize {
  readonly limit: () => number;
  /** A query of `count` parts was answered. */
  readonly recordSuccess: (count: number, tookMs: number) => void;
  /** A query of `count` parts took too long altogether, or was refused as a whole. */
  readonly recordFailure: (count: number) => void;
}

interface SizeRules {
  readonly first: number;
  readonly max: number;
  readonly monotonicMs: () => number;
}

interface QueryTiming {
  readonly count: number;
  readonly tookMs: number;
}

/** What the parts of one query may take together. */
const workMs = 500;
/** Quicker than this, nothing needs to be known of its parts. */
const quickMs = 250;
const maxTimings = 16;
/** After a failure it does not grow for this long. */
const holdMs = 60_000;

export function createUnionSize({ first, max, monotonicMs }: SizeRules): UnionSize {
  let limit = first;
  let heldUntilMs = 0;
  let recentTimings: readonly QueryTiming[] = [];

  const wanted = (last: QueryTiming): number => {
    if (last.tookMs < quickMs) return limit * 2;
    const work = workOfPart(recentTimings);
    // Queries of one size say nothing: another size will.
    if (work === undefined) return last.count > 1 ? Math.ceil(last.count * 0.75) : 2;
    return work <= 0 ? limit * 2 : Math.floor(workMs / work);
  };

  return {
    limit: () => limit,
    recordSuccess: (count, tookMs) => {
      const last = { count, tookMs };
      recentTimings = [...recentTimings, last].slice(-maxTimings);
      const next = Math.max(1, Math.min(max, limit * 2, wanted(last)));
      if (next < limit || (count >= limit && monotonicMs() >= heldUntilMs)) limit = next;
    },
    recordFailure: (count) => {
      if (count < 2) return;
      limit = Math.max(1, Math.floor(count / 4));
      heldUntilMs = monotonicMs() + holdMs;
    },
  };
}

/** Milliseconds for each part, by least squares; undefined when all queries were of one size. */
function workOfPart(timings: readonly QueryTiming[]): number | undefined {
  const mean = (of: (one: QueryTiming) => number): number =>
    timings.reduce((sum, one) => sum + of(one), 0) / timings.length;
  const [meanCount, meanMs] = [mean(({ count }) => count), mean(({ tookMs }) => tookMs)];
  const spread = mean(({ count }) => (count - meanCount) ** 2);
  return spread === 0
    ? undefined
    : mean(({ count, tookMs }) => (count - meanCount) * (tookMs - meanMs)) / spread;
}
