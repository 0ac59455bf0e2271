"use client";

import { heatmapSummary, type PreparedHeatmap } from "@/components/charts/prepare/heatmap";
import { showCellTooltip, handleHeatmapKey } from "./heat-cursor";
import { createHeatmapPlot, toHeatmapData } from "./heat-plot";
import { plotAriaLabel, PlotFrame } from "./plot-frame";
import { usePlot } from "./use-plot";

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
export function HeatmapChart(props: HeatmapChartProps) {
  const { name, data, plotHeight, syncKey, isDimmed, onZoom, onPick } = props;
  const { frame, tooltip, plot, markers, height } = usePlot({
    data,
    // Its options are the same whatever the data.
    optionsKey: "heatmap",
    plotHeight,
    syncKey,
    toPlotData: toHeatmapData,
    create: createHeatmapPlot,
    updateTooltip: showCellTooltip,
    onZoom,
  });
  return (
    <PlotFrame
      frame={frame}
      tooltip={tooltip}
      height={height}
      label={plotAriaLabel(data.timesSec, markers, {
        before: [`${name}, distribution.`, heatmapSummary(data)],
        after: "Arrows move from cell to cell, plus and minus zoom, Enter shows the percentiles.",
      })}
      isDimmed={isDimmed}
      action={{ description: "shows the percentiles", run: onPick }}
      onKey={(event) => handleHeatmapKey(event, plot.current, { data, onZoom })}
    />
  );
}
