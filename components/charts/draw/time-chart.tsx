"use client";

import { useMemo } from "react";
import { chartSummary } from "@/components/charts/prepare/summary";
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import { plotAriaLabel, PlotFrame } from "./plot-frame";
import { handleChartKey, showTooltip } from "./time-cursor";
import { createPlot, toPlotData } from "./time-plot";
import type { ChartAction } from "./use-click-action";
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
  readonly action?: ChartAction;
  /** Shift and Enter, with the cursor at this time. */
  readonly onShiftEnter?: (timeMs: number) => void;
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
  action,
  onShiftEnter,
}: TimeChartProps) {
  const { frame, tooltip, plot, markers, height } = usePlot({
    data,
    optionsKey: optionsKeyOf(data, kind),
    plotHeight,
    syncKey,
    hasMarkerNames,
    toPlotData,
    create: (element, settings) => createPlot(element, { ...settings, kind }),
    updateTooltip: showTooltip,
    onZoom,
  });
  const summary = useMemo(() => chartSummary(data), [data]);
  return (
    <PlotFrame
      frame={frame}
      tooltip={tooltip}
      height={height}
      label={plotAriaLabel(data.timesSec, markers, {
        before: [`${name}.`, summary],
        after: keyHints(action),
      })}
      isDimmed={isDimmed}
      action={action}
      onKey={(event) => handleChartKey(event, plot.current, { onShiftEnter, onZoom })}
    />
  );
}

function keyHints(action: ChartAction | undefined): string {
  const moves = "Left and right arrows move the cursor, plus and minus zoom.";
  return action === undefined ? moves : `${moves} Enter ${action.description}.`;
}

/** Everything that the chart's options depend on; numbers are set without making it anew. */
function optionsKeyOf(data: PreparedSeries, kind: string): string {
  const rows = data.rows.map((row) => [row.key, row.colour, row.isHeadline]);
  const isStack = data.tops !== undefined;
  return JSON.stringify([kind, isStack, rows, data.isLogarithmic, data.limit, data.displayUnit]);
}
