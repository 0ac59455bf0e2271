/** The cursor of a time chart: where it stands, how arrow keys move it, and the tooltip beside it. All outside React. */
import type { KeyboardEvent } from "react";
import type uPlot from "uplot";
import { markersNear, type Marker } from "@/components/charts/prepare/markers";
import type { PreparedSeries } from "@/components/charts/prepare/time-series";
import { fillTooltip } from "./chart-tooltip";

/** How close the cursor must be to a moment, in pixels, to be told of it. */
const markerReach = 8;

/** In epoch milliseconds; null when the cursor is on no chart. */
export function cursorTime(plot: uPlot | null): number | null {
  const left = plot?.cursor.left ?? -1;
  return plot === null || left < 0 ? null : Math.round(plot.posToVal(left, "x") * 1_000);
}

/** Left and right arrows step along the points, Shift and Enter choose the one the cursor is on. */
export function followKeys(
  event: KeyboardEvent<HTMLElement>,
  plot: uPlot | null,
  onEnter: ((timeMs: number) => void) | undefined,
): void {
  const chosenMs = event.key === "Enter" && event.shiftKey ? cursorTime(plot) : null;
  if (chosenMs !== null) onEnter?.(chosenMs);
  else moveCursor(event, plot);
}

export function moveCursor(event: KeyboardEvent<HTMLElement>, plot: uPlot | null): void {
  const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
  const times = plot?.data[0];
  if (step === 0 || plot === null || times === undefined) return;
  event.preventDefault();
  const index = Math.max(0, Math.min(times.length - 1, (plot.cursor.idx ?? times.length - 1) + step));
  plot.setCursor({ left: plot.valToPos(times[index] ?? 0, "x"), top: plot.over.clientHeight / 2 }, true);
}

interface Shown {
  readonly frame: HTMLElement;
  readonly tooltip: HTMLElement | null;
  readonly plot: uPlot | null;
  readonly data: PreparedSeries;
  readonly markers: readonly Marker[];
  readonly timeZone: string;
}

/** The tooltip is on the hovered or focused chart only; the others share the line. */
export function showTooltip(
  { frame, tooltip, plot, data, markers, timeZone }: Shown,
  index: number | null,
): void {
  if (tooltip === null) return;
  const isFocused = document.activeElement === frame;
  const isHovered = frame.matches(":hover");
  const left = plot?.cursor.left ?? -1;
  const isVisible = index !== null && plot !== null && left >= 0 && (isHovered || isFocused);
  tooltip.classList.toggle("hidden", !isVisible);
  if (!isVisible) return;
  const atMs = cursorTime(plot) ?? 0;
  const msPerPixel = (plot.posToVal(1, "x") - plot.posToVal(0, "x")) * 1_000;
  const near = markersNear(markers, atMs, msPerPixel * markerReach);
  fillTooltip(tooltip, { data, index, timeZone, markers: near });
  const at = plot.bbox.left / devicePixelRatio + left;
  const isRight = at > frame.clientWidth / 2;
  tooltip.style.transform = `translate(${Math.round(isRight ? at - tooltip.offsetWidth - 12 : at + 12)}px, 22px)`;
}
