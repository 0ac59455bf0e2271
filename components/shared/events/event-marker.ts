/** Marker of an event on a chart: a glyph and a word per kind. */
import type { Marker, MarkerGlyph } from "@/components/charts/prepare/markers";
import { eventKindTitles, exclusionReasonTitles, type ChangeEvent, type EventKind } from "@/lib/model/event";

/** Icon of each kind of event. */
export const eventGlyphs: { readonly [Kind in EventKind]: MarkerGlyph } = {
  deploy: "triangle",
  configuration: "square",
  "engine-version": "arrow",
  "source-version": "plus",
  scaling: "bars",
  comment: "bubble",
  exclusion: "brackets",
};

/** Formats the kind of an event: "Deploy", or "Exclusion, maintenance". */
export function eventKindLabel({ kind, reason }: Pick<ChangeEvent, "kind" | "reason">): string {
  const title = eventKindTitles[kind];
  return reason === null ? title : `${title}, ${exclusionReasonTitles[reason].toLowerCase()}`;
}

/** Converts an event to a marker on charts. */
export function toEventMarker(
  event: Pick<ChangeEvent, "id" | "kind" | "reason" | "title" | "atMs" | "endMs">,
): Marker {
  const isWindow = event.kind === "exclusion";
  return {
    id: event.id,
    startMs: event.atMs,
    endMs: isWindow ? (event.endMs ?? Number.POSITIVE_INFINITY) : null,
    glyph: eventGlyphs[event.kind],
    kindLabel: eventKindLabel(event),
    description: event.title,
  };
}
