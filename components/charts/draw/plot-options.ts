/** Common uPlot options of all time charts: gutters, time axis, shared cursor and zoom. */
import type uPlot from "uplot";
import { timeTickText } from "@/components/charts/prepare/axes";
import type { ChartTheme } from "@/components/charts/theme";
import type { MarkerSettings } from "./time/time-markers";

export interface PlotSettings<Data> extends MarkerSettings {
  /** Returns the current data. A refresh changes the data without recreating the chart. */
  readonly getData: () => Data;
  readonly theme: ChartTheme;
  readonly timeZone: string;
  readonly width: number;
  readonly height: number;
  readonly syncKey: string;
  readonly onCursor: (index: number | null) => void;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

interface TimedData {
  readonly timesSec: readonly number[];
}

export const gutter = { left: 44, right: 92, lane: 20, axis: 20 } as const;

export const axisFont = (theme: ChartTheme, weight = 400): string => `${weight} 11px ${theme.fontSans}`;

/** Returns size, time axis and hooks. Each chart adds its scales, series, Y axis and painting. */
export function commonOptions<Data extends TimedData>(settings: PlotSettings<Data>) {
  const { width, height } = settings;
  return {
    width,
    height,
    padding: [gutter.lane, gutter.right, 0, 0] as uPlot.Padding,
    legend: { show: false },
    hooks: {
      setCursor: [(plot: uPlot) => settings.onCursor(plot.cursor.idx ?? null)],
      setSelect: [(plot: uPlot) => zoomToSelection(plot, settings.onZoom)],
    },
  };
}

/** Dragging along the X axis selects a window. */
export const dragAlongTime: uPlot.Cursor.Drag = { x: true, y: false, setScale: false };

export function timeAxis<Data extends TimedData>({
  getData,
  theme,
  timeZone,
}: PlotSettings<Data>): uPlot.Axis {
  return {
    stroke: theme.ink3,
    font: axisFont(theme),
    size: gutter.axis,
    gap: 4,
    space: 70,
    grid: { show: false },
    ticks: { show: false },
    values: (_plot, ticks) => {
      const { timesSec } = getData();
      const span = (timesSec.at(-1) ?? 0) - (timesSec[0] ?? 0);
      return ticks.map((tick) => timeTickText(tick, span, timeZone));
    },
  };
}

const minZoomPixels = 6;

function zoomToSelection(plot: uPlot, onZoom: (startMs: number, endMs: number) => void): void {
  const { left, width } = plot.select;
  if (width < minZoomPixels) return;
  const startMs = Math.round(plot.posToVal(left, "x") * 1000);
  const endMs = Math.round(plot.posToVal(left + width, "x") * 1000);
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  onZoom(startMs, endMs);
}
