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
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const HISTORY_MS = 14 * DAY_MS;
const FINE_MS = DAY_MS;
const FINE_SPACING_MS = 30_000;
const COARSE_SPACING_MS = 2 * MINUTE_MS;
// The marker of a live run is at most this old when the run is killed. Loaded samples must not mix with scraped ones:
// counters of the two start from different values, and each change of hands would look like a reset.
export const LIVE_MARGIN_MS = 30_000;
// A shorter hole is not worth the second it takes to fill.
const MINIMUM_GAP_MS = 2 * MINUTE_MS;

/** What to load so that data reach without a hole from two weeks ago, or from `marker`, until `nowMs`; oldest first. */
export function planSegments(marker: HistoryMarker | undefined, nowMs: number): readonly Segment[] {
  const toMs = floorTo(nowMs, FINE_SPACING_MS);
  const oldestMs = toMs - HISTORY_MS;
  const startMs = marker === undefined ? oldestMs : marker.untilMs + (marker.isLive ? LIVE_MARGIN_MS : 0);
  const fromMs = ceilTo(Math.max(startMs, oldestMs), FINE_SPACING_MS);
  if (toMs - fromMs < MINIMUM_GAP_MS) return [];
  const fineFromMs = floorTo(toMs - FINE_MS, COARSE_SPACING_MS);
  const edges = [fromMs, ...midnightsBetween(fromMs, toMs), fineFromMs, toMs]
    .filter((edge) => edge >= fromMs && edge <= toMs)
    .toSorted((left, right) => left - right);
  return edges.slice(1).flatMap((edge, index) => {
    const start = edges[index] ?? edge;
    const spacingMs = start >= fineFromMs ? FINE_SPACING_MS : COARSE_SPACING_MS;
    return start === edge ? [] : [{ fromMs: start, toMs: edge, spacingMs }];
  });
}

function midnightsBetween(fromMs: number, toMs: number): readonly number[] {
  const first = ceilTo(fromMs, DAY_MS);
  return Array.from(
    { length: Math.max(0, Math.ceil((toMs - first) / DAY_MS)) },
    (_, index) => first + index * DAY_MS,
  );
}

function floorTo(valueMs: number, stepMs: number): number {
  return Math.floor(valueMs / stepMs) * stepMs;
}

function ceilTo(valueMs: number, stepMs: number): number {
  return Math.ceil(valueMs / stepMs) * stepMs;
}
