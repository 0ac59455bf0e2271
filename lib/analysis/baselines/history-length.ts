/** How much of a deployment's history is read, to find windows of equal length and load. */

const [hourMs, dayMs] = [3_600_000, 86_400_000];
const windowsPerHistory = 28;
const longWindowsPerHistory = 8;
const [minMs, usualMaxMs, maxMs] = [dayMs, 14 * dayMs, 56 * dayMs];

/**
 * Returns the length of the history that ends with a window of this length. It is at least a day, because load follows
 * the time of day, and usually 28 windows, at most 14 days. Long windows take up to 8 windows and 56 days. It is a
 * multiple of the hour, so that blocks of any length divide it.
 */
export function chooseHistoryMs(windowMs: number): number {
  const usual = Math.min(usualMaxMs, Math.max(minMs, windowsPerHistory * windowMs));
  const lengthMs = Math.min(maxMs, Math.max(usual, longWindowsPerHistory * windowMs));
  return Math.ceil(lengthMs / hourMs) * hourMs;
}
