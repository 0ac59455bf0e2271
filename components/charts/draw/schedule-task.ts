/**
 * Creates and paints each chart in a separate task. A refresh updates a dozen charts at once, and together they would
 * block typing and clicks.
 */

/** Runs `work` in a separate task, in the order of the calls. Returns a function that cancels it. */
export function scheduleTask(work: () => void): () => void {
  const timer = setTimeout(work, 0);
  return () => clearTimeout(timer);
}
