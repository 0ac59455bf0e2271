/**
 * Charts are made and painted in turn, each in a task of its own: a refresh feeds a dozen of them at once, and together they would
 * hold up whoever types or clicks meanwhile.
 */

/** Does `work` in a task of its own, after those that asked before. Returns how to take it back. */
export function scheduleTask(work: () => void): () => void {
  const timer = setTimeout(work, 0);
  return () => clearTimeout(timer);
}
