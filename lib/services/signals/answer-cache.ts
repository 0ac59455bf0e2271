/**
 * Caches answers as long as another read would return the same: until the next grid point, the next headline or the
 * next slot of shared reads, at most five seconds.
 */
import type { ScopedKey } from "@/lib/model/sources/source-scope";
import { estimateHeapBytes } from "@/lib/base/estimate-heap-bytes";
import type { Answer } from "@/lib/model/answer";
import { getProcessState } from "@/lib/server/process-state";
import { createSizedCache, type SizedCache } from "@/lib/server/concurrency/sized-cache";
import { rangeReadRules } from "@/lib/services/series/read-plan";

interface CachedAnswer {
  readonly answer: Answer;
  readonly requestedAtMs: number;
  readonly untilMs: number;
}

const answerCache = (): SizedCache<ScopedKey, CachedAnswer> =>
  getProcessState("signals-answers", () =>
    createSizedCache<ScopedKey, CachedAnswer>("answers", {
      // The JSON of an answer is stored as long as the answer, and is not larger.
      measureBytes: (cached) => 2 * estimateHeapBytes(cached),
    }),
  );

/**
 * Returns the cached answer under `key` if it is still valid at `atMs`. It is not valid if the clock was set
 * back.
 */
export function findCachedAnswer(key: ScopedKey, atMs: number): Answer | undefined {
  const found = answerCache().get(key);
  return found !== undefined && atMs >= found.requestedAtMs && atMs < found.untilMs
    ? found.answer
    : undefined;
}

/** Returns the last complete answer under `key`, of any age. Undefined if there is none in the cache. */
export function findLastCachedAnswer(key: ScopedKey): Answer | undefined {
  return answerCache().get(key)?.answer;
}

/**
 * Caches an answer. `requestedAtMs` is the time of the request. Stale answers are not cached, so that the
 * next request notices a recovered source.
 */
export function cacheAnswer(key: ScopedKey, answer: Answer, requestedAtMs: number): void {
  if (answer.stale === null)
    answerCache().set(key, {
      answer,
      requestedAtMs,
      untilMs: computeValidUntilMs(requestedAtMs, answer.stepMs),
    });
}

/**
 * Returns until when the answer to a request at `requestedAtMs` cannot change: the start of the next time
 * slot for this grid step.
 */
export function computeValidUntilMs(requestedAtMs: number, stepMs: number): number {
  const slotMs = Math.min(rangeReadRules.longestSlotMs, Math.max(rangeReadRules.shortestSlotMs, stepMs));
  // Instants, and with them headlines, are read again in each of the longest slots.
  return Math.min(
    ...[stepMs, slotMs, rangeReadRules.longestSlotMs].map(
      (every) => (Math.floor(requestedAtMs / every) + 1) * every,
    ),
  );
}
