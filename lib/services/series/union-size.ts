/**
 * How many expressions go into one query. A source computes the parts of one query one after the other, but different queries
 * at the same time: so as many as together add little, whatever time the way there and back takes.
 *
 *     time of a query = way + parts × work       a line through the queries of late; its slope is the work of a part
 */
export interface UnionSize {
  readonly limit: () => number;
  /** A query of `count` parts was answered. */
  readonly answered: (count: number, tookMs: number) => void;
  /** A query of `count` parts took too long altogether, or was refused as a whole. */
  readonly failed: (count: number) => void;
}

interface SizeRules {
  readonly first: number;
  readonly most: number;
  readonly monotonicMs: () => number;
}

interface Told {
  readonly count: number;
  readonly tookMs: number;
}

/** What the parts of one query may take together. */
const workMs = 500;
/** Quicker than this, nothing needs to be known of its parts. */
const quickMs = 250;
const toldCount = 16;
/** After a failure it does not grow for this long. */
const holdMs = 60_000;

export function createUnionSize({ first, most, monotonicMs }: SizeRules): UnionSize {
  let limit = first;
  let heldUntilMs = 0;
  let ofLate: readonly Told[] = [];

  const wanted = (last: Told): number => {
    if (last.tookMs < quickMs) return limit * 2;
    const work = workOfPart(ofLate);
    // Queries of one size say nothing: another size will.
    if (work === undefined) return last.count > 1 ? Math.ceil(last.count * 0.75) : 2;
    return work <= 0 ? limit * 2 : Math.floor(workMs / work);
  };

  return {
    limit: () => limit,
    answered: (count, tookMs) => {
      const last = { count, tookMs };
      ofLate = [...ofLate, last].slice(-toldCount);
      const next = Math.max(1, Math.min(most, limit * 2, wanted(last)));
      if (next < limit || (count >= limit && monotonicMs() >= heldUntilMs)) limit = next;
    },
    failed: (count) => {
      if (count < 2) return;
      limit = Math.max(1, Math.floor(count / 4));
      heldUntilMs = monotonicMs() + holdMs;
    },
  };
}

/** Milliseconds for each part, by least squares; undefined when all queries were of one size. */
function workOfPart(told: readonly Told[]): number | undefined {
  const mean = (of: (one: Told) => number): number =>
    told.reduce((sum, one) => sum + of(one), 0) / told.length;
  const [meanCount, meanMs] = [mean(({ count }) => count), mean(({ tookMs }) => tookMs)];
  const spread = mean(({ count }) => (count - meanCount) ** 2);
  return spread === 0
    ? undefined
    : mean(({ count, tookMs }) => (count - meanCount) * (tookMs - meanMs)) / spread;
}
