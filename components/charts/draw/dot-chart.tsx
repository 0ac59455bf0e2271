"use client";

import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { timeTickText } from "@/components/charts/prepare/axes";
import {
  findDotIndexAt,
  layOutDots,
  alignTickLabel,
  type Dot,
  type PlotBox,
  type DotLayout,
} from "@/components/charts/prepare/dots";
import { zoomByKey } from "@/components/charts/prepare/key-zoom";
import {
  fitDraggedArea,
  readDotArea,
  type DotArea,
  type DraggedArea,
} from "@/components/charts/prepare/dot-area";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { cn } from "@/components/ui/cn";
import { useElementWidth } from "./use-element-width";
import { KeyboardChartArea } from "./keyboard-chart-area";
import { useDraggedArea } from "./use-dragged-area";

interface DotChartProps {
  /** Summary of the chart as a sentence for screen readers. */
  readonly summary: string;
  /** Dots of the chart, oldest first. */
  readonly dots: readonly Dot[];
  readonly window: { readonly startMs: number; readonly endMs: number };
  readonly unit: string;
  readonly height: number;
  /** Returns the tooltip text of one dot. */
  readonly formatTooltip: (index: number) => string;
  readonly onOpen: (index: number) => void;
  /** Zooms to the rectangle that the viewer drew or to the window of a zoom key. Absent if the window is fixed. */
  readonly onZoom?: (area: DotArea) => void;
}

const margins = { left: 44, right: 12, top: 12, bottom: 20 } as const;

/**
 * Draws one dot per item at its time (X axis) and value (Y axis). Marked items are crosses. A click or Enter
 * opens the highlighted item. A drag zooms to a rectangle, plus and minus zoom the time axis.
 */
export function DotChart(props: DotChartProps) {
  const { summary, dots, window, unit, height, formatTooltip, onOpen, onZoom } = props;
  const container = useRef<HTMLDivElement>(null);
  const width = useElementWidth(container);
  const [active, setActive] = useState<number | null>(null);
  const box: PlotBox = useMemo(() => ({ width, height, ...margins }), [width, height]);
  const layout = useMemo(() => layOutDots(dots, window, box), [dots, window, box]);
  const activeIndex = active !== null && active < dots.length ? active : null;
  const drag = useDraggedArea(
    onZoom === undefined
      ? undefined
      : (dragged) => {
          const area = readDotArea(dragged, { box, layout, window });
          if (area !== null) onZoom(area);
        },
  );
  const highlightNearest = (event: PointerEvent<HTMLElement>): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    setActive(findDotIndexAt(layout, { x: event.clientX - left, y: event.clientY - top }));
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>): void => {
    const cursorMs = activeIndex === null ? null : (dots[activeIndex]?.timeMs ?? null);
    const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey;
    const zoomed = isAlone ? zoomByKey(event.key, window, cursorMs) : null;
    if (zoomed !== null) onZoom?.({ ...zoomed, minValue: null, maxValue: null });
    const next = nextDotIndex(event.key, activeIndex, dots.length);
    if (event.key === "Enter" && activeIndex !== null) onOpen(activeIndex);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  return (
    <div className="relative">
      <KeyboardChartArea
        ref={container}
        label={`${summary} Use the arrow keys to move between dots, Enter to open one${onZoom === undefined ? "" : ", plus and minus to zoom"}.`}
        height={height}
        className={cn("w-full select-none", cursorOf(drag.area !== null, activeIndex, onZoom))}
        onPointerDown={drag.onPointerDown}
        onPointerMove={drag.area === null ? highlightNearest : () => setActive(null)}
        onPointerLeave={() => setActive(null)}
        onClick={() => !drag.endsDrag() && activeIndex !== null && onOpen(activeIndex)}
        onKeyDown={handleKey}
      >
        {width > 0 && (
          <DotPlot
            layout={layout}
            box={box}
            window={window}
            unit={unit}
            activeIndex={activeIndex}
            dragged={drag.area}
          />
        )}
      </KeyboardChartArea>
      <DotTooltip layout={layout} box={box} activeIndex={activeIndex} formatTooltip={formatTooltip} />
    </div>
  );
}

function cursorOf(
  isDragging: boolean,
  activeIndex: number | null,
  onZoom: DotChartProps["onZoom"],
): string | null {
  if (activeIndex !== null && !isDragging) return "cursor-pointer";
  return onZoom === undefined ? null : "cursor-crosshair";
}

/** Returns the index after a key press. Undefined for other keys. */
function nextDotIndex(key: string, from: number | null, count: number): number | null | undefined {
  if (key === "Escape") return null;
  if (count === 0) return undefined;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === "ArrowRight") return from === null ? 0 : Math.min(count - 1, from + 1);
  if (key === "ArrowLeft") return from === null ? count - 1 : Math.max(0, from - 1);
  return undefined;
}

interface DotPlotProps {
  readonly layout: DotLayout;
  readonly box: PlotBox;
  readonly window: DotChartProps["window"];
  readonly unit: string;
  readonly activeIndex: number | null;
  /** Rectangle that the viewer is drawing. */
  readonly dragged: DraggedArea | null;
}

function DotPlot({ layout, box, window, unit, activeIndex, dragged }: DotPlotProps) {
  const timeZone = useTimeZone();
  const span = (window.endMs - window.startMs) / 1_000;
  const [bottomY, right] = [box.height - box.bottom, box.width - box.right];
  const top = layout.valueTicks.at(-1)?.value;
  return (
    <svg
      aria-hidden
      data-dots
      viewBox={`0 0 ${box.width} ${box.height}`}
      width={box.width}
      height={box.height}
      className="block text-2xs"
    >
      {layout.valueTicks.map(({ positionPx, value, text }) => (
        <g key={value}>
          <path d={`M${box.left} ${positionPx}H${right}`} stroke="var(--rule)" />
          <text x={box.left - 6} y={positionPx + 4} textAnchor="end" fill="var(--ink-3)">
            {value === top ? `${text} ${unit}` : text}
          </text>
        </g>
      ))}
      <path d={`M${box.left} ${bottomY}H${right}`} stroke="var(--rule-strong)" />
      {layout.timeTicks.map(({ positionPx, value }) => {
        const text = timeTickText(value / 1_000, span, timeZone);
        return (
          <text
            key={value}
            {...alignTickLabel(positionPx, text, box.width)}
            y={box.height - 5}
            fill="var(--ink-3)"
          >
            {text}
          </text>
        );
      })}
      <path
        d={layout.unmarkedPath}
        stroke="var(--id-1)"
        strokeOpacity={0.6}
        strokeWidth={5}
        strokeLinecap="round"
      />
      <path d={layout.markedPath} stroke="var(--bad)" strokeWidth={1.75} fill="none" />
      {dragged !== null && <DraggedRectangle dragged={dragged} box={box} />}
      {activeIndex !== null && (
        <circle
          cx={layout.xs[activeIndex]}
          cy={layout.ys[activeIndex]}
          r={6}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={1.5}
        />
      )}
    </svg>
  );
}

function DraggedRectangle({ dragged, box }: { readonly dragged: DraggedArea; readonly box: PlotBox }) {
  const { left, right, top, bottom } = fitDraggedArea(dragged, box);
  return (
    <rect
      x={left}
      y={top}
      width={right - left}
      height={bottom - top}
      fill="var(--accent)"
      fillOpacity={0.12}
      stroke="var(--accent)"
    />
  );
}

interface DotTooltipProps extends Pick<DotPlotProps, "layout" | "box" | "activeIndex"> {
  readonly formatTooltip: (index: number) => string;
}

function DotTooltip({ layout, box, activeIndex, formatTooltip }: DotTooltipProps) {
  const x = activeIndex === null ? 0 : (layout.xs[activeIndex] ?? 0);
  const isRight = x > box.width / 2;
  return (
    <div
      aria-live="polite"
      className="tnum pointer-events-none absolute top-0 z-10 max-w-72 rounded bg-sheet px-2.5 py-1.5 text-xs shadow-overlay empty:hidden"
      style={isRight ? { right: box.width - x + 12 } : { left: x + 12 }}
    >
      {activeIndex === null ? null : formatTooltip(activeIndex)}
    </div>
  );
}
