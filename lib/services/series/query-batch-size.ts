/**
 * Decides how many expressions are combined into one query, so that the query takes little longer than its
 * network latency.
 */
export interface QueryBatchSizeControl {
  readonly maxExpressions: () => number;
  /** Record a successful query of this many expressions. */
  readonly recordSuccess: (expressionCount: number, tookMs: number) => void;
  /** Record a query of this many expressions that timed out or was refused. */
  readonly recordFailure: (expressionCount: number) => void;
}

interface SizeRules {
  readonly initialSize: number;
  readonly maxSize: number;
  readonly monotonicMs: () => number;
}

interface QueryTiming {
  readonly count: number;
  readonly tookMs: number;
}

/** Maximum time that the parts of one query may take together. */
const workMs = 500;
/** If a query takes less time than this, the number of its parts can increase without measuring the time per part. */
const quickMs = 250;
const maxTimings = 16;
/** Time after a failure in which the number of expressions does not increase. */
const holdMs = 60_000;

/**
 * Creates a control that starts with `initialSize` expressions per query and adapts to measured query times,
 * up to `maxSize`.
 */
export function createQueryBatchSizeControl({
  initialSize,
  maxSize,
  monotonicMs,
}: SizeRules): QueryBatchSizeControl {
  let limit = initialSize;
  let heldUntilMs = 0;
  let recentTimings: readonly QueryTiming[] = [];

  const wanted = (last: QueryTiming): number => {
    if (last.tookMs < quickMs) return limit * 2;
    const work = workOfPart(recentTimings);
    // Queries of equal size do not determine the slope, so another size is tried.
    if (work === undefined) return last.count > 1 ? Math.ceil(last.count * 0.75) : 2;
    return work <= 0 ? limit * 2 : Math.floor(workMs / work);
  };

  return {
    maxExpressions: () => limit,
    recordSuccess: (count, tookMs) => {
      const last = { count, tookMs };
      recentTimings = [...recentTimings, last].slice(-maxTimings);
      const next = Math.max(1, Math.min(maxSize, limit * 2, wanted(last)));
      if (next < limit || (count >= limit && monotonicMs() >= heldUntilMs)) limit = next;
    },
    recordFailure: (count) => {
      if (count < 2) return;
      limit = Math.max(1, Math.floor(count / 4));
      heldUntilMs = monotonicMs() + holdMs;
    },
  };
}

/** Returns milliseconds per part by least squares. Undefined if all queries had the same size. */
function workOfPart(timings: readonly QueryTiming[]): number | undefined {
  const mean = (of: (one: QueryTiming) => number): number =>
    timings.reduce((sum, one) => sum + of(one), 0) / timings.length;
  const [meanCount, meanMs] = [mean(({ count }) => count), mean(({ tookMs }) => tookMs)];
  const spread = mean(({ count }) => (count - meanCount) ** 2);
  return spread === 0
    ? undefined
    : mean(({ count, tookMs }) => (count - meanCount) * (tookMs - meanMs)) / spread;
}
