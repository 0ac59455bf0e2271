/**
 * Remembers measured spacings per source, selector and window. A window that moves keeps the spacing of a minute ago while
 * it is measured again, so that nobody waits for it twice; and while the source is down the last known one serves, without
 * which the last good answers could not be found again either.
 */
import { LRUCache } from "lru-cache";
import { isAppError } from "@/lib/model/app-error";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Spacing } from "./sample-gaps";
import { measureSpacing, type SpacingSource } from "./sample-spacing";

export interface SpacingRequest {
  readonly sourceSlug: string;
  /** A metric with matchers; one narrow metric of a deployment speaks for all of its metrics. */
  readonly selectorPromql: string;
  readonly window: TimeWindow;
}

export interface SpacingReaderParts {
  readonly sourceFor: (slug: string) => SpacingSource;
  readonly monotonicMs: () => number;
}

interface MeasuredSpacing {
  readonly window: TimeWindow;
  readonly spacing: Spacing | null;
  readonly atMs: number;
}

const FRESH_MS = 60_000;
/** No two samples yet is soon no longer true. */
const EMPTY_USABLE_MS = 5_000;
/** Longer ago than this, a spacing is measured before it is used. */
const USABLE_MS = 600_000;
const MAX_CACHED = 2_000;
/** Two windows that share this much have the same spacing, but for what has just changed at their ends. */
const nearlySameRatio = 0.75;

export function createSpacingReader(
  parts: SpacingReaderParts,
): (read: SpacingRequest) => Promise<Spacing | null> {
  const cache = new LRUCache<string, MeasuredSpacing>({ max: MAX_CACHED });
  const inFlight = new Map<string, Promise<Spacing | null>>();

  const measure = (read: SpacingRequest): Promise<Spacing | null> => {
    const key = keyOf(read, 0);
    const known = inFlight.get(key);
    if (known !== undefined) return known;
    const { sourceSlug, selectorPromql, window } = read;
    const measuring = (async () => {
      try {
        const spacing = (await measureSpacing(parts.sourceFor(sourceSlug), selectorPromql, window)) ?? null;
        cache.set(key, { window, spacing, atMs: parts.monotonicMs() });
        return spacing;
      } finally {
        inFlight.delete(key);
      }
    })();
    inFlight.set(key, measuring);
    return measuring;
  };

  return async (read) => {
    const [last] = [0, 1]
      .flatMap((stepsBack) => cache.get(keyOf(read, stepsBack)) ?? [])
      .toSorted((a, b) => sharedRatio(b.window, read.window) - sharedRatio(a.window, read.window));
    const shared = last === undefined ? 0 : sharedRatio(last.window, read.window);
    const ageMs = last === undefined ? Infinity : parts.monotonicMs() - last.atMs;
    const usableMs = last?.spacing === null ? EMPTY_USABLE_MS : USABLE_MS;
    if (last !== undefined && shared >= nearlySameRatio && ageMs < usableMs) {
      // Whoever asks next tells of a failure; this reader has what it needs.
      if (ageMs >= FRESH_MS) measure(read).catch(() => undefined);
      return last.spacing;
    }
    try {
      return await measure(read);
    } catch (error) {
      if (last !== undefined && shared > 0 && isAppError(error) && error.code.startsWith("source-"))
        return last.spacing;
      throw error;
    }
  };
}

/** Windows of one length, end to end: a moving window lies in one of them and the one before. */
function keyOf({ sourceSlug, selectorPromql, window }: SpacingRequest, stepsBack: number): string {
  const lengthMs = window.endMs - window.startMs;
  const windowIndex = Math.floor(window.endMs / lengthMs) - stepsBack;
  return JSON.stringify([sourceSlug, selectorPromql, lengthMs, windowIndex]);
}

/** Share of `wanted` that lies in `measured`. */
function sharedRatio(measured: TimeWindow, wanted: TimeWindow): number {
  const sharedMs = Math.min(measured.endMs, wanted.endMs) - Math.max(measured.startMs, wanted.startMs);
  return Math.max(0, sharedMs) / (wanted.endMs - wanted.startMs);
}
