// Decides which pieces of history are missing and how finely each is spaced: a piece never crosses midnight UTC, so that
// each becomes one block, nor the point from which samples stand closer together.

export interface Segment {
  readonly fromMs: number;
  readonly toMs: number;
  readonly spacingMs: number;
}

export interface HistoryMarker {
  /** Everything before this time is there. */
  readonly untilMs: number;
  /** True when the last of it was scraped, not loaded. */
  readonly isLive: boolean;
  /** Where the counters of what was loaded last were 0; absent when the last of it was scraped. */
  readonly countersFromMs?: number | undefined;
  /** From when on faults were in what was loaded last; absent when the last of it was scraped. */
  readonly faultsFromMs?: number | undefined;
}

export interface HistoryPlan {
  readonly segments: readonly Segment[];
  /**
   * Where counters are 0. What follows loaded samples goes on counting from where those did; what follows scraped ones begins
   * anew, as processes do that start after a pause: a fall, which rates read as such.
   */
  readonly countersFromMs: number;
  /** Faults that the fleet starts with have been in since then, so that they are seen from the first look on. */
  readonly faultsFromMs: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const HISTORY_MS = 14 * DAY_MS;
const FINE_MS = DAY_MS;
const COARSE_SPACING_MS = 2 * MINUTE_MS;
const FINE_SPACING_MS = 30 * SECOND_MS;
// As the demo scrapes. A short piece costs little, and one that is as fine as what follows ends close to it.
const SHORT_MS = 15 * MINUTE_MS;
const SHORT_SPACING_MS = 5 * SECOND_MS;
// The marker of a live run is at most this old when the run is killed. Loaded samples must not mix with scraped ones:
// counters of the two start from different values, and each change of hands would look like a reset.
export const LIVE_MARGIN_MS = 30 * SECOND_MS;
// A shorter pause is not worth the seconds it takes to fill.
const MIN_PAUSE_MS = 2 * MINUTE_MS;
// Longer than anything that a status or a headline number looks back.
const FAULTS_BEFORE_MS = 15 * MINUTE_MS;
// Loading takes time in which the past grows; filling a shorter rest would leave as long a one behind.
const MIN_REST_MS = 15 * SECOND_MS;

/** What to load so that data reach without a hole from two weeks ago, or from `marker`, until `nowMs`; oldest first. */
export function planHistory(marker: HistoryMarker | undefined, nowMs: number): HistoryPlan | undefined {
  const startMs =
    marker === undefined ? nowMs - HISTORY_MS : marker.untilMs + (marker.isLive ? LIVE_MARGIN_MS : 0);
  const isShort = nowMs - startMs <= SHORT_MS;
  const finestMs = isShort ? SHORT_SPACING_MS : FINE_SPACING_MS;
  // A short piece holds the very last sample there is.
  const toMs = roundDownTo(nowMs, finestMs) + (isShort ? finestMs : 0);
  const oldestMs = toMs - HISTORY_MS;
  const fromMs = roundUpTo(Math.max(startMs, oldestMs), finestMs);
  if (toMs - fromMs < (marker?.isLive === false ? MIN_REST_MS : MIN_PAUSE_MS)) return undefined;
  const fineFromMs = roundDownTo(toMs - FINE_MS, COARSE_SPACING_MS);
  const edges = [fromMs, ...midnightsBetween(fromMs, toMs), fineFromMs, toMs]
    .filter((edge) => edge >= fromMs && edge <= toMs)
    .toSorted((a, b) => a - b);
  const segments = edges.slice(1).flatMap((edge, index) => {
    const start = edges[index] ?? edge;
    const spacingMs = start >= fineFromMs ? finestMs : COARSE_SPACING_MS;
    return start === edge ? [] : [{ fromMs: start, toMs: edge, spacingMs }];
  });
  const isContinuous = marker !== undefined && fromMs - marker.untilMs < FINE_SPACING_MS;
  const previous = isContinuous ? marker : undefined;
  return {
    segments,
    countersFromMs: previous?.countersFromMs ?? fromMs,
    faultsFromMs: previous?.faultsFromMs ?? nowMs - FAULTS_BEFORE_MS,
  };
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
