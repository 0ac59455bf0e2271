/**
 * Shows the tooltip next to the cursor, only on the hovered or focused chart. Other charts show the cursor line only.
 */
import type uPlot from "uplot";

const gap = 12;
const top = 22;

/** Elements of a tooltip: `frame` contains the chart and `tooltip`. */
export interface TooltipTarget {
  readonly frame: HTMLElement;
  readonly tooltip: HTMLElement;
  readonly plot: uPlot;
}

/** Shows the tooltip with new content. Hides it if the cursor is not on the chart or `buildContent` is null. */
export function positionTooltip(
  { frame, tooltip, plot }: TooltipTarget,
  buildContent: (() => readonly Node[]) | null,
): void {
  const isHoveredOrFocused = document.activeElement === frame || frame.matches(":hover");
  const left = plot.cursor.left ?? -1;
  const isVisible = buildContent !== null && isHoveredOrFocused && left >= 0;
  tooltip.classList.toggle("hidden", !isVisible);
  if (!isVisible) return;
  tooltip.replaceChildren(...buildContent());
  const at = plot.bbox.left / devicePixelRatio + left;
  const isRight = at > frame.clientWidth / 2;
  const x = Math.round(isRight ? at - tooltip.offsetWidth - gap : at + gap);
  tooltip.style.transform = `translate(${x}px, ${top}px)`;
}
