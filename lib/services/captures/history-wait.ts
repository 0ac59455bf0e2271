/** How long a capture waits for the deployment's history. Comparisons read the history of signals that are missing. */

/** A capture should take at most 5 s. A second remains for its start and for storing the document. */
const captureBudgetMs = 4_000;
const longestWaitMs = 3_000;
/** History that is in memory arrives in this time. */
const shortestWaitMs = 50;

/**
 * Returns how long a capture waits for the deployment's history, in milliseconds: 4 s minus the time for measuring
 * the window, limited to 50 ms to 3 s.
 */
export function chooseHistoryWait(measuredForMs: number): number {
  return Math.min(longestWaitMs, Math.max(shortestWaitMs, captureBudgetMs - measuredForMs));
}
