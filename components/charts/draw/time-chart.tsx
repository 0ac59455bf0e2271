"use client";

import { useTheme } from "next-themes";
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from "react";
import type uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { readChartTheme } from "@/components/charts/theme";
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import { chartSummary } from "@/components/charts/prepare/summary";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { cn } from "@/components/ui/cn";
import { fillTooltip } from "./chart-tooltip";
import { createPlot, toPlotData } from "./time-plot";

interface TimeChartProps {
  readonly name: string;
  readonly data: PreparedSeries;
  readonly kind?: "lines" | "bars";
  /** Of the plot itself; lane and axis come on top. */
  readonly plotHeight?: number;
  /** Charts with the same key share their cursor. */
  readonly syncKey: string;
  readonly isDimmed?: boolean;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

const laneAndAxis = 40;

/** Lines or bars over time. A refresh of the same lines sets the data of the chart that is there. */
export function TimeChart({
  name,
  data,
  kind = "lines",
  plotHeight = 112,
  syncKey,
  isDimmed = false,
  onZoom,
}: TimeChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const drawn = useRef(data);
  const { resolvedTheme } = useTheme();
  const timeZone = useTimeZone();
  const zoom = useEffectEvent(onZoom);
  const shape = shapeOf(data, kind);
  const height = plotHeight + laneAndAxis;

  // Before the chart is made: a chart of another shape begins with the data of that shape, and is not fed twice.
  useEffect(() => {
    drawn.current = data;
    plot.current?.setData(toPlotData(data));
  }, [data]);

  useEffect(() => {
    // The outside systems are the canvas and the size of its place on the page.
    const element = frame.current;
    if (element === null) return undefined;
    const showCursor = (index: number | null): void =>
      showTooltip(
        { frame: element, tooltip: tooltip.current, plot: plot.current, data: drawn.current },
        index,
        timeZone,
      );
    const made = createPlot(element, {
      current: () => drawn.current,
      theme: readChartTheme(element),
      timeZone,
      kind,
      width: element.clientWidth,
      height,
      syncKey,
      onCursor: showCursor,
      onZoom: (startMs, endMs) => zoom(startMs, endMs),
    });
    plot.current = made;
    const observer = new ResizeObserver(() => {
      // It tells the first size too, and each setting draws the whole chart again.
      if (element.clientWidth !== made.width) made.setSize({ width: element.clientWidth, height });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      made.destroy();
      plot.current = null;
    };
    // A chart of another shape is another chart; `shape` stands for everything of the data that its options are made of.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [shape, resolvedTheme, timeZone, height, syncKey]);

  return (
    <div className="relative">
      {/* A canvas that arrow keys walk through: the closest role there is for a thing one steps along. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={frame}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys walk through it
        tabIndex={0}
        aria-label={`${name}. ${chartSummary(data)} Left and right arrows move the cursor.`}
        className={cn("w-full [&_.u-select]:bg-selected", isDimmed && "opacity-45")}
        style={{ height }}
        onKeyDown={(event) => moveCursor(event, plot.current)}
      />
      <div
        ref={tooltip}
        aria-live="polite"
        className="pointer-events-none absolute top-0 left-0 z-10 hidden min-w-44 rounded bg-sheet px-2.5 py-2 text-xs shadow-overlay"
      />
    </div>
  );
}

/** Everything that the chart's options depend on; numbers are set without making it anew. */
function shapeOf(data: PreparedSeries, kind: string): string {
  const rows = data.rows.map((row) => [row.key, row.colour, row.isHeadline]);
  return JSON.stringify([kind, rows, data.isLogarithmic, data.limit, data.displayUnit]);
}

function moveCursor(event: KeyboardEvent<HTMLElement>, plot: uPlot | null): void {
  const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  const times = plot?.data[0];
  if (step === 0 || plot === null || times === undefined) return;
  event.preventDefault();
  const index = Math.max(0, Math.min(times.length - 1, (plot.cursor.idx ?? times.length - 1) + step));
  plot.setCursor({ left: plot.valToPos(times[index] ?? 0, "x"), top: plot.over.clientHeight / 2 }, true);
}

interface Shown {
  readonly frame: HTMLElement;
  readonly tooltip: HTMLElement | null;
  readonly plot: uPlot | null;
  readonly data: PreparedSeries;
}

/** The tooltip is on the hovered or focused chart only; the others share the line. */
function showTooltip({ frame, tooltip, plot, data }: Shown, index: number | null, timeZone: string): void {
  if (tooltip === null) return;
  const isFocused = document.activeElement === frame;
  const isHovered = frame.matches(":hover");
  const left = plot?.cursor.left ?? -1;
  const isVisible = index !== null && plot !== null && left >= 0 && (isHovered || isFocused);
  tooltip.classList.toggle("hidden", !isVisible);
  if (!isVisible) return;
  fillTooltip(tooltip, data, index, timeZone);
  const at = plot.bbox.left / devicePixelRatio + left;
  const isRight = at > frame.clientWidth / 2;
  tooltip.style.transform = `translate(${Math.round(isRight ? at - tooltip.offsetWidth - 12 : at + 12)}px, 22px)`;
}
