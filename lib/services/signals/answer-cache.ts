/**
 * Caches answers as long as another read would return the same: until the next grid point, the next headline or the
 * next slot of shared reads, at most five seconds.
 */
import type { ScopedKey } from "@/lib/model/sources/source-scope";
import { LRUCache } from "lru-cache";
import type { Answer } from "@/lib/model/answer";
import { processMemory } from "@/lib/server/memory";
import { readRules } from "@/lib/services/series/read-plan";

interface CachedAnswer {
  readonly answer: Answer;
  readonly untilMs: number;
}

const CACHE_BYTES = 64 * 1024 * 1024;
/** Size of a number as a value and as text. */
const BYTES_PER_NUMBER = 34;

const answerCache = (): LRUCache<ScopedKey, CachedAnswer> =>
  processMemory(
    "signals-answers",
    () =>
      new LRUCache<ScopedKey, CachedAnswer>({
        maxSize: CACHE_BYTES,
        sizeCalculation: ({ answer }) => bytesOf(answer),
      }),
  );

/** Returns the cached answer under `key`, if it is still valid at `atMs`. */
export function cachedAnswer(key: ScopedKey, atMs: number): Answer | undefined {
  const found = answerCache().get(key);
  return found !== undefined && atMs < found.untilMs ? found.answer : undefined;
}

/**
 * Caches an answer requested at `requestedAtMs`. Stale answers are not cached, so that the next request notices a
 * recovered source.
 */
export function cacheAnswer(key: ScopedKey, answer: Answer, requestedAtMs: number): void {
  if (answer.stale === null)
    answerCache().set(key, { answer, untilMs: answerValidUntilMs(requestedAtMs, answer.stepMs) });
}

/** Returns the first time at which a question requested at `requestedAtMs` may have another answer. */
export function answerValidUntilMs(requestedAtMs: number, stepMs: number): number {
  const slotMs = Math.min(readRules.longestSlotMs, Math.max(readRules.shortestSlotMs, stepMs));
  // Instants, and with them headlines, are read again in each of the longest slots.
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
