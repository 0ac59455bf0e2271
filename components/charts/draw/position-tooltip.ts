/**
 * Shows the tooltip next to the cursor, only on the hovered or focused chart. Other charts show their
 * values at the cursor, see `time/cursor-values.ts`.
 */
import type uPlot from "uplot";

const gap = 12;
const top = 22;
const maxWidth = 320;

/** Elements of a tooltip: `frame` contains the chart and `tooltip`. */
export interface TooltipTarget {
  readonly frame: HTMLElement;
  readonly tooltip: HTMLElement;
  readonly plot: uPlot;
}

/** Returns whether the pointer or the keyboard is on a chart, so that it has a tooltip. */
export function isHoveredOrFocused(frame: HTMLElement): boolean {
  return document.activeElement === frame || frame.matches(":hover");
}

/** Shows the tooltip with new content. Hides it if the cursor is not on the chart or `buildContent` is null. */
export function refreshTooltip(
  { frame, tooltip, plot }: TooltipTarget,
  buildContent: (() => readonly Node[]) | null,
): void {
  const left = plot.cursor.left ?? -1;
  const isVisible = buildContent !== null && isHoveredOrFocused(frame) && left >= 0;
  tooltip.classList.toggle("hidden", !isVisible);
  if (!isVisible) return;
  const at = plot.bbox.left / devicePixelRatio + left;
  const isRight = at > frame.clientWidth / 2;
  // The tooltip covers one side of its point only, and leaves most of a wide chart visible.
  tooltip.style.maxWidth = `${Math.min(maxWidth, (isRight ? at : frame.clientWidth - at) - gap)}px`;
  tooltip.replaceChildren(...buildContent());
  const x = Math.round(isRight ? at - tooltip.offsetWidth - gap : at + gap);
  tooltip.style.transform = `translate(${x}px, ${top}px)`;
}
