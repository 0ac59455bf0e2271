/** Cursor of a time chart: its time, and keyboard movement. All outside React. */
import type { KeyboardEvent } from "react";
import type uPlot from "uplot";
import { zoomByKey } from "@/components/charts/prepare/key-zoom";

/** Returns the time of the cursor in epoch milliseconds. Null if it is on no chart. */
export function getCursorTimeMs(plot: uPlot | null): number | null {
  const left = plot?.cursor.left ?? -1;
  return plot === null || left < 0 ? null : Math.round(plot.posToVal(left, "x") * 1_000);
}

/** Returns the time of the point that the tooltip shows, in epoch milliseconds. Null if the cursor is on no point. */
export function getPointTimeMs(plot: uPlot | null): number | null {
  const timeSec = plot?.data[0]?.[plot.cursor.idx ?? -1];
  return timeSec === undefined ? null : Math.round(timeSec * 1_000);
}

interface KeyHandlers {
  readonly onOpenPoint: ((timeMs: number) => void) | undefined;
  readonly onZoom: ZoomTo;
}

type ZoomTo = (startMs: number, endMs: number) => void;

/**
 * Handles keys: left and right move between points, plus and minus zoom, Shift+Enter opens the point at the cursor.
 */
export function handleChartKey(
  event: KeyboardEvent<HTMLElement>,
  plot: uPlot | null,
  { onOpenPoint, onZoom }: KeyHandlers,
): void {
  const chosenMs = event.key === "Enter" && event.shiftKey ? getPointTimeMs(plot) : null;
  if (chosenMs !== null) onOpenPoint?.(chosenMs);
  else handleMoveOrZoomKey(event, plot, onZoom);
}

/** Handles keys: left and right move the cursor between points, plus and minus zoom. */
export function handleMoveOrZoomKey(
  event: KeyboardEvent<HTMLElement>,
  plot: uPlot | null,
  onZoom: ZoomTo,
): void {
  const { min, max } = plot?.scales["x"] ?? {};
  const isAlone = !event.ctrlKey && !event.metaKey && !event.altKey;
  const zoomed =
    isAlone && min !== undefined && max !== undefined && min !== null && max !== null
      ? zoomByKey(event.key, { startMs: min * 1_000, endMs: max * 1_000 }, getCursorTimeMs(plot))
      : null;
  if (zoomed === null) return moveCursor(event, plot);
  event.preventDefault();
  return onZoom(Math.round(zoomed.startMs), Math.round(zoomed.endMs));
}

function moveCursor(event: KeyboardEvent<HTMLElement>, plot: uPlot | null): void {
  const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  const times = plot?.data[0];
  if (step === 0 || plot === null || times === undefined) return;
  event.preventDefault();
  const index = Math.max(0, Math.min(times.length - 1, (plot.cursor.idx ?? times.length - 1) + step));
  plot.setCursor({ left: plot.valToPos(times[index] ?? 0, "x"), top: plot.over.clientHeight / 2 }, true);
}
