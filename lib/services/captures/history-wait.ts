/** Decides how long a capture waits for the deployment's history. A comparison later reads the history that the capture lacks. */

/** Time for measuring and waiting. A capture should take at most 5 s, including 1 s for its start and for storing the document. */
const captureBudgetMs = 4_000;
const longestWaitMs = 3_000;
/** Shortest wait. History that is in memory is read within this time. */
const shortestWaitMs = 50;

/**
 * Returns how long a capture waits for the deployment's history, in milliseconds: 4 s minus the time for measuring
 * the window, limited to 50 ms to 3 s.
 */
export function chooseHistoryWaitMs(measuredForMs: number): number {
  return Math.min(longestWaitMs, Math.max(shortestWaitMs, captureBudgetMs - measuredForMs));
}
