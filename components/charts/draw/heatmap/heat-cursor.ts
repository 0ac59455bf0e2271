/** Cursor of a heatmap: the cell under it, keyboard navigation, and the tooltip of a cell. */
import type { KeyboardEvent } from "react";
import type uPlot from "uplot";
import {
  cellText,
  formatHeatmapPoint,
  newestSampledIndex,
  type PreparedHeatmap,
} from "@/components/charts/prepare/heatmap";
import { showCursorValues } from "@/components/charts/draw/time/cursor-values";
import { handleMoveOrZoomKey } from "@/components/charts/draw/time/time-cursor";
import { refreshTooltip } from "@/components/charts/draw/position-tooltip";
import type { TooltipContext } from "@/components/charts/draw/use-plot";

/** Handles keys: up and down move between buckets, left and right between points, plus and minus zoom. */
export function handleHeatmapKey(
  event: KeyboardEvent<HTMLElement>,
  plot: uPlot | null,
  {
    data,
    onZoom,
  }: { readonly data: PreparedHeatmap; readonly onZoom: (startMs: number, endMs: number) => void },
): void {
  const step = event.key === "ArrowDown" ? -1 : event.key === "ArrowUp" ? 1 : 0;
  if (step === 0) handleMoveOrZoomKey(event, plot, onZoom);
  else if (plot !== null && data.buckets.length > 0) {
    event.preventDefault();
    moveCursorRow(plot, data, step);
  }
}

/**
 * Moves the cursor by `step` buckets. If the cursor is not on the chart, it starts at the newest point with a
 * sample.
 */
function moveCursorRow(plot: uPlot, data: PreparedHeatmap, step: number): void {
  const bandCount = data.buckets.length;
  const row = Math.max(0, Math.min(bandCount - 1, (rowAt(plot, bandCount) ?? 0) + step));
  const left = plot.cursor.left ?? -1;
  const newest = (): number => plot.valToPos(data.timesSec[newestSampledIndex(data)] ?? 0, "x");
  plot.setCursor({ left: left < 0 ? newest() : left, top: plot.valToPos(row + 0.5, "y") }, true);
}

function rowAt(plot: uPlot, bandCount: number): number | null {
  const top = plot.cursor.top ?? -1;
  if (top < 0) return null;
  return Math.max(0, Math.min(bandCount - 1, Math.floor(plot.posToVal(top, "y"))));
}

/** Shows the tooltip of the cell under the cursor, and the values of its point if another chart has the pointer. */
export function showCellTooltip({
  plot,
  data,
  pointIndex,
  timeZone,
  frame,
  tooltip,
}: TooltipContext<PreparedHeatmap>): void {
  const formatPoint = (index: number): string => formatHeatmapPoint(data, index);
  showCursorValues({ frame, plot, data, pointIndex, timeZone, formatPoint });
  const row = rowAt(plot, data.buckets.length);
  const target = { frame, tooltip, plot };
  if (pointIndex === null || row === null) return refreshTooltip(target, null);
  return refreshTooltip(target, () => {
    const { interval, countText, bucketText } = cellText(data, pointIndex, row, timeZone);
    return [
      createLine("tnum flex justify-between gap-6 font-semibold", interval, countText),
      createLine("tnum mt-1", bucketText),
    ];
  });
}

function createLine(className: string, ...texts: readonly string[]): HTMLElement {
  const line = document.createElement("div");
  line.className = className;
  for (const text of texts) {
    const part = document.createElement("span");
    part.textContent = text;
    line.append(part);
  }
  return line;
}
