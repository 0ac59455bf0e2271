import fc from "fast-check";
import { expect, test } from "vitest";
import {
  DAY_MS,
  HISTORY_MS,
  LIVE_MARGIN_MS,
  listOlderSegments,
  planHistory,
  type HistoryMarker,
  type HistorySegment,
} from "./history-plan";

const NOW = Date.UTC(2026, 10, 21, 10, 22, 33, 444);

type Marker = Omit<HistoryMarker, "missing"> | undefined;

/** Returns all segments, oldest first. */
function planSegments(marker: Marker, nowMs: number): readonly HistorySegment[] {
  const { olderRange, segments } = planHistory(marker, nowMs) ?? { olderRange: undefined, segments: [] };
  return [...segments, ...(olderRange === undefined ? [] : listOlderSegments(olderRange))].toReversed();
}

const anyNow = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) });

test("the first start loads two weeks without a gap, one block per day, the last day four times as finely", () => {
  fc.assert(
    fc.property(anyNow, (nowMs) => {
      const segments = planSegments(undefined, nowMs);
      const first = segments[0];
      const last = segments.at(-1);
      expect(first && last && last.toMs - first.fromMs).toBeCloseTo(HISTORY_MS, -6);
      expect(nowMs - (last?.toMs ?? 0)).toBeLessThan(30_000);
      segments.forEach((segment, index) => {
        expect(segment.toMs).toBeGreaterThan(segment.fromMs);
        expect(Math.floor(segment.fromMs / DAY_MS)).toBe(Math.floor((segment.toMs - 1) / DAY_MS));
        expect(segment.fromMs % 30_000).toBe(0);
        expect(segments[index + 1]?.fromMs ?? segment.toMs).toBe(segment.toMs);
        // The change of spacing is a sample of both spacings; a segment between it and a day ago may have either.
        const ageMs = nowMs - segment.fromMs;
        const possible = ageMs > DAY_MS + 150_000 ? [120_000] : ageMs > DAY_MS ? [120_000, 30_000] : [30_000];
        expect(possible).toContain(segment.sampleSpacingMs);
        expect(segment.sampleSpacingMs).toBeLessThanOrEqual(segments[index - 1]?.sampleSpacingMs ?? 120_000);
      });
    }),
  );
});

test("a later start fills the time since, with a margin after scraped data", () => {
  const untilMs = NOW - 3 * 3_600_000;
  const [loaded] = planSegments({ untilMs, isLive: false }, NOW);
  const [scraped] = planSegments({ untilMs, isLive: true }, NOW);
  expect(loaded?.fromMs).toBeGreaterThanOrEqual(untilMs);
  expect(loaded?.fromMs).toBeLessThan(untilMs + 30_000);
  expect(scraped?.fromMs).toBeGreaterThanOrEqual(untilMs + LIVE_MARGIN_MS);
  expect(
    planSegments({ untilMs, isLive: true }, NOW).every(({ sampleSpacingMs }) => sampleSpacingMs === 30_000),
  ).toBe(true);
});

test("a pause of one minute is not filled", () => {
  expect(planSegments({ untilMs: NOW - 60_000, isLive: true }, NOW)).toEqual([]);
});

test("nothing is loaded when the clock was set back", () => {
  expect(planSegments({ untilMs: NOW + DAY_MS, isLive: true }, NOW)).toEqual([]);
});

test("after a long pause only two weeks are filled", () => {
  const [first] = planSegments({ untilMs: NOW - 90 * DAY_MS, isLive: true }, NOW);
  expect(NOW - (first?.fromMs ?? 0)).toBeLessThanOrEqual(HISTORY_MS + 30_000);
});

test("the duration of the first load is filled up to the present, at the scrape interval", () => {
  const marker = { untilMs: NOW - 80_000, isLive: false, countersFromMs: NOW - HISTORY_MS };
  const segments = planSegments(marker, NOW);
  expect(segments[0]?.fromMs).toBeLessThan(marker.untilMs + 5_000);
  expect(NOW - (segments.at(-1)?.toMs ?? 0)).toBeLessThan(5_000);
  expect(segments.map(({ sampleSpacingMs }) => sampleSpacingMs)).toEqual([5_000]);
  expect(planHistory({ ...marker, untilMs: NOW - 12_000 }, NOW)).toBeUndefined();
});

test("counters continue after loaded samples and restart after scraped ones or a gap", () => {
  const countersFromMs = NOW - 9 * DAY_MS;
  const loaded = planHistory({ untilMs: NOW - 80_000, isLive: false, countersFromMs }, NOW);
  expect(loaded?.countersFromMs).toBe(countersFromMs);
  const restarted: readonly Marker[] = [
    { untilMs: NOW - 180_000, isLive: true },
    { untilMs: NOW - 30 * DAY_MS, isLive: false, countersFromMs },
    undefined,
  ];
  for (const marker of restarted)
    expect(planHistory(marker, NOW)?.countersFromMs).toBe(planSegments(marker, NOW)[0]?.fromMs);
});

test("faults start 50 minutes before, and keep their start after an interruption", () => {
  expect(planHistory(undefined, NOW)?.faultsFromMs).toBe(NOW - 50 * 60_000);
  expect(planHistory({ untilMs: NOW - 180_000, isLive: true }, NOW)?.faultsFromMs).toBe(NOW - 50 * 60_000);
  const loaded = { untilMs: NOW - 80_000, isLive: false, countersFromMs: NOW - HISTORY_MS };
  const faultsFromMs = NOW - 1_000_000;
  expect(planHistory({ ...loaded, faultsFromMs }, NOW)?.faultsFromMs).toBe(faultsFromMs);
});

test("the last 24 hours are loaded first, newest first, and older days continue the same counters", () => {
  fc.assert(
    fc.property(anyNow, (nowMs) => {
      const { segments, olderRange, toMs, countersFromMs } = planHistory(undefined, nowMs)!;
      const [newest] = segments;
      expect(newest?.toMs).toBe(toMs);
      expect(olderRange?.toMs).toBe(segments.at(-1)?.fromMs);
      expect(toMs - olderRange!.toMs).toBeGreaterThanOrEqual(DAY_MS);
      expect(toMs - olderRange!.toMs).toBeLessThan(DAY_MS + 120_000);
      expect(olderRange?.countersFromMs).toBe(countersFromMs);
      const days = listOlderSegments(olderRange!);
      expect(days[0]?.toMs).toBe(olderRange?.toMs);
      expect(days.map(({ toMs: end }) => end)).toEqual(
        days.map(({ toMs: end }) => end).toSorted((a, b) => b - a),
      );
    }),
  );
  expect(planHistory({ untilMs: NOW - DAY_MS / 2, isLive: true }, NOW)?.olderRange).toBeUndefined();
});
