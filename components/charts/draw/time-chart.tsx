"use client";

import { useTheme } from "next-themes";
import { useEffect, useEffectEvent, useRef } from "react";
import type uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { readChartTheme } from "@/components/charts/theme";
import { useChartMarkers } from "@/components/charts/frame/chart-markers";
import { markersSummary, markersWithin, type Marker } from "@/components/charts/prepare/markers";
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import { chartSummary } from "@/components/charts/prepare/summary";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { cn } from "@/components/ui/cn";
import { followWidth, laneAndAxis } from "./chart-place";
import { cursorTime, followKeys, showTooltip } from "./time-cursor";
import { createPlot, toPlotData } from "./time-plot";
import { useFed } from "./use-fed";
import { usePick, type ChartPick } from "./use-pick";

interface TimeChartProps {
  readonly name: string;
  readonly data: PreparedSeries;
  readonly kind?: "lines" | "bars";
  /** Of the plot itself; lane and axis come on top. */
  readonly plotHeight?: number;
  /** Charts with the same key share their cursor. */
  readonly syncKey: string;
  readonly isDimmed?: boolean;
  /** Names what happened in the lane above the plot: on one chart of a page. */
  readonly hasMarkerNames?: boolean;
  readonly onZoom: (startMs: number, endMs: number) => void;
  readonly onPick?: ChartPick;
  /** Shift and Enter, with the cursor at this time. */
  readonly onEnter?: (timeMs: number) => void;
}

/** Lines or bars over time. A refresh of the same lines sets the data of the chart that is there. */
export function TimeChart({
  name,
  data,
  kind = "lines",
  plotHeight = 112,
  syncKey,
  isDimmed = false,
  hasMarkerNames = false,
  onZoom,
  onPick,
  onEnter,
}: TimeChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const { markers, onCursorTime } = useChartMarkers();
  const shown = useFed(plot, { data, markers, toPlotData });
  const picking = usePick(onPick);
  const { resolvedTheme } = useTheme();
  const timeZone = useTimeZone();
  const zoom = useEffectEvent(onZoom);
  const tellCursor = useEffectEvent(onCursorTime);
  const shape = shapeOf(data, kind);
  const height = plotHeight + laneAndAxis;
  useEffect(() => {
    // The outside systems are the canvas and the size of its place on the page.
    const element = frame.current;
    if (element === null) return undefined;
    const made = createPlot(element, {
      current: () => shown.current.data,
      markers: () => shown.current.markers,
      hasMarkerNames,
      theme: readChartTheme(element),
      timeZone,
      kind,
      width: element.clientWidth,
      height,
      syncKey,
      onCursor: (index) => {
        tellCursor(cursorTime(plot.current));
        showTooltip(
          { frame: element, tooltip: tooltip.current, plot: plot.current, timeZone, ...shown.current },
          index,
        );
      },
      onZoom: (startMs, endMs) => zoom(startMs, endMs),
    });
    plot.current = made;
    const stopFollowing = followWidth(element, made, height);
    return () => {
      stopFollowing();
      made.destroy();
      plot.current = null;
    };
    // Another shape is another chart; `shape` stands for everything of the data that its options are made of.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [shape, resolvedTheme, timeZone, height, syncKey, hasMarkerNames]);

  return (
    <div className="relative">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a canvas that arrow keys walk through */}
      <div
        ref={frame}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys walk through it
        tabIndex={0}
        aria-label={`${summaryOf(name, data, markers)} ${keysOf(onPick)}`}
        className={cn("w-full [&_.u-select]:bg-selected", isDimmed && "opacity-45")}
        style={{ height }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.shiftKey) onPick?.run();
          else followKeys(event, plot.current, onEnter);
        }}
        {...picking}
      />
      <div
        ref={tooltip}
        aria-live="polite"
        className="pointer-events-none absolute top-0 left-0 z-10 hidden min-w-44 rounded bg-sheet px-2.5 py-2 text-xs shadow-overlay"
      />
    </div>
  );
}

function keysOf(pick: ChartPick | undefined): string {
  const moves = "Left and right arrows move the cursor.";
  return pick === undefined ? moves : `${moves} Enter ${pick.does}.`;
}

function summaryOf(name: string, data: PreparedSeries, markers: readonly Marker[]): string {
  const { timesSec } = data;
  const range = { startMs: (timesSec[0] ?? 0) * 1_000, endMs: (timesSec.at(-1) ?? 0) * 1_000 };
  return [`${name}.`, chartSummary(data), markersSummary(markersWithin(markers, range))]
    .filter((part) => part !== "")
    .join(" ");
}

/** Everything that the chart's options depend on; numbers are set without making it anew. */
function shapeOf(data: PreparedSeries, kind: string): string {
  const rows = data.rows.map((row) => [row.key, row.colour, row.isHeadline]);
  return JSON.stringify([kind, rows, data.isLogarithmic, data.limit, data.displayUnit]);
}
