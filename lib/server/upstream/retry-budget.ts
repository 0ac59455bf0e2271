/**
 * Limits retries to a tenth of the requests, so that an unhealthy source does not get twice the load. Each request
 * earns a tenth of a retry, up to three.
 */

export interface RetryBudget {
  readonly addForRequest: () => void;
  /** Returns true when a retry is allowed, and subtracts it from the budget. */
  readonly trySpend: () => boolean;
}

const earnedPerRequest = 0.1;
const maxSaved = 3;

/** Creates the budget of one source, which all its requests share. It starts empty. */
export function createRetryBudget(): RetryBudget {
  let saved = 0;
  return {
    addForRequest: () => {
      saved = Math.min(maxSaved, saved + earnedPerRequest);
    },
    trySpend: () => {
      // Ten times 0.1 is slightly less than 1 in binary.
      if (saved < 1 - 1e-9) return false;
      saved -= 1;
      return true;
    },
  };
}
