"use client";

import { useLayoutEffect, useRef } from "react";
import type { PlotPoint, PlotTrail } from "@/components/charts/prepare/roof-plot";
import { placeCard } from "@/components/charts/prepare/told-place";
import { toX, toY, type PlotSize, type RoofView } from "@/components/charts/prepare/roof-view";
import { around } from "./roof-frame";
import type { Pointed } from "./use-roof-hand";

interface ToldProps {
  readonly pointed: Pointed | null;
  readonly words: readonly string[];
  readonly view: RoofView;
  readonly size: PlotSize;
  readonly points: readonly PlotPoint[];
  readonly trails: readonly PlotTrail[];
}

const cardWidth = 260;
/** On a narrower plane a card beside a point would leave nothing of it: there it is as wide as the plot, and less high. */
const leastBeside = 560;

/** What is pointed at, in words beside it, within what the window shows of the plot. */
export function RoofTold({ pointed, words, view, size, points, trails }: ToldProps) {
  const card = useRef<HTMLDivElement>(null);
  const at = pointed === null ? null : valueOf(pointed, points, trails);
  const [x, y] = at === null ? [0, 0] : [toX(view, at.x) + around.left, toY(view, size, at.y) + around.top];
  const whole = {
    width: size.width + around.left + around.right,
    height: size.height + around.top + around.bottom,
  };
  const isNarrow = size.width < leastBeside;
  const width = isNarrow ? whole.width : cardWidth;
  useLayoutEffect(() => {
    // The outside system is the page's layout: how high the words are, and where the window ends.
    const element = card.current;
    const frame = element?.parentElement;
    if (element === null || frame === null || frame === undefined) return;
    const { top } = frame.getBoundingClientRect();
    const seen = {
      left: 0,
      right: whole.width,
      top: Math.max(0, -top),
      bottom: Math.min(whole.height, window.innerHeight - top),
    };
    const place = placeCard({ x, y }, { width, height: element.offsetHeight }, seen);
    element.style.left = `${place.left}px`;
    element.style.top = `${place.top}px`;
  });
  return (
    <div
      ref={card}
      aria-live="polite"
      className="tnum pointer-events-none absolute z-10 rounded bg-sheet text-xs shadow-overlay empty:hidden"
      style={{ width }}
    >
      {at !== null && words.length > 0 && (
        <div className={isNarrow ? "px-2 py-1 text-2xs leading-snug" : "px-2.5 py-2"}>
          {words.map((sentence, index) => (
            <p key={sentence} className={index === 0 ? "font-medium text-ink" : "text-ink-2"}>
              {sentence}
            </p>
          ))}
        </div>
      )}
    </div>
  );
}

function valueOf(
  pointed: Pointed,
  points: readonly PlotPoint[],
  trails: readonly PlotTrail[],
): { readonly x: number; readonly y: number } | null {
  if (pointed.kind === "place") return pointed;
  if (pointed.kind === "point") return points.find(({ key }) => key === pointed.key) ?? null;
  const trail = trails.find(({ key }) => key === pointed.trail);
  const [x, y] = [trail?.x[pointed.index], trail?.y[pointed.index]];
  return x === undefined || y === undefined ? null : { x, y };
}
