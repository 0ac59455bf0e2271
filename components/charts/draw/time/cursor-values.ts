/**
 * Values of a chart at the shared cursor: the time on the axis of every chart, and the values of the point above a chart
 * that is neither hovered nor focused. The hovered chart has a tooltip. All outside React.
 */
import type uPlot from "uplot";
import { isHoveredOrFocused } from "@/components/charts/draw/position-tooltip";
import { plotSpacingPx } from "@/components/charts/draw/plot-options";
import { formatClock } from "@/lib/format/time";

interface CursorValuesInput {
  readonly frame: HTMLElement;
  readonly plot: uPlot;
  readonly data: { readonly timesSec: readonly number[]; readonly stepMs: number };
  readonly pointIndex: number | null;
  readonly timeZone: string;
  /** Returns the values of a point, or why it has none. */
  readonly formatPoint: (pointIndex: number) => string;
}

const gap = 6;

/** Returns one label of the chart, and creates it with the first use. */
function labelOf(plot: uPlot, kind: "time" | "values", className: string): HTMLElement {
  const parent = plot.over.parentElement ?? plot.root;
  const present = parent.querySelector<HTMLElement>(`[data-cursor=${kind}]`);
  if (present !== null) return present;
  const created = document.createElement("div");
  created.dataset["cursor"] = kind;
  // The summary of the chart is its text for screen readers.
  created.ariaHidden = "true";
  created.className = `pointer-events-none absolute z-10 hidden rounded-sm px-1 text-2xs whitespace-nowrap tnum ${className}`;
  parent.append(created);
  return created;
}

/** Shows the values at the cursor. Hides them if the cursor is on no chart. */
export function showCursorValues({
  frame,
  plot,
  data,
  pointIndex,
  timeZone,
  formatPoint,
}: CursorValuesInput): void {
  const time = labelOf(plot, "time", "bottom-0.5 -translate-x-1/2 bg-ink text-paper");
  const values = labelOf(plot, "values", "top-0.5 truncate bg-sheet text-ink-2");
  const left = plot.cursor.left ?? -1;
  const isVisible = pointIndex !== null && left >= 0;
  const isOther = isVisible && !isHoveredOrFocused(frame);
  time.classList.toggle("hidden", !isVisible);
  values.classList.toggle("hidden", !isOther);
  if (pointIndex === null || !isVisible) return;
  const at = plotSpacingPx.left + left;
  time.textContent = formatClock((data.timesSec[pointIndex] ?? 0) * 1_000, timeZone, data.stepMs < 60_000);
  time.style.left = `${at}px`;
  if (!isOther) return;
  values.textContent = formatPoint(pointIndex);
  // The label is on the side with more space, so that it is not cut off.
  const isRight = at > plot.width / 2;
  values.style.left = isRight ? "auto" : `${at + gap}px`;
  values.style.right = isRight ? `${plot.width - at + gap}px` : "auto";
  values.style.maxWidth = `${(isRight ? at : plot.width - at) - gap}px`;
}
