/** Markers on a Recharts chart: reference lines with a glyph above, hatched areas, and their words in the tooltip. */
import type { ReactNode } from "react";
import { ReferenceArea, ReferenceLine } from "recharts";
import { glyphPaths, markersNear, type Marker } from "@/components/charts/prepare/markers";
import { formatDateTime } from "@/lib/format/time";

const bandHatch = "shares-window";

/** For the chart's own definitions. */
export const windowHatch = (
  <pattern id={bandHatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path d="M0 0v6" stroke="var(--ink-3)" strokeWidth="1" strokeOpacity="0.6" />
  </pattern>
);

interface TooltipSettings {
  readonly reachMs: number;
  readonly timeZone: string;
}

/** What stands above the tooltip's rows: the time, and what happened near it. */
export function tooltipHeads(
  markers: readonly Marker[],
  { reachMs, timeZone }: TooltipSettings,
): (timeMs: ReactNode) => ReactNode {
  return (timeMs) => [
    <span key="time" className="font-semibold">
      {formatDateTime(Number(timeMs), timeZone)}
    </span>,
    ...markersNear(markers, Number(timeMs), reachMs).map((marker) => (
      <span key={marker.id} className="block max-w-72 whitespace-normal">
        <span className="font-medium">{marker.word}</span> {marker.text}
      </span>
    )),
  ];
}

interface LabelPlace {
  readonly viewBox?: { readonly x?: number; readonly y?: number };
}

/** A function and not a component: Recharts looks at the elements themselves. */
export function markerElement(marker: Marker, first: number, last: number) {
  const { id, startMs, endMs, glyph } = marker;
  if (endMs !== null)
    return (
      <ReferenceArea
        key={id}
        x1={Math.max(startMs, first)}
        x2={Math.min(endMs, last)}
        fill={`url(#${bandHatch})`}
        fillOpacity={1}
        stroke="var(--ink-3)"
        strokeOpacity={0.6}
      />
    );
  return (
    <ReferenceLine
      key={id}
      x={startMs}
      stroke="var(--ink-3)"
      label={({ viewBox }: LabelPlace) => (
        <path
          d={glyphPaths[glyph]}
          transform={`translate(${(viewBox?.x ?? 0) - 4.5} ${(viewBox?.y ?? 0) - 14}) scale(0.9)`}
          fill="var(--ink-2)"
        />
      )}
    />
  );
}
