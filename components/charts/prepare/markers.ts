/**
 * Events on a time axis: moments as an icon with a line, windows as a hatched band. The caller chooses icon and word;
 * the tooltip always shows the word with the icon.
 */
import type { TimeWindow } from "@/lib/model/time-window";
import { singularOrPlural } from "@/lib/format/agreement";

/** Icon of an event marker. */
export type MarkerGlyph = "triangle" | "square" | "arrow" | "plus" | "bars" | "bubble" | "brackets" | "lens";

/** Event on the time axis of a chart. */
export interface Marker {
  readonly id: string;
  readonly startMs: number;
  /** Null for a moment; Infinity for a window that has not ended. */
  readonly endMs: number | null;
  /**
   * True if the event is drawn as a bar in the lane, without a band under the data, because it does not affect them.
   */
  readonly isLaneBar?: boolean;
  readonly glyph: MarkerGlyph;
  /** Kind of event, such as "Deploy". */
  readonly kindLabel: string;
  readonly description: string;
}

/** SVG paths of the marker icons in a 10 × 10 box, for canvas and SVG. */
export const glyphPaths: { readonly [Glyph in MarkerGlyph]: string } = {
  triangle: "M5 .8 9.6 9.2H.4Z",
  square: "M1.4 1.4h7.2v7.2H1.4Z",
  arrow: "M5 .4 9.2 5H6.4v4.6H3.6V5H.8Z",
  plus: "M3.9.8h2.2v3.1h3.1v2.2H6.1v3.1H3.9V6.1H.8V3.9h3.1Z",
  bars: "M1 5h3.2v4.6H1ZM5.8 1H9v8.6H5.8Z",
  bubble: "M.8.8h8.4v6H5.6L2.8 9.6V6.8h-2Z",
  lens: "M4 .6a3.4 3.4 0 1 0 1.9 6.2l2.8 2.8 1-1-2.8-2.8A3.4 3.4 0 0 0 4 .6Zm0 1.4a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z",
  brackets: "M.8.6h2.8V2H2.4v6h1.2v1.4H.8ZM9.2.6H6.4V2h1.2v6H6.4v1.4h2.8Z",
};

/** Returns the markers that overlap the time range of a chart, ordered by start. */
export function markersWithin(markers: readonly Marker[], range: TimeWindow): readonly Marker[] {
  return markers
    .filter(({ startMs, endMs }) => startMs <= range.endMs && (endMs ?? startMs) >= range.startMs)
    .toSorted((left, right) => left.startMs - right.startMs);
}

/** Returns events within `reachMs` of `atMs`, and events with a duration that contain it. */
export function markersNear(markers: readonly Marker[], atMs: number, reachMs: number): readonly Marker[] {
  return markers.filter(({ startMs, endMs, isLaneBar = false }) =>
    endMs === null || isLaneBar
      ? Math.abs(startMs - atMs) <= reachMs
      : atMs >= startMs - reachMs && atMs <= endMs + reachMs,
  );
}

/** Position of a marker's icon, which may represent several close markers. */
export interface GlyphPosition {
  readonly marker: Marker;
  readonly x: number;
  /** Number of further markers that are too close for a separate icon. */
  readonly hiddenMarkerCount: number;
}

/** Computes icon positions, one icon per group of overlapping markers. `markers` must be ordered by start. */
export function layOutGlyphs(
  markers: readonly Marker[],
  timeToX: (timeMs: number) => number,
  minGapPx: number,
): readonly GlyphPosition[] {
  const positions: GlyphPosition[] = [];
  for (const marker of markers) {
    const x = timeToX(marker.startMs);
    const last = positions.at(-1);
    if (last !== undefined && x - last.x < minGapPx)
      positions[positions.length - 1] = { ...last, hiddenMarkerCount: last.hiddenMarkerCount + 1 };
    else positions.push({ marker, x, hiddenMarkerCount: 0 });
  }
  return positions;
}

const namedInSummary = 3;

/** Returns a text of the markers for screen readers. Empty if there are none. */
export function markersSummary(markers: readonly Marker[]): string {
  const events = markers.filter(({ isLaneBar = false }) => !isLaneBar);
  const investigations = markers.filter(({ isLaneBar = false }) => isLaneBar);
  return [
    listNewest(events, ["event", "events"], ({ kindLabel, description }) => `${kindLabel}, ${description}`),
    listNewest(
      investigations,
      ["open investigation", "open investigations"],
      ({ description }) => description,
    ),
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function listNewest(
  markers: readonly Marker[],
  [singular, plural]: readonly [string, string],
  describe: (marker: Marker) => string,
): string {
  if (markers.length === 0) return "";
  const named = markers.slice(-namedInSummary).map(describe);
  const rest = markers.length - named.length;
  const noun = singularOrPlural(markers.length, singular, plural);
  return `${markers.length} ${noun}: ${named.join("; ")}${rest === 0 ? "" : `; and ${rest} before`}.`;
}
