"use client";

import { useLayoutEffect, useRef } from "react";
import type { PlotPoint, PlotTrail } from "@/components/charts/prepare/roof/roof-plot";
import { computeTooltipPosition } from "@/components/charts/prepare/card-position";
import { toX, toY, type PlotSize, type RoofView } from "@/components/charts/prepare/roof/roof-view";
import { plotMargins } from "./roof-frame";
import type { RooflineCursor } from "./use-roofline-gestures";

interface RooflineTooltipProps {
  readonly cursor: RooflineCursor | null;
  readonly textLines: readonly string[];
  readonly view: RoofView;
  readonly size: PlotSize;
  readonly points: readonly PlotPoint[];
  readonly trails: readonly PlotTrail[];
}

const cardWidth = 260;
/** A narrower plot shows a tooltip of full width and low height, so that it does not cover the plot. */
const minWidthForCard = 560;

/** Renders the tooltip of the cursor within the visible part of the plot. */
export function RooflineTooltip({ cursor, textLines, view, size, points, trails }: RooflineTooltipProps) {
  const card = useRef<HTMLDivElement>(null);
  const at = cursor === null ? null : valueAtCursor(cursor, points, trails);
  const [x, y] =
    at === null ? [0, 0] : [toX(view, at.x) + plotMargins.left, toY(view, size, at.y) + plotMargins.top];
  const plotSize = {
    width: size.width + plotMargins.left + plotMargins.right,
    height: size.height + plotMargins.top + plotMargins.bottom,
  };
  const isNarrow = size.width < minWidthForCard;
  const width = isNarrow ? plotSize.width : cardWidth;
  useLayoutEffect(() => {
    // Measures the page layout: tooltip height and window edges.
    const element = card.current;
    const frame = element?.parentElement;
    if (element === null || frame === null || frame === undefined) return;
    const { top } = frame.getBoundingClientRect();
    const visibleArea = {
      left: 0,
      right: plotSize.width,
      top: Math.max(0, -top),
      bottom: Math.min(plotSize.height, window.innerHeight - top),
    };
    const cardPosition = computeTooltipPosition(
      { x, y },
      { width, height: element.offsetHeight },
      visibleArea,
    );
    element.style.left = `${cardPosition.left}px`;
    element.style.top = `${cardPosition.top}px`;
  });
  return (
    <div
      ref={card}
      aria-live="polite"
      className="tnum pointer-events-none absolute z-10 rounded bg-sheet text-xs shadow-overlay empty:hidden"
      style={{ width }}
    >
      {at !== null && textLines.length > 0 && (
        <div className={isNarrow ? "px-2 py-1 text-2xs leading-snug" : "px-2.5 py-2"}>
          {textLines.map((sentence, index) => (
            <p key={sentence} className={index === 0 ? "font-medium text-ink" : "text-ink-2"}>
              {sentence}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

function valueAtCursor(
  cursor: RooflineCursor,
  points: readonly PlotPoint[],
  trails: readonly PlotTrail[],
): { readonly x: number; readonly y: number } | null {
  if (cursor.kind === "position") return cursor;
  if (cursor.kind === "point") return points.find(({ key }) => key === cursor.pointKey) ?? null;
  const trail = trails.find(({ key }) => key === cursor.trailKey);
  const [x, y] = [trail?.x[cursor.index], trail?.y[cursor.index]];
  return x === undefined || y === undefined ? null : { x, y };
}
