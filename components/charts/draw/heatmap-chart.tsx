"use client";

import { heatmapSummary, type PreparedHeatmap } from "@/components/charts/prepare/heatmap";
import { showCell, walkCells } from "./heat-cursor";
import { createHeatPlot, toHeatData } from "./heat-plot";
import { plotLabel, PlotPlace } from "./plot-place";
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
    shape: "heatmap",
    plotHeight,
    syncKey,
    toPlotData: toHeatData,
    create: createHeatPlot,
    onPoint: showCell,
    onZoom,
  });
  return (
    <PlotPlace
      frame={frame}
      tooltip={tooltip}
      height={height}
      label={plotLabel(data.timesSec, markers, {
        before: [`${name}, distribution.`, heatmapSummary(data)],
        after: "Arrows move from cell to cell, plus and minus zoom, Enter shows the percentiles.",
      })}
      isDimmed={isDimmed}
      onPick={{ does: "shows the percentiles", run: onPick }}
      onKey={(event) => walkCells(event, plot.current, { data, onZoom })}
    />
  );
}
