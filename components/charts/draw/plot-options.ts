/** Common uPlot options of all time charts: gutters, time axis, shared cursor and zoom. */
import type uPlot from "uplot";
import { timeTickText } from "@/components/charts/prepare/axes";
import type { ChartTheme } from "@/components/charts/theme";
import type { MarkerSettings } from "./time/time-markers";

/** Data, size, theme and callbacks of a uPlot chart. */
export interface PlotSettings<Data> extends MarkerSettings {
  /** Returns the current data. A refresh changes the data without recreating the chart. */
  readonly getData: () => Data;
  readonly theme: ChartTheme;
  readonly timeZone: string;
  readonly width: number;
  readonly height: number;
  /** Charts with the same key share their cursor. */
  readonly syncKey: string;
  /** Called with the index of the point under the cursor. Null if the cursor leaves the chart. */
  readonly onCursorIndex: (index: number | null) => void;
  readonly onZoom: (startMs: number, endMs: number) => void;
}

interface TimedData {
  readonly timesSec: readonly number[];
}

/**
 * Pixels around the plot area: Y labels on the left, line labels on the right, event markers above (`lane`),
 * times below.
 */
export const plotSpacingPx = { left: 44, right: 92, lane: 20, axis: 20 } as const;

/** Returns the CSS font of axis labels. */
export const axisFont = (theme: ChartTheme, weight = 400): string => `${weight} 11px ${theme.fontSans}`;

/**
 * Returns the uPlot options that all charts share: size, time axis and hooks. Each chart adds its scales,
 * series and Y axis.
 */
export function createCommonOptions<Data extends TimedData>(settings: PlotSettings<Data>) {
  const { width, height } = settings;
  return {
    width,
    height,
    padding: [plotSpacingPx.lane, plotSpacingPx.right, 0, 0] as uPlot.Padding,
    legend: { show: false },
    hooks: {
      setCursor: [(plot: uPlot) => settings.onCursorIndex(plot.cursor.idx ?? null)],
      setSelect: [(plot: uPlot) => zoomToSelection(plot, settings.onZoom)],
    },
  };
}

/** uPlot setting with which dragging along the X axis selects a window. */
export const timeDragOptions: uPlot.Cursor.Drag = { x: true, y: false, setScale: false };

/** Returns uPlot's X axis with times in the time zone of the settings. */
export function createTimeAxis<Data extends TimedData>({
  getData,
  theme,
  timeZone,
}: PlotSettings<Data>): uPlot.Axis {
  return {
    stroke: theme.ink3,
    font: axisFont(theme),
    size: plotSpacingPx.axis,
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
