/**
 * Remembers measured spacings: per source, selector and bucket of window. A moving window is measured again when it enters
 * the next bucket, or after a minute, since a source's scrape interval can change at any time.
 */
import { LRUCache } from "lru-cache";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Spacing } from "./sample-gaps";
import { measureSpacing, type SpacingSource } from "./sample-spacing";

export interface SpacingRead {
  readonly sourceSlug: string;
  /** A metric with matchers; one narrow metric of a deployment speaks for all of its metrics. */
  readonly selectorPromql: string;
  readonly window: TimeWindow;
}

export interface SpacingReaderParts {
  readonly sourceFor: (slug: string) => SpacingSource;
  readonly monotonicMs: () => number;
}

interface Remembered {
  readonly untilMs: number;
  readonly spacing: Promise<Spacing | null>;
}

const REMEMBERED_MS = 60_000;
const MOST_REMEMBERED = 2_000;
const FINEST_BUCKET_MS = 60_000;
/** The window moves by this share of its length before it counts as another. */
const bucketRatio = 1 / 32;

export function createSpacingReader({
  sourceFor,
  monotonicMs,
}: SpacingReaderParts): (read: SpacingRead) => Promise<Spacing | null> {
  const remembered = new LRUCache<string, Remembered>({ max: MOST_REMEMBERED });

  return async ({ sourceSlug, selectorPromql, window }) => {
    const bucketMs = Math.max(FINEST_BUCKET_MS, (window.endMs - window.startMs) * bucketRatio);
    const bucket = [window.startMs, window.endMs].map((timeMs) => Math.floor(timeMs / bucketMs));
    const key = JSON.stringify([sourceSlug, selectorPromql, Math.round(bucketMs), ...bucket]);
    const known = remembered.get(key);
    if (known !== undefined && monotonicMs() < known.untilMs) return known.spacing;
    const spacing = measureSpacing(sourceFor(sourceSlug), selectorPromql, window).then(
      (found) => found ?? null,
    );
    remembered.set(key, { untilMs: monotonicMs() + REMEMBERED_MS, spacing });
    try {
      return await spacing;
    } catch (error) {
      // Those who wait are told once; the next reader asks again.
      if (remembered.get(key)?.spacing === spacing) remembered.delete(key);
      throw error;
    }
  };
}
