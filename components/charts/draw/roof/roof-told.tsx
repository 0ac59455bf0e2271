"use client";

import type { PlotPoint, PlotTrail } from "@/components/charts/prepare/roof-plot";
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

const boxWidth = 260;

/** What is pointed at, in words beside it. */
export function RoofTold({ pointed, words, view, size, points, trails }: ToldProps) {
  const at = pointed === null ? null : valueOf(pointed, points, trails);
  const [x, y] = at === null ? [0, 0] : [toX(view, at.x), toY(view, size, at.y)];
  const isLeft = x > size.width - boxWidth - 20;
  return (
    <div
      aria-live="polite"
      className="tnum pointer-events-none absolute z-10 rounded bg-sheet text-xs shadow-overlay empty:hidden"
      style={{
        left: Math.max(
          0,
          Math.min(
            size.width + around.left - boxWidth,
            isLeft ? x + around.left - boxWidth - 14 : x + around.left + 14,
          ),
        ),
        top: Math.max(0, Math.min(size.height - 60, y + around.top + 14)),
        width: boxWidth,
      }}
    >
      {at !== null && words.length > 0 && (
        <div className="px-2.5 py-2">
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
