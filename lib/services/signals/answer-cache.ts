/**
 * Answers kept for the moment in which asking again would give the same: until the clock reaches the next point of the grid,
 * the next headline or the next slot of shared reads, whichever is first, so five seconds at most.
 */
import { LRUCache } from "lru-cache";
import type { Answer } from "@/lib/model/answer";
import { processMemory } from "@/lib/server/memory";
import { readRules } from "@/lib/services/series/read-plan";

interface CachedAnswer {
  readonly answer: Answer;
  readonly untilMs: number;
}

const CACHE_BYTES = 64 * 1024 * 1024;
/** A number as a value and as text. */
const BYTES_PER_NUMBER = 34;

const answerCache = (): LRUCache<string, CachedAnswer> =>
  processMemory(
    "signals-answers",
    () =>
      new LRUCache<string, CachedAnswer>({
        maxSize: CACHE_BYTES,
        sizeCalculation: ({ answer }) => bytesOf(answer),
      }),
  );

/** What was answered under `key`, if asking at `atMs` would give it again. */
export function cachedAnswer(key: string, atMs: number): Answer | undefined {
  const found = answerCache().get(key);
  return found !== undefined && atMs < found.untilMs ? found.answer : undefined;
}

/** Keeps what was asked at `askedAtMs`. A stale answer is not kept: the next reader finds out whether the source is back. */
export function cacheAnswer(key: string, answer: Answer, requestedAtMs: number): void {
  if (answer.stale === null)
    answerCache().set(key, { answer, untilMs: sameUntil(requestedAtMs, answer.stepMs) });
}

/** The first time at which a question asked at `askedAtMs` may have another answer. */
export function sameUntil(requestedAtMs: number, stepMs: number): number {
  const slotMs = Math.min(readRules.longestSlotMs, Math.max(readRules.shortestSlotMs, stepMs));
  // Instants, and with them headlines, are read anew in each of the longest slots.
  return Math.min(
    ...[stepMs, slotMs, readRules.longestSlotMs].map(
      (every) => (Math.floor(requestedAtMs / every) + 1) * every,
    ),
  );
}

function bytesOf({ series, counts, distributions = [], pointCount }: Answer): number {
  const rows = distributions.reduce((sum, { edges }) => sum + edges.length, counts.length);
  const columns = series.reduce((sum, { lower }) => sum + (lower === undefined ? 1 : 3), rows);
  return 4_000 + columns * pointCount * BYTES_PER_NUMBER;
}
