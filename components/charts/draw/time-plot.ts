/**
 * The chart as uPlot draws it: our axes, lines and labels. Everything here happens outside React, so that moving the cursor
 * or a refresh costs no rendering of components.
 */
import uPlot from "uplot";
import type { ChartTheme } from "@/components/charts/theme";
import { placeLabels } from "@/components/charts/prepare/line-end-labels";
import { logarithmicTicks, tickText, timeTickText } from "@/components/charts/prepare/axes";
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import { formatValue } from "@/lib/format/number";
import { absenceTitle } from "@/lib/format/absence";
import { backgroundRange, drawGhost, drawUsual } from "./time-background";
import { drawMarkerBands, drawMarkers, type MarkerSettings } from "./time-markers";

export interface PlotSettings extends MarkerSettings {
  /** The data as they are now; a refresh changes them without making the chart anew. */
  readonly current: () => PreparedSeries;
  readonly theme: ChartTheme;
  readonly timeZone: string;
  readonly kind: "lines" | "bars";
  readonly width: number;
  readonly height: number;
  readonly syncKey: string;
  readonly onCursor: (index: number | null) => void;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

/** uPlot names its scale kinds in a const enum, which isolated modules cannot read. */
// oxlint-disable-next-line typescript/no-unsafe-enum-assignment
const logarithmic = 3 as uPlot.Scale.Distr;

export const gutter = { left: 44, right: 92, lane: 20, axis: 20 } as const;
const labelGap = 14;
export const axisFont = (theme: ChartTheme, weight = 400): string => `${weight} 11px ${theme.fontSans}`;

export function toPlotData(data: PreparedSeries): uPlot.AlignedData {
  return [data.timesSec as number[], ...data.rows.map((row) => row.values as (number | null)[])];
}

function scaleRange(current: PlotSettings["current"]): uPlot.Range.Function {
  return (_plot, least, most) => {
    const data = current();
    const behind = backgroundRange(data);
    const top = Math.max(most ?? 0, data.limit?.value ?? 0, behind.most);
    if (data.isLogarithmic && least !== null && least > 0)
      return [Math.min(least, behind.leastAboveZero) / 1.25, top * 1.15];
    if (top === 0) return [0, 1];
    return [0, top * 1.08];
  };
}

function lineSeries(data: PreparedSeries, theme: ChartTheme, kind: PlotSettings["kind"]): uPlot.Series[] {
  const bars = uPlot.paths.bars?.({ size: [0.7, 12], align: 0 });
  return data.rows.map((row) => ({
    stroke: theme.colour(row.colour),
    width: kind === "bars" ? 0 : row.width,
    dash: [...row.dash],
    spanGaps: false,
    points: { show: false },
    ...(kind === "bars" && bars !== undefined ? { paths: bars, fill: theme.colour(row.colour) } : {}),
  }));
}

interface TimeAxisSettings {
  readonly current: () => { readonly timesSec: readonly number[] };
  readonly theme: ChartTheme;
  readonly timeZone: string;
}

export function timeAxis({ current, theme, timeZone }: TimeAxisSettings): uPlot.Axis {
  return {
    stroke: theme.ink3,
    font: axisFont(theme),
    size: gutter.axis,
    gap: 4,
    space: 70,
    grid: { show: false },
    ticks: { show: false },
    values: (_plot, ticks) => {
      const { timesSec } = current();
      const span = (timesSec.at(-1) ?? 0) - (timesSec[0] ?? 0);
      return ticks.map((tick) => timeTickText(tick, span, timeZone));
    },
  };
}

function axes(settings: PlotSettings): uPlot.Axis[] {
  const { current, theme } = settings;
  const data = current();
  const grid = { stroke: theme.rule, width: 1 };
  return [
    timeAxis(settings),
    {
      stroke: theme.ink3,
      font: axisFont(theme),
      size: gutter.left,
      gap: 6,
      space: 26,
      grid,
      ticks: { show: false },
      ...(data.isLogarithmic
        ? {
            splits: (_plot: uPlot, _axis: number, least: number, most: number) => [
              ...logarithmicTicks(least, most),
            ],
          }
        : {}),
      values: (_plot, ticks) => {
        const top = ticks.findLastIndex((tick) => tick !== null);
        return ticks.map((tick, index) =>
          tick === null ? "" : index === top ? withUnit(tickText(tick), data) : tickText(tick),
        );
      },
    },
  ];
}

/** Characters that fit the left gutter. */
const longestTick = 6;

/** The top tick carries the unit, where it is short enough to fit. */
function withUnit(text: string, data: PreparedSeries): string {
  const { unit } = formatValue(0, "seconds", data.displayUnit);
  const told = `${text}\u2009${unit}`;
  return told.length <= longestTick ? told : text;
}

/** Makes the chart inside `container`. The caller destroys it. */
export function createPlot(container: HTMLElement, settings: PlotSettings): uPlot {
  const { width, height, syncKey } = settings;
  const data = settings.current();
  const options: uPlot.Options = {
    width,
    height,
    padding: [gutter.lane, gutter.right, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: true },
      y: {
        range: scaleRange(settings.current),
        ...(data.isLogarithmic ? { distr: logarithmic, log: 10 as const } : {}),
      },
    },
    series: [{}, ...lineSeries(data, settings.theme, settings.kind)],
    axes: axes(settings),
    cursor: {
      sync: { key: syncKey },
      y: false,
      points: {
        size: 7,
        width: 2,
        fill: (plot, index) => strokeOf(plot, index),
        stroke: settings.theme.paper,
      },
      drag: { x: true, y: false, setScale: false },
    },
    hooks: {
      drawClear: [
        (plot) => drawUsual(plot, settings.current(), settings.theme),
        (plot) => drawMarkerBands(plot, settings),
        (plot) => drawGaps(plot, settings),
      ],
      draw: [
        (plot) => drawGhost(plot, settings.current(), settings.theme),
        (plot) => drawMarkers(plot, settings),
        (plot) => drawLimit(plot, settings),
        (plot) => drawLabels(plot, settings),
      ],
      setCursor: [(plot) => settings.onCursor(plot.cursor.idx ?? null)],
      setSelect: [(plot) => finishZoom(plot, settings)],
    },
  };
  return new uPlot(options, toPlotData(data), container);
}

function strokeOf(plot: uPlot, index: number): string {
  const stroke = plot.series[index]?.stroke;
  const colour = typeof stroke === "function" ? stroke(plot, index) : stroke;
  return typeof colour === "string" ? colour : "currentColor";
}

const leastZoomPixels = 6;

export function finishZoom(plot: uPlot, { onZoom }: Pick<PlotSettings, "onZoom">): void {
  const { left, width } = plot.select;
  if (width < leastZoomPixels) return;
  const startMs = Math.round(plot.posToVal(left, "x") * 1000);
  const endMs = Math.round(plot.posToVal(left + width, "x") * 1000);
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  onZoom(startMs, endMs);
}

function drawLimit(plot: uPlot, { current, theme }: PlotSettings): void {
  const data = current();
  if (data.limit === null) return;
  const { ctx, bbox } = plot;
  const y = Math.round(plot.valToPos(data.limit.value, "y", true)) + 0.5;
  ctx.save();
  ctx.strokeStyle = theme.target;
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([4 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

interface EndLabel {
  readonly text: string;
  readonly colour: string;
  readonly isHeadline: boolean;
  readonly value: number | null;
}

function endLabels(data: PreparedSeries, theme: ChartTheme): readonly EndLabel[] {
  const lines = data.rows.map((row): EndLabel => {
    const last = row.values.findLast((value) => value !== null) ?? null;
    const number = last === null ? "" : tickText(Number(last.toPrecision(3)));
    const isAlone = data.rows.length === 1 && last !== null;
    const text = isAlone
      ? `${number}\u2009${formatValue(0, "seconds", data.displayUnit).unit}`
      : `${row.label} ${number}`;
    return { text, colour: theme.colour(row.colour), isHeadline: row.isHeadline, value: last };
  });
  return data.limit === null
    ? lines
    : [
        ...lines,
        { text: data.limit.label, colour: theme.target, isHeadline: false, value: data.limit.value },
      ];
}

function drawLabels(plot: uPlot, { current, theme }: PlotSettings): void {
  const data = current();
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const labels = endLabels(data, theme);
  const wanted = labels.map(({ value }) => (value === null ? null : plot.valToPos(value, "y", true)));
  const placed = placeLabels(wanted, {
    top: bbox.top,
    bottom: bbox.top + bbox.height,
    gap: labelGap * ratio,
  });
  const right = bbox.left + bbox.width;
  ctx.save();
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  for (const { index, wantedY, y } of placed) {
    const label = labels[index];
    if (label === undefined) continue;
    ctx.strokeStyle = label.colour;
    ctx.lineWidth = ratio;
    ctx.beginPath();
    ctx.moveTo(right + 2 * ratio, wantedY);
    ctx.lineTo(right + 6 * ratio, y);
    ctx.stroke();
    ctx.lineWidth = 2 * ratio;
    ctx.beginPath();
    ctx.moveTo(right + 6 * ratio, y);
    ctx.lineTo(right + 14 * ratio, y);
    ctx.stroke();
    ctx.fillStyle = label.isHeadline ? theme.ink : theme.ink2;
    ctx.font = `${label.isHeadline ? 600 : 400} ${11 * ratio}px ${theme.fontSans}`;
    ctx.fillText(label.text, right + 18 * ratio, y);
  }
  ctx.restore();
}

/** A gap stays blank, with a bracket at its base and its reason in the lane where it fits. */
function drawGaps(plot: uPlot, { current, theme }: PlotSettings): void {
  const data = current();
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const at = (index: number): number =>
    plot.valToPos(data.timesSec[Math.max(0, Math.min(data.timesSec.length - 1, index))] ?? 0, "x", true);
  ctx.save();
  ctx.strokeStyle = theme.ink3;
  ctx.fillStyle = theme.ink3;
  ctx.lineWidth = ratio;
  ctx.font = `400 ${11 * ratio}px ${theme.fontSans}`;
  ctx.textAlign = "center";
  for (const { fromIndex, toIndex, reason } of data.gaps) {
    const [left, right] = [at(fromIndex), Math.max(at(toIndex), at(fromIndex) + 2 * ratio)];
    const base = bbox.top + bbox.height - ratio;
    ctx.beginPath();
    ctx.moveTo(left, base - 5 * ratio);
    ctx.lineTo(left, base);
    ctx.lineTo(right, base);
    ctx.lineTo(right, base - 5 * ratio);
    ctx.stroke();
    const text = absenceTitle(reason).toLowerCase();
    if (ctx.measureText(text).width < right - left - 8 * ratio)
      ctx.fillText(text, (left + right) / 2, bbox.top - 6 * ratio);
  }
  ctx.restore();
}
