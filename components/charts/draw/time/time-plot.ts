/**
 * Draws a time chart with uPlot: axes, lines and labels. All of it happens outside React, so that cursor movement and
 * refreshes cause no rendering.
 */
import uPlot from "uplot";
import { logarithmicTicks, tickText } from "@/components/charts/prepare/axes";
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import type { ChartTheme } from "@/components/charts/theme";
import { formatValue, displayResolution } from "@/lib/format/number";
import { drawLineEndLabels, drawLimitLine } from "@/components/charts/draw/line-ends";
import {
  axisFont,
  createCommonOptions,
  timeDragOptions,
  plotSpacingPx,
  createTimeAxis,
  type PlotSettings,
} from "@/components/charts/draw/plot-options";
import { drawStackedAreas } from "@/components/charts/draw/stack-areas";
import { computeBackgroundRange, drawBaseline, drawComparisonLine, drawUsualRange } from "./time-background";
import { drawGaps } from "./time-gaps";
import { drawMarkerBands, drawMarkers } from "./time-markers";

/** Settings of a chart with lines or bars over time. */
export interface TimePlotSettings extends PlotSettings<PreparedSeries> {
  readonly kind: "lines" | "bars";
}

/** uPlot declares its scale types in a const enum, which isolated modules cannot read. */
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment
const logarithmic = 3 as uPlot.Scale.Distr;

/** Converts prepared series to uPlot data: the times, and one column per row. */
export function toPlotData(data: PreparedSeries): uPlot.AlignedData {
  const columns = data.stackTops ?? data.rows.map((row) => row.values);
  return [data.timesSec as number[], ...columns.map((column) => column as (number | null)[])];
}

/** The Y axis covers at least this many of the smallest displayed steps, so that noise does not fill the chart. */
const minVisibleSteps = 5;

/** Sum of all shares, in percent. */
const fullPercent = 100;

function scaleRange(current: TimePlotSettings["getData"]): uPlot.Range.Function {
  return (_plot, min, max) => {
    const data = current();
    const background = computeBackgroundRange(data);
    const top = Math.max(max ?? 0, data.limit?.value ?? 0, background.max);
    if (data.isLogarithmic && min !== null && min > 0)
      return [Math.min(min, background.minAboveZero) / 1.25, top * 1.15];
    if (data.stackTops !== undefined) return [0, Math.max(fullPercent, top)];
    if (top === 0) return [0, 1];
    return [0, Math.max(top * 1.08, minVisibleSteps * displayResolution(data.displayUnit))];
  };
}

function lineSeries(data: PreparedSeries, theme: ChartTheme, kind: TimePlotSettings["kind"]): uPlot.Series[] {
  const bars = uPlot.paths.bars?.({ size: [0.7, 12], align: 0 });
  return data.rows.map((row) => ({
    stroke: theme.resolveColour(row.colour),
    width: kind === "bars" || data.stackTops !== undefined ? 0 : row.width,
    dash: [...row.dash],
    spanGaps: false,
    points: { show: false },
    // Areas are painted on the background. uPlot only positions the cursor on their edges.
    ...(data.stackTops === undefined ? {} : { paths: () => null }),
    ...(kind === "bars" && bars !== undefined ? { paths: bars, fill: theme.resolveColour(row.colour) } : {}),
  }));
}

function createAxes(settings: TimePlotSettings): uPlot.Axis[] {
  const { getData, theme } = settings;
  const data = getData();
  const grid = { stroke: theme.rule, width: 1 };
  return [
    createTimeAxis(settings),
    {
      stroke: theme.ink3,
      font: axisFont(theme),
      size: plotSpacingPx.left,
      gap: 6,
      space: 26,
      grid,
      ticks: { show: false },
      ...(data.isLogarithmic
        ? {
            splits: (_plot: uPlot, _axis: number, min: number, max: number) => [
              ...logarithmicTicks(min, max),
            ],
          }
        : {}),
      values: (_plot, ticks) => {
        const top = ticks.findLastIndex((tick) => tick !== null);
        return ticks.map((tick, index) =>
          tick === null ? "" : index === top ? appendUnit(tickText(tick), data) : tickText(tick),
        );
      },
    },
  ];
}

/** Number of characters that fit the left gutter. */
const maxTickCharacters = 6;

/** Adds the unit to the top tick if it fits. */
function appendUnit(text: string, data: PreparedSeries): string {
  const { unit } = formatValue(0, "seconds", data.displayUnit);
  const tickWithUnit = `${text}\u202f${unit}`;
  return tickWithUnit.length <= maxTickCharacters ? tickWithUnit : text;
}

/** Creates the uPlot chart of lines or bars inside `container`. The caller must destroy it. */
export function createTimePlot(container: HTMLElement, settings: TimePlotSettings): uPlot {
  const { getData, theme } = settings;
  const data = getData();
  const { hooks, ...common } = createCommonOptions(settings);
  const options: uPlot.Options = {
    ...common,
    scales: {
      x: { time: true },
      y: {
        range: scaleRange(getData),
        ...(data.isLogarithmic ? { distr: logarithmic, log: 10 as const } : {}),
      },
    },
    series: [{}, ...lineSeries(data, theme, settings.kind)],
    axes: createAxes(settings),
    cursor: {
      sync: { key: settings.syncKey },
      y: false,
      points: { size: 7, width: 2, fill: strokeOf, stroke: theme.paper },
      drag: timeDragOptions,
    },
    hooks: {
      ...hooks,
      drawClear: [
        (plot) => drawUsualRange(plot, getData(), theme),
        (plot) => drawBaseline(plot, getData(), theme),
        (plot) => drawStackedAreas(plot, getData(), theme),
        (plot) => drawMarkerBands(plot, settings),
        (plot) => drawGaps(plot, settings),
      ],
      draw: [
        (plot) => drawComparisonLine(plot, getData(), theme),
        (plot) => drawMarkers(plot, settings),
        (plot) => drawLimitLine(plot, settings),
        (plot) => drawLineEndLabels(plot, settings),
      ],
    },
  };
  return new uPlot(options, toPlotData(data), container);
}

function strokeOf(plot: uPlot, index: number): string {
  const stroke = plot.series[index]?.stroke;
  const colour = typeof stroke === "function" ? stroke(plot, index) : stroke;
  return typeof colour === "string" ? colour : "currentColor";
}
