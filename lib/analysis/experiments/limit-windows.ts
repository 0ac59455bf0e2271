/** Limits the windows of an arm to the time that a plan needs. */
import { maxBlocks, minBlocks } from "@/lib/analysis/statistics/blocks/plan-blocks";
import type { TimeWindow } from "@/lib/model/time-window";

interface WindowLimits {
  readonly plannedBlocks: number;
  readonly blockMs: number;
}

/**
 * Returns the first windows of an arm, up to a total length of twice the planned blocks. The reserve is
 * needed because some blocks have no value. `windows` is in order of time.
 */
export function limitWindows(
  windows: readonly TimeWindow[],
  { plannedBlocks, blockMs }: WindowLimits,
): readonly TimeWindow[] {
  let remainingMs = Math.min(maxBlocks, 2 * plannedBlocks) * blockMs;
  const limited: TimeWindow[] = [];
  for (const { startMs, endMs } of windows) {
    if (remainingMs <= 0) break;
    const limit = { startMs, endMs: Math.min(endMs, startMs + remainingMs) };
    remainingMs -= limit.endMs - limit.startMs;
    limited.push(limit);
  }
  return limited;
}

/**
 * Merges the windows of an arm into time ranges that are read with one query each. A range has at most 1,500 blocks. If
 * there are several ranges, each has at least 22 blocks. It may therefore begin before its first window.
 */
export function mergeIntoQueryRanges(windows: readonly TimeWindow[], blockMs: number): readonly TimeWindow[] {
  const stretches: TimeWindow[] = [];
  for (const window of windows) {
    const last = stretches.at(-1);
    if (last !== undefined && window.endMs - last.startMs <= maxBlocks * blockMs)
      stretches[stretches.length - 1] = { startMs: last.startMs, endMs: window.endMs };
    else stretches.push(window);
  }
  const shortestMs = (minBlocks + 2) * blockMs;
  return stretches.map(({ startMs, endMs }) => ({
    startMs: stretches.length > 1 ? Math.min(startMs, endMs - shortestMs) : startMs,
    endMs,
  }));
}
