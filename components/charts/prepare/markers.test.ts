import fc from "fast-check";
import { expect, test } from "vitest";
import { markersNear, markersSummary, markersWithin, layOutGlyphs, type Marker } from "./markers";

const marker = (id: string, startMs: number, endMs: number | null = null): Marker => ({
  id,
  startMs,
  endMs,
  glyph: endMs === null ? "triangle" : "brackets",
  kindLabel: endMs === null ? "Deploy" : "Exclusion",
  description: id,
});
const ids = (markers: readonly Marker[]): string => markers.map(({ id }) => id).join(" ");

const allMarkers = [
  marker("late", 90),
  marker("before", 5),
  marker("reaches-in", 5, 15),
  marker("over", 0, 200),
  marker("open", 50, Number.POSITIVE_INFINITY),
  marker("gone", 0, 9),
  marker("after", 101),
];

test("returns moments inside the range and windows that touch it, ordered by start", () => {
  expect(ids(markersWithin(allMarkers, { startMs: 10, endMs: 100 }))).toBe("over reaches-in open late");
});

test("returns moments near the cursor and windows that contain it", () => {
  expect(ids(markersNear(allMarkers, 92, 3))).toBe("late over open");
  expect(ids(markersNear(allMarkers, 12, 1))).toBe("reaches-in over");
});

test("returns a lane bar near its start only, because it does not concern the data below it", () => {
  const bar = { ...marker("bar", 10, Number.POSITIVE_INFINITY), isLaneBar: true };
  expect(ids(markersNear([bar], 11, 2))).toBe("bar");
  expect(ids(markersNear([bar], 50, 2))).toBe("");
  expect(ids(markersWithin([bar], { startMs: 50, endMs: 60 }))).toBe("bar");
});

test("never overlaps icons and counts every marker", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 200 }), (starts) => {
      const sorted = starts.toSorted((left, right) => left - right).map((start) => marker("m", start));
      const glyphs = layOutGlyphs(sorted, (timeMs) => timeMs, 10);
      expect(glyphs.reduce((sum, { hiddenMarkerCount }) => sum + 1 + hiddenMarkerCount, 0)).toBe(
        starts.length,
      );
      const xs = glyphs.map(({ x }) => x);
      expect(xs.every((x, index) => index === 0 || x - (xs[index - 1] ?? 0) >= 10)).toBe(true);
    }),
  );
});

test("counts all markers in the summary and names the newest", () => {
  expect(markersSummary([])).toBe("");
  expect(markersSummary([marker("chat 2.4.1", 1)])).toBe("1 event: Deploy, chat 2.4.1.");
  const bar = { ...marker("INV-3 Slow", 1, Number.POSITIVE_INFINITY), isLaneBar: true };
  expect(markersSummary([bar, marker("chat 2.4.1", 2)])).toBe(
    "1 event: Deploy, chat 2.4.1. 1 open investigation: INV-3 Slow.",
  );
  expect(markersSummary(["a", "b", "c", "d"].map((id, index) => marker(id, index)))).toBe(
    "4 events: Deploy, b; Deploy, c; Deploy, d; and 1 before.",
  );
});
