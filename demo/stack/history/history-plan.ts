// Plans the missing segments of history and their sample spacing. A segment never crosses midnight UTC, so that it
// becomes one block, and never crosses a change of spacing. The last 24 hours are loaded before Prometheus starts, and
// older ranges while it runs.
import { currentProblem } from "../../simulator/scenario";

/** A range of history that becomes one block, and the distance between its samples. */
export interface HistorySegment {
  readonly fromMs: number;
  readonly toMs: number;
  readonly sampleSpacingMs: number;
}

/** A range of older history that is not loaded yet. */
export interface MissingRange {
  readonly fromMs: number;
  readonly toMs: number;
  /** Time at which its counters are 0. */
  readonly countersFromMs: number;
}

/** Record of the available data, stored in Prometheus's data folder. */
export interface HistoryMarker {
  /** All data before this time exist, except the ranges in `missing`. */
  readonly untilMs: number;
  /** True if the most recent data were scraped, not loaded. */
  readonly isLive: boolean;
  /** Time at which the counters of the last loaded data were 0; absent if the last data were scraped. */
  readonly countersFromMs?: number | undefined;
  /** Start of the faults in the last loaded data; absent if the last data were scraped. */
  readonly faultsFromMs?: number | undefined;
  /** Older ranges that are not loaded yet, newest first. */
  readonly missing: readonly MissingRange[];
}

/** Ranges to load before Prometheus starts, and after it. */
export interface HistoryLoadPlan {
  /** Segments of the last 24 hours, newest first. */
  readonly segments: readonly HistorySegment[];
  /** End of the newest segment. */
  readonly toMs: number;
  /** Missing range before these segments; undefined if there is none. */
  readonly olderRange: MissingRange | undefined;
  /**
   * Time at which counters are 0. Data after loaded samples continue the same counters. Data after scraped samples
   * start new counters, like processes that start after a pause; rates handle that as a reset.
   */
  readonly countersFromMs: number;
  /** Start of the fleet's initial faults, early enough that they are visible immediately. */
  readonly faultsFromMs: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Length of the complete history. */
export const HISTORY_MS = 14 * DAY_MS;
const FINE_MS = DAY_MS;
const COARSE_SPACING_MS = 2 * MINUTE_MS;
const FINE_SPACING_MS = 30 * SECOND_MS;
// The scrape interval of the demo. A short segment is cheap, and equal spacing leaves no gap before the first scrape.
const SHORT_MS = 15 * MINUTE_MS;
const SHORT_SPACING_MS = 5 * SECOND_MS;
// Maximum age of the marker when a live run is killed. Loaded and scraped samples must not overlap: their counters
// have different start values, and each switch would look like a reset.
export const LIVE_MARGIN_MS = 30 * SECOND_MS;
// Filling a shorter pause is not worth the seconds that it takes.
const MIN_PAUSE_MS = 2 * MINUTE_MS;
// Time passes while history loads, so filling a shorter gap would leave an equally long one.
const MIN_REST_MS = 15 * SECOND_MS;

/**
 * Returns what to load so that data are complete from two weeks ago, or from `marker`, until `nowMs`. Undefined when
 * nothing is missing.
 */
export function planHistory(
  marker: Omit<HistoryMarker, "missing"> | undefined,
  nowMs: number,
): HistoryLoadPlan | undefined {
  const startMs =
    marker === undefined ? nowMs - HISTORY_MS : marker.untilMs + (marker.isLive ? LIVE_MARGIN_MS : 0);
  const isShort = nowMs - startMs <= SHORT_MS;
  const finestMs = isShort ? SHORT_SPACING_MS : FINE_SPACING_MS;
  // A short segment includes the most recent sample.
  const toMs = roundDownTo(nowMs, finestMs) + (isShort ? finestMs : 0);
  const fromMs = roundUpTo(Math.max(startMs, toMs - HISTORY_MS), finestMs);
  if (toMs - fromMs < (marker?.isLive === false ? MIN_REST_MS : MIN_PAUSE_MS)) return undefined;
  const fineFromMs = Math.max(fromMs, roundDownTo(toMs - FINE_MS, COARSE_SPACING_MS));
  const isContinuous = marker !== undefined && fromMs - marker.untilMs < FINE_SPACING_MS;
  const previous = isContinuous ? marker : undefined;
  const countersFromMs = previous?.countersFromMs ?? fromMs;
  return {
    segments: segmentsBetween(fineFromMs, toMs, finestMs),
    toMs,
    olderRange: fromMs < fineFromMs ? { fromMs, toMs: fineFromMs, countersFromMs } : undefined,
    countersFromMs,
    faultsFromMs: previous?.faultsFromMs ?? nowMs - currentProblem.beforeStartMs,
  };
}

/** Returns the segments of a range of older history, newest first. */
export function listOlderSegments({ fromMs, toMs }: MissingRange): readonly HistorySegment[] {
  return segmentsBetween(fromMs, toMs, COARSE_SPACING_MS);
}

/** Splits a range at each midnight; newest first. */
function segmentsBetween(fromMs: number, toMs: number, sampleSpacingMs: number): readonly HistorySegment[] {
  const edges = [fromMs, ...midnightsBetween(fromMs, toMs), toMs];
  return edges
    .slice(1)
    .flatMap((edge, index) => {
      const start = edges[index] ?? edge;
      return start === edge ? [] : [{ fromMs: start, toMs: edge, sampleSpacingMs }];
    })
    .toReversed();
}

function midnightsBetween(fromMs: number, toMs: number): readonly number[] {
  const first = roundUpTo(fromMs, DAY_MS);
  return Array.from(
    { length: Math.max(0, Math.ceil((toMs - first) / DAY_MS)) },
    (_, index) => first + index * DAY_MS,
  );
}

function roundDownTo(valueMs: number, stepMs: number): number {
  return Math.floor(valueMs / stepMs) * stepMs;
}

function roundUpTo(valueMs: number, stepMs: number): number {
  return Math.ceil(valueMs / stepMs) * stepMs;
}
