"use client";

import { useMemo } from "react";
import { chartSummary } from "@/components/charts/prepare/summary";
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import { createPlotAriaLabel, PlotFrame } from "@/components/charts/draw/plot-frame";
import { getPointTimeMs, handleChartKey } from "./time-cursor";
import { createTimePlot, toPlotData } from "./time-plot";
import { createLazyPart } from "@/components/ui/lazy-part";
import type { ChartAction } from "@/components/charts/draw/use-click-action";
import { usePlot, type TooltipContext } from "@/components/charts/draw/use-plot";

const tooltipPart = createLazyPart(() => import("./time-tooltip").then((module) => module.showTooltip));

/** Shows the tooltip, whose code is loaded when the cursor is first on a chart. A failure is retried. */
function updateTooltip(context: TooltipContext<PreparedSeries>): void {
  const show = tooltipPart.getLoaded();
  if (show !== null) show(context);
  else if (context.pointIndex !== null)
    void tooltipPart.load().then(
      (loaded) => loaded(context),
      () => undefined,
    );
}

interface TimeChartProps {
  readonly name: string;
  readonly data: PreparedSeries;
  readonly kind?: "lines" | "bars";
  /** Height of the plot without marker lane and axis, in pixels. Default: 112. */
  readonly plotHeight?: number;
  /** Charts with the same key share their cursor. */
  readonly syncKey: string;
  readonly isDimmed?: boolean;
  /** True if the lane above the plot shows the event names, which only one chart per page does. */
  readonly hasMarkerNames?: boolean;
  readonly onZoom: (startMs: number, endMs: number) => void;
  readonly action?: ChartAction;
  /** Opens the point at the cursor: on a click without a drag instead of `action`, and on Shift+Enter. */
  readonly onOpenPoint?: (timeMs: number) => void;
}

/** Lines, bars or stacked shares over time. */
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
  onOpenPoint,
}: TimeChartProps) {
  const { frame, tooltip, plot, markers, height } = usePlot({
    data,
    optionsKey: optionsKeyOf(data, kind),
    plotHeight,
    syncKey,
    hasMarkerNames,
    toPlotData,
    create: (element, settings) => createTimePlot(element, { ...settings, kind }),
    updateTooltip,
    onZoom,
  });
  const summary = useMemo(() => chartSummary(data), [data]);
  return (
    <PlotFrame
      frame={frame}
      tooltip={tooltip}
      height={height}
      label={createPlotAriaLabel(data.timesSec, markers, {
        sentencesBeforeEvents: [`${name}.`, summary],
        sentenceAfterEvents: keyHints(action),
      })}
      isDimmed={isDimmed}
      action={action}
      {...(onOpenPoint === undefined
        ? {}
        : {
            onClick: () => {
              const timeMs = getPointTimeMs(plot.current);
              if (timeMs !== null) onOpenPoint(timeMs);
            },
          })}
      onKey={(event) => handleChartKey(event, plot.current, { onOpenPoint, onZoom })}
    />
  );
}

function keyHints(action: ChartAction | undefined): string {
  const moves = "Use the left and right arrow keys to move the cursor, plus and minus to zoom.";
  return action === undefined ? moves : `${moves} Enter ${action.description}.`;
}

/** Returns a key of everything that the chart's options depend on. Changed values do not recreate the chart. */
function optionsKeyOf(data: PreparedSeries, kind: string): string {
  const rows = data.rows.map((row) => [row.key, row.colour, row.isHeadline]);
  const isStack = data.stackTops !== undefined;
  return JSON.stringify([kind, isStack, rows, data.isLogarithmic, data.limit, data.displayUnit]);
}
