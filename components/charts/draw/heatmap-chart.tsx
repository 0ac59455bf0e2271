"use client";

import { useTheme } from "next-themes";
import { useEffect, useEffectEvent, useRef, type KeyboardEvent } from "react";
import type uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { useChartMarkers } from "@/components/charts/frame/chart-markers";
import {
  cellText,
  heatmapSummary,
  newestSampled,
  type PreparedHeatmap,
} from "@/components/charts/prepare/heatmap";
import { markersSummary, markersWithin, type Marker } from "@/components/charts/prepare/markers";
import { readChartTheme } from "@/components/charts/theme";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { cn } from "@/components/ui/cn";
import { followWidth, laneAndAxis } from "./chart-place";
import { createHeatPlot, toHeatData } from "./heat-plot";
import { cursorTime, moveCursor } from "./time-cursor";
import { useFed } from "./use-fed";
import { usePick } from "./use-pick";

interface HeatmapChartProps {
  readonly name: string;
  readonly data: PreparedHeatmap;
  /** Of the plot itself; lane and axis come on top. */
  readonly plotHeight: number;
  readonly syncKey: string;
  readonly isDimmed: boolean;
  readonly onZoom: (startMs: number, endMs: number) => void;
  /** Enter, and a click that does not drag. */
  readonly onPick: () => void;
}

/** A distribution over time. Arrow keys walk from cell to cell. */
export function HeatmapChart({
  name,
  data,
  plotHeight,
  syncKey,
  isDimmed,
  onZoom,
  onPick,
}: HeatmapChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const tooltip = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const { markers, onCursorTime } = useChartMarkers();
  const shown = useFed(plot, { data, markers, toPlotData: toHeatData });
  const picking = usePick({ does: "", run: onPick });
  const { resolvedTheme } = useTheme();
  const timeZone = useTimeZone();
  const zoom = useEffectEvent(onZoom);
  const tellCursor = useEffectEvent(onCursorTime);
  const height = plotHeight + laneAndAxis;

  useEffect(() => {
    // The outside systems are the canvas and the size of its place on the page.
    const element = frame.current;
    if (element === null) return undefined;
    const made = createHeatPlot(element, {
      current: () => shown.current.data,
      markers: () => shown.current.markers,
      hasMarkerNames: false,
      theme: readChartTheme(element),
      timeZone,
      width: element.clientWidth,
      height,
      syncKey,
      onCursor: (index) => {
        tellCursor(cursorTime(plot.current));
        showCell(element, tooltip.current, { plot: plot.current, data: shown.current.data, index, timeZone });
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
    // Colours of another theme are another chart.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [resolvedTheme, timeZone, height, syncKey]);

  return (
    <div className="relative">
      {/* A canvas that arrow keys walk through: the closest role there is for a thing one steps along. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        ref={frame}
        role="application"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys walk through it
        tabIndex={0}
        aria-label={summaryOf(name, data, markers)}
        className={cn("w-full [&_.u-select]:bg-selected", isDimmed && "opacity-45")}
        style={{ height }}
        {...picking}
        onKeyDown={(event) => {
          if (event.key === "Enter") onPick();
          else if (!moveRow(event, plot.current, data)) moveCursor(event, plot.current);
        }}
      />
      <div
        ref={tooltip}
        aria-live="polite"
        className="pointer-events-none absolute top-0 left-0 z-10 hidden min-w-40 rounded bg-sheet px-2.5 py-2 text-xs shadow-overlay"
      />
    </div>
  );
}

function summaryOf(name: string, data: PreparedHeatmap, markers: readonly Marker[]): string {
  const { timesSec } = data;
  const range = { startMs: (timesSec[0] ?? 0) * 1_000, endMs: (timesSec.at(-1) ?? 0) * 1_000 };
  return [
    `${name}, distribution.`,
    heatmapSummary(data),
    markersSummary(markersWithin(markers, range)),
    "Arrows move from cell to cell, Enter shows the percentiles.",
  ]
    .filter((part) => part !== "")
    .join(" ");
}

/** Up and down arrows step along the bands, from the newest point that has a sample; true when the key was one of them. */
function moveRow(event: KeyboardEvent<HTMLElement>, plot: uPlot | null, data: PreparedHeatmap): boolean {
  const bandCount = data.bands.length;
  const step = event.key === "ArrowDown" ? -1 : event.key === "ArrowUp" ? 1 : 0;
  if (step === 0 || plot === null || bandCount === 0) return false;
  event.preventDefault();
  const row = Math.max(0, Math.min(bandCount - 1, (rowAt(plot, bandCount) ?? 0) + step));
  const left = plot.cursor.left ?? -1;
  plot.setCursor(
    {
      left: left < 0 ? plot.valToPos(data.timesSec[newestSampled(data)] ?? 0, "x") : left,
      top: plot.valToPos(row + 0.5, "y"),
    },
    true,
  );
  return true;
}

function rowAt(plot: uPlot, bandCount: number): number | null {
  const top = plot.cursor.top ?? -1;
  if (top < 0) return null;
  return Math.max(0, Math.min(bandCount - 1, Math.floor(plot.posToVal(top, "y"))));
}

interface Cell {
  readonly plot: uPlot | null;
  readonly data: PreparedHeatmap;
  readonly index: number | null;
  readonly timeZone: string;
}

/** On the hovered or focused chart only; the others share the line. */
function showCell(
  frame: HTMLElement,
  tooltip: HTMLElement | null,
  { plot, data, index, timeZone }: Cell,
): void {
  if (tooltip === null) return;
  const isLooked = document.activeElement === frame || frame.matches(":hover");
  const left = plot?.cursor.left ?? -1;
  const row = plot === null ? null : rowAt(plot, data.bands.length);
  const isVisible = isLooked && plot !== null && index !== null && row !== null && left >= 0;
  tooltip.classList.toggle("hidden", !isVisible);
  if (!isVisible) return;
  const { interval, n, cell } = cellText(data, index, row, timeZone);
  tooltip.replaceChildren(
    lineOf("tnum flex justify-between gap-6 font-semibold", interval, n),
    lineOf("tnum mt-1", cell),
  );
  const at = plot.bbox.left / devicePixelRatio + left;
  const isRight = at > frame.clientWidth / 2;
  tooltip.style.transform = `translate(${Math.round(isRight ? at - tooltip.offsetWidth - 12 : at + 12)}px, 22px)`;
}

function lineOf(className: string, ...texts: readonly string[]): HTMLElement {
  const line = document.createElement("div");
  line.className = className;
  for (const text of texts) {
    const part = document.createElement("span");
    part.textContent = text;
    line.append(part);
  }
  return line;
}
