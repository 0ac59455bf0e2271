/**
 * Retries may add at most a tenth to what a source is asked anyway, so that a source in trouble is not asked twice as
 * much as a healthy one. Each request earns a tenth of a retry; at most three are saved up.
 */

export interface RetryBudget {
  readonly earn: () => void;
  /** True when a retry may be made; it is then paid for. */
  readonly spend: () => boolean;
}

const earnedPerRequest = 0.1;
const maxSaved = 3;

export function createRetryBudget(): RetryBudget {
  let saved = 0;
  return {
    earn: () => {
      saved = Math.min(maxSaved, saved + earnedPerRequest);
    },
    spend: () => {
      // Ten times a tenth is a little less than one in binary.
      if (saved < 1 - 1e-9) return false;
      saved -= 1;
      return true;
    },
  };
}
