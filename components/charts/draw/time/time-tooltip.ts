/** Tooltip of a time chart and the values at the shared cursor. Loaded with the first movement of the cursor. */
import { markersNear } from "@/components/charts/prepare/markers";
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import { createTooltipText } from "@/components/charts/prepare/tooltip";
import { buildTooltipNodes } from "@/components/charts/draw/chart-tooltip";
import { refreshTooltip } from "@/components/charts/draw/position-tooltip";
import type { TooltipContext } from "@/components/charts/draw/use-plot";
import { showCursorValues } from "./cursor-values";
import { getCursorTimeMs } from "./time-cursor";

/** Maximum distance between the cursor and an event, in pixels, to show the event in the tooltip. */
const markerReachPixels = 8;

/** Shows the tooltip of lines and areas at the cursor. */
export function showTooltip({
  plot,
  data,
  pointIndex,
  timeZone,
  markers,
  ...target
}: TooltipContext<PreparedSeries>): void {
  const formatPoint = (index: number): string => formatLineValues(data, index, timeZone);
  showCursorValues({ frame: target.frame, plot, data, pointIndex, timeZone, formatPoint });
  if (pointIndex === null) return refreshTooltip({ ...target, plot }, null);
  const atMs = getCursorTimeMs(plot) ?? 0;
  const msPerPixel = (plot.posToVal(1, "x") - plot.posToVal(0, "x")) * 1_000;
  const near = markersNear(markers, atMs, msPerPixel * markerReachPixels);
  return refreshTooltip({ ...target, plot }, () =>
    buildTooltipNodes({ data, pointIndex, timeZone, markers: near }),
  );
}

/** Returns the value of each line at a point, or why there is none. */
export function formatLineValues(data: PreparedSeries, pointIndex: number, timeZone: string): string {
  const { rows, absenceText } = createTooltipText(data, pointIndex, timeZone);
  return rows.length === 0
    ? (absenceText ?? "no value")
    : rows.map(({ label, value }) => (rows.length === 1 ? value : `${label} ${value}`)).join(" · ");
}
