/**
 * How many expressions go into one query. A source computes the parts of one query one after the other, but different queries
 * at the same time: so as many as add next to nothing to the time of a small one, and fewer where each part is work.
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

/** Time beyond that of the quickest query of late: below the first there is room for more, above the second for fewer. */
const cheapMs = 250;
const dearMs = 1_000;
const tookCount = 32;
/** After a failure nothing is tried for this long. */
const holdMs = 60_000;

export function createUnionSize({ first, most, monotonicMs }: SizeRules): UnionSize {
  let limit = first;
  let heldUntilMs = 0;
  let tookMsOfLate: readonly number[] = [];
  return {
    limit: () => limit,
    answered: (count, tookMs) => {
      tookMsOfLate = [...tookMsOfLate, tookMs].slice(-tookCount);
      const beyondMs = tookMs - Math.min(...tookMsOfLate);
      if (beyondMs > dearMs && count > 1) limit = Math.max(1, Math.floor(count / 2));
      else if (beyondMs < cheapMs && count >= limit && monotonicMs() >= heldUntilMs)
        limit = Math.min(most, limit * 2);
    },
    failed: (count) => {
      if (count < 2) return;
      limit = Math.max(1, Math.floor(count / 4));
      heldUntilMs = monotonicMs() + holdMs;
    },
  };
}
