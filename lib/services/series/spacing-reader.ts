/**
 * Caches measured scrape intervals per source, selector and window. For a moving window, the last result is returned
 * while it is measured again, so that a caller waits once. A fixed window is measured itself, because its answer must not
 * depend on the windows that were read before. While the source is down, the last known interval is returned; without it,
 * cached results could not be found.
 */
import { createScopedKey, type ReadableSource, type ScopedKey } from "@/lib/model/sources/source-scope";
import type { TimeWindow } from "@/lib/model/time-window";
import { createWorkShare, findOrStart } from "@/lib/server/concurrency/share";
import { createSizedCache } from "@/lib/server/concurrency/sized-cache";
import { createReadFailures, isSourceFailure, type FailureTiming } from "./read-failures";
import { findFinalThroughMs } from "./read-plan";
import type { SampleSpacing } from "./sample-spacing";
import { measureSampleSpacing, type SpacingSource } from "./measure-sample-spacing";

/** Selector and window whose scrape interval is requested. */
export interface SpacingRequest {
  readonly source: ReadableSource;
  /** A metric with matchers. One narrow metric of a deployment represents all of its metrics. */
  readonly selectorPromql: string;
  readonly window: TimeWindow;
  /** True if the window moves with the clock, so that the interval of a slightly earlier window is sufficient. */
  readonly isLive: boolean;
}

/** Clocks and source of a reader of scrape intervals. */
export interface SpacingReaderDependencies extends FailureTiming {
  readonly findSpacingSource: (source: ReadableSource) => SpacingSource;
}

interface MeasuredSpacing {
  readonly window: TimeWindow;
  readonly spacing: SampleSpacing | null;
  /** Monotonic time of the measurement. */
  readonly atMs: number;
  /** Server time of the measurement. */
  readonly readAtMs: number;
}

const REFRESH_AFTER_MS = 60_000;
/** Age up to which a result without samples is used. It is short, because samples may appear soon. */
const MAX_EMPTY_AGE_MS = 5_000;
/** Age up to which the interval of a fixed window is used while samples of the window may still arrive. */
const MAX_UNFINISHED_AGE_MS = 5_000;
/** Age up to which an interval is used without waiting for a new measurement. */
const MAX_AGE_MS = 600_000;
/**
 * Minimum fraction of a window that a measured window must cover to be used for it. The scrape intervals then differ
 * only by recent changes.
 */
const nearlySameRatio = 0.75;

/** Creates a function that measures scrape intervals with a cache. */
export function createSpacingReader(
  dependencies: SpacingReaderDependencies,
): (read: SpacingRequest) => Promise<SampleSpacing | null> {
  const cache = createSizedCache<ScopedKey, MeasuredSpacing>("queryNotes");
  const inFlight = createWorkShare<SampleSpacing | null>();
  const failures = createReadFailures(dependencies);

  const measure = async (read: SpacingRequest): Promise<SampleSpacing | null> => {
    const key = read.isLive ? keyOf(read, 0) : fixedKeyOf(read);
    failures.throwRecentFailure(key);
    return findOrStart(inFlight, key, async (signal) => {
      const { source, selectorPromql, window } = read;
      const spacingSource = dependencies.findSpacingSource(source);
      const readAtMs = dependencies.nowMs();
      const spacing =
        (await failures.runRead(key, signal, () =>
          measureSampleSpacing(spacingSource, selectorPromql, window),
        )) ?? null;
      const measured = { window, spacing, readAtMs, atMs: dependencies.monotonicMs() };
      cache.set(key, measured);
      if (read.isLive) cache.set(latestKeyOf(read), measured);
      return spacing;
    }).joinResult();
  };

  const readFixed = async (read: SpacingRequest): Promise<SampleSpacing | null> => {
    const known = cache.get(fixedKeyOf(read));
    if (known !== undefined && isUsableForFixed(known, dependencies.monotonicMs())) return known.spacing;
    try {
      return await measure(read);
    } catch (error) {
      if (known !== undefined && isSourceFailure(error)) return known.spacing;
      throw error;
    }
  };

  const readLive = async (read: SpacingRequest): Promise<SampleSpacing | null> => {
    const [last] = [0, 1]
      .flatMap((stepsBack) => cache.get(keyOf(read, stepsBack)) ?? [])
      .toSorted((a, b) => sharedRatio(b.window, read.window) - sharedRatio(a.window, read.window));
    const shared = last === undefined ? 0 : sharedRatio(last.window, read.window);
    const ageMs = last === undefined ? Infinity : dependencies.monotonicMs() - last.atMs;
    const maxAgeMs = last?.spacing === null ? MAX_EMPTY_AGE_MS : MAX_AGE_MS;
    if (last !== undefined && shared >= nearlySameRatio && ageMs < maxAgeMs) {
      // The next caller receives a failure. This caller already has a result.
      if (ageMs >= REFRESH_AFTER_MS) measure(read).catch(() => undefined);
      return last.spacing;
    }
    try {
      return await measure(read);
    } catch (error) {
      const known = shared > 0 ? last : cache.get(latestKeyOf(read));
      if (known !== undefined && isSourceFailure(error)) return known.spacing;
      throw error;
    }
  };

  return (read) => (read.isLive ? readLive(read) : readFixed(read));
}

/**
 * Returns whether a measurement is the one that a later read of the same window would return. All samples of the window
 * had arrived, or the measurement is so recent that callers share it.
 */
function isUsableForFixed(
  { window, spacing, atMs, readAtMs }: MeasuredSpacing,
  monotonicMs: number,
): boolean {
  const isFinal = spacing !== null && window.endMs <= findFinalThroughMs(readAtMs, spacing.longestMs);
  return isFinal || monotonicMs - atMs < MAX_UNFINISHED_AGE_MS;
}

/**
 * Returns the cache key of a time slot, for windows of one length. A moving window finds its measurement in the current
 * slot or in the slot before it.
 */
function keyOf({ source, selectorPromql, window }: SpacingRequest, stepsBack: number): ScopedKey {
  const lengthMs = window.endMs - window.startMs;
  const windowIndex = Math.floor(window.endMs / lengthMs) - stepsBack;
  return createScopedKey(source.scope, source.slug, selectorPromql, lengthMs, windowIndex);
}

/** Returns the cache key of exactly this window. */
function fixedKeyOf({ source, selectorPromql, window }: SpacingRequest): ScopedKey {
  return createScopedKey(source.scope, source.slug, selectorPromql, "fixed", window.startMs, window.endMs);
}

/** Returns the cache key of the last measured window of this length, which is used while the source is down. */
function latestKeyOf({ source, selectorPromql, window }: SpacingRequest): ScopedKey {
  return createScopedKey(source.scope, source.slug, selectorPromql, window.endMs - window.startMs, "latest");
}

/** Returns the fraction of `wanted` that is covered by `measured`. */
function sharedRatio(measured: TimeWindow, wanted: TimeWindow): number {
  const sharedMs = Math.min(measured.endMs, wanted.endMs) - Math.max(measured.startMs, wanted.startMs);
  return Math.max(0, sharedMs) / (wanted.endMs - wanted.startMs);
}
