/**
 * Divides the memory that data of variable size may use: bodies of uploads and of responses, and caches. The sum of the
 * fractions leaves memory for parsing.
 */
import { EnvironmentError } from "./environment/environment-error";
import { defaultMemoryLimitBytes, readEnvironment } from "./environment/env";

const fractions = {
  uploads: 1 / 8,
  upstreamBodies: 3 / 16,
  seriesRanges: 1 / 8,
  seriesInstants: 1 / 32,
  answers: 1 / 16,
  recentTraces: 1 / 16,
  lastResults: 1 / 16,
  history: 1 / 32,
  queryNotes: 1 / 64,
} as const;

/** Use of memory that has a limit, which all caches for this use share. */
export type MemoryPurpose = keyof typeof fractions;

/** Returns the bytes that `purpose` may use. RIDGEPOINT_MEMORY_LIMIT sets the total. */
export function getMemoryLimitBytes(purpose: MemoryPurpose): number {
  return Math.floor(totalBytes() * fractions[purpose]);
}

/** Scripts and tests may run without a complete environment and then use the default. */
function totalBytes(): number {
  try {
    return readEnvironment().memoryLimitBytes;
  } catch (error) {
    if (error instanceof EnvironmentError) return defaultMemoryLimitBytes;
    throw error;
  }
}
