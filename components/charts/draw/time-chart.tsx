"use client";

import { useMemo } from "react";
import { chartSummary } from "@/components/charts/prepare/summary";
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import { plotLabel, PlotPlace } from "./plot-place";
import { followKeys, showTooltip } from "./time-cursor";
import { createPlot, toPlotData } from "./time-plot";
import type { ChartPick } from "./use-pick";
import { usePlot } from "./use-plot";

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

/** Lines, bars or the parts of a whole over time. */
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
  const { frame, tooltip, plot, markers, height } = usePlot({
    data,
    shape: shapeOf(data, kind),
    plotHeight,
    syncKey,
    hasMarkerNames,
    toPlotData,
    create: (element, settings) => createPlot(element, { ...settings, kind }),
    onPoint: showTooltip,
    onZoom,
  });
  const summary = useMemo(() => chartSummary(data), [data]);
  return (
    <PlotPlace
      frame={frame}
      tooltip={tooltip}
      height={height}
      label={plotLabel(data.timesSec, markers, {
        before: [`${name}.`, summary],
        after: keysOf(onPick),
      })}
      isDimmed={isDimmed}
      onPick={onPick}
      onKey={(event) => followKeys(event, plot.current, { onEnter, onZoom })}
    />
  );
}

function keysOf(pick: ChartPick | undefined): string {
  const moves = "Left and right arrows move the cursor, plus and minus zoom.";
  return pick === undefined ? moves : `${moves} Enter ${pick.does}.`;
}

/** Everything that the chart's options depend on; numbers are set without making it anew. */
function shapeOf(data: PreparedSeries, kind: string): string {
  const rows = data.rows.map((row) => [row.key, row.colour, row.isHeadline]);
  const isStack = data.tops !== undefined;
  return JSON.stringify([kind, isStack, rows, data.isLogarithmic, data.limit, data.displayUnit]);
}
