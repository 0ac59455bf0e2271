"use client";

import { heatmapSummary, type PreparedHeatmap } from "@/components/charts/prepare/heatmap";
import { showCellTooltip, handleHeatmapKey } from "./heat-cursor";
import { createHeatmapPlot, toHeatmapData } from "./heat-plot";
import { createPlotAriaLabel, PlotFrame } from "@/components/charts/draw/plot-frame";
import { usePlot } from "@/components/charts/draw/use-plot";

interface HeatmapChartProps {
  readonly name: string;
  readonly data: PreparedHeatmap;
  /** Height of the plot without marker lane and axis. */
  readonly plotHeight: number;
  readonly syncKey: string;
  readonly isDimmed: boolean;
  readonly onZoom: (startMs: number, endMs: number) => void;
  /** Called on Enter and on a click without a drag. */
  readonly onPick: () => void;
}

/** Draws a distribution over time. Arrow keys move between cells. */
export function HeatmapChart(props: HeatmapChartProps) {
  const { name, data, plotHeight, syncKey, isDimmed, onZoom, onPick } = props;
  const { frame, tooltip, plot, markers, height } = usePlot({
    data,
    // The options do not depend on the data.
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
      label={createPlotAriaLabel(data.timesSec, markers, {
        sentencesBeforeEvents: [`${name}, distribution.`, heatmapSummary(data)],
        sentenceAfterEvents:
          "Arrow keys move between cells, plus and minus zoom, Enter shows the percentiles.",
      })}
      isDimmed={isDimmed}
      action={{ description: "shows the percentiles", run: onPick }}
      onKey={(event) => handleHeatmapKey(event, plot.current, { data, onZoom })}
    />
  );
}
